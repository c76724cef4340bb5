import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { consent } from '../../test/consent.ts'
import { STORES, startApp, type TestApp } from '../../test/harness.ts'
import { createVault, newKey } from '../kernel/vault.ts'
import { sql } from '../store/sql.ts'
import { createConnections } from './index.ts'
import { sealTokens } from './secrets.ts'
import { type AccountKey, findAccount } from './store.ts'

for (const store of STORES) {
  describe(`access tokens on ${store}`, () => {
    let app: TestApp
    let owner: { id: string; key: string }

    before(async () => {
      app = await startApp({ store })
      owner = await app.tenant()
      await app.call('POST /webhooks', {
        key: owner.key,
        body: { url: 'https://example.com/hook', events: ['account.connected', 'account.disconnected'] },
      })
    })
    after(() => app.close())

    /** Connects on the sandbox's page under a name that says how the platform will behave. */
    async function connect(platform: string, username: string): Promise<AccountKey> {
      const started = await app.call(`POST /connect/${platform}`, { key: owner.key, body: {} })
      const back = await consent(String(started.body.auth_url), { username })
      const done = await app.call(`GET /connect/${platform}/callback${back.search}`)
      assert.equal(done.status, 200, done.text)
      const [account] = done.body.accounts as { id: string }[]
      return { tenant_id: owner.id, mode: 'live', account_id: String(account?.id) }
    }
    const expire = (key: AccountKey) =>
      app.db.run(sql`
        update connected_accounts set expires_at = herald_now() - interval '1 minute'
        where tenant_id = ${key.tenant_id} and id = ${key.account_id}`)
    async function row(key: AccountKey) {
      const found = await findAccount(app.db, key)
      assert.ok(found)
      return found
    }
    const refreshes = (platform: string, username: string) =>
      app.sandbox.stats().by_prompt.find(({ prompt }) => prompt === `refresh ${platform} ${username}`)
        ?.asked ?? 0
    async function events(account_id: string): Promise<string[]> {
      const found = await app.db.rows<{ event: string }>(sql`
        select event from events where tenant_id = ${owner.id} and body like ${`%${account_id}%`} order by id`)
      return found.map(({ event }) => event)
    }

    test('a token that still works is handed over without asking the platform', async () => {
      const key = await connect('google', 'fresh')
      const token = await app.app.connections.accessToken(key)
      assert.ok(token.ok)
      assert.equal(token.value.authorization, `Bearer ${token.value.token}`)
      assert.equal(token.value.account.platform, 'google')
      assert.equal(refreshes('google', 'fresh'), 0)
    })

    test('one that has ended is refreshed, and the new one is kept', async () => {
      const key = await connect('google', 'ended')
      const before = await app.app.connections.accessToken(key)
      await expire(key)
      const after = await app.app.connections.accessToken(key)
      assert.ok(before.ok && after.ok)
      assert.notEqual(after.value.token, before.value.token)
      const again = await app.app.connections.accessToken(key)
      assert.deepEqual(again, after)
      assert.equal(refreshes('google', 'ended'), 1)
    })

    test('twenty callers at once: one refresh, one token', async () => {
      const key = await connect('x', 'crowd')
      await expire(key)
      const got = await Promise.all(Array.from({ length: 20 }, () => app.app.connections.accessToken(key)))
      assert.ok(
        got.every(({ ok }) => ok),
        JSON.stringify(got[0]),
      )
      assert.equal(new Set(got.map((one) => one.ok && one.value.token)).size, 1)
      assert.equal(refreshes('x', 'crowd'), 1)
    })

    test('a reply without a refresh token, or with a blank one, leaves the stored one', async () => {
      for (const [platform, username] of [
        ['google', 'silent'],
        ['x', 'blank sandbox:blank_refresh@refresh'],
      ] as const) {
        const key = await connect(platform, username)
        const { refresh_token } = await row(key)
        await expire(key)
        assert.ok((await app.app.connections.accessToken(key)).ok)
        assert.equal((await row(key)).refresh_token, refresh_token)
        await expire(key)
        assert.ok((await app.app.connections.accessToken(key)).ok, 'and it refreshes again')
      }
    })

    test('a rotated refresh token takes the place of the old one', async () => {
      const key = await connect('tiktok', 'rotating')
      for (let i = 0; i < 3; i++) {
        await expire(key)
        assert.ok((await app.app.connections.accessToken(key)).ok)
      }
      assert.equal(refreshes('tiktok', 'rotating'), 3)
    })

    for (const trigger of ['error', 'rate_limit', 'garbage', 'disconnect']) {
      test(`${trigger} while refreshing leaves the account connected, and the next try succeeds`, async () => {
        const key = await connect('google', `blip sandbox:${trigger}_once@refresh`)
        await expire(key)
        const failed = await app.app.connections.accessToken(key)
        assert.ok(!failed.ok && failed.verdict !== 'reconnect', JSON.stringify(failed))
        const { status, refresh_token, lease } = await row(key)
        assert.deepEqual([status, lease], ['connected', null])
        assert.ok(refresh_token)
        assert.ok((await app.app.connections.accessToken(key)).ok)
        assert.deepEqual(await events(key.account_id), ['account.connected'])
      })
    }

    for (const platform of [
      'google',
      'linkedin',
      'x',
      'tiktok',
      'pinterest',
      'reddit',
      'instagram',
      'threads',
    ]) {
      test(`${platform}: only its word for invalid_grant disconnects, once, with an event`, async () => {
        const key = await connect(platform, `lost sandbox:invalid_token@refresh`)
        await expire(key)
        for (let i = 0; i < 2; i++) {
          const lost = await app.app.connections.accessToken(key)
          assert.ok(!lost.ok && lost.verdict === 'reconnect', JSON.stringify(lost))
          assert.match(lost.message, new RegExp(`POST /v1/connect/${platform}`))
        }
        assert.equal((await row(key)).status, 'needs_reconnect')
        assert.deepEqual(await events(key.account_id), ['account.connected', 'account.disconnected'])
        assert.equal(refreshes(platform, `lost sandbox:invalid_token@refresh`), 1)
      })
    }

    test('connecting again brings a lost account back under its id', async () => {
      const username = 'back sandbox:invalid_token_once@refresh'
      const key = await connect('linkedin', username)
      await expire(key)
      assert.equal((await app.app.connections.accessToken(key)).ok, false)
      assert.deepEqual(await connect('linkedin', username), key)
      assert.equal((await row(key)).status, 'connected')
      assert.ok((await app.app.connections.accessToken(key)).ok)
    })

    test('a platform without refresh tokens trades the access token; Bluesky makes a new session', async () => {
      const threads = await connect('threads', 'trader')
      await expire(threads)
      assert.ok((await app.app.connections.accessToken(threads)).ok)
      assert.equal(refreshes('threads', 'trader'), 1)
      const credentials = { identifier: 'acme.bsky.social', app_password: 'abcd-efgh' }
      const made = await app.call('POST /connect/bluesky', { key: owner.key, body: { credentials } })
      const bluesky: AccountKey = { tenant_id: owner.id, mode: 'live', account_id: String(made.body.id) }
      await expire(bluesky)
      assert.ok((await app.app.connections.accessToken(bluesky)).ok)
      await expire(bluesky)
      assert.ok((await app.app.connections.accessToken(bluesky)).ok, 'the password is still there')
    })

    test('what cannot be renewed and has ended needs a person', async () => {
      const key = await connect('facebook', 'pages')
      assert.equal((await row(key)).expires_at, null, 'a page token does not end by itself')
      await expire(key)
      const lost = await app.app.connections.accessToken(key)
      assert.ok(!lost.ok && lost.verdict === 'reconnect')
      assert.deepEqual(await events(key.account_id), ['account.connected', 'account.disconnected'])
    })

    test('a token that is refused before its time is refreshed once, and the second refusal is the answer', async () => {
      const key = await connect('google', 'early')
      const used: string[] = []
      const refuse = { ok: false, verdict: 'reconnect', code: 'invalid_credentials', message: 'no' } as const
      const outcome = await app.app.connections.withAccessToken(key, async ({ token }) => {
        used.push(token)
        return used.length === 1 ? refuse : { ok: true, value: 'done' }
      })
      assert.deepEqual(outcome, { ok: true, value: 'done' })
      assert.equal(new Set(used).size, 2)
      assert.deepEqual(await app.app.connections.withAccessToken(key, async () => refuse), refuse)
      assert.equal(refreshes('google', 'early'), 2)
    })

    test('another tenant and a test key do not get it', async () => {
      const key = await connect('google', 'private')
      for (const other of [
        { ...key, tenant_id: (await app.tenant()).id },
        { ...key, mode: 'test' as const },
      ]) {
        const refused = await app.app.connections.accessToken(other)
        assert.ok(!refused.ok && refused.code === 'not_found')
      }
      const usable = await app.app.connections.usable(key, 'google', 'search_console')
      assert.ok(usable.some(({ id }) => id === key.account_id))
      assert.deepEqual(await app.app.connections.usable({ ...key, mode: 'test' }, 'google'), [])
    })

    test('what the sandbox gave out is never sent to a platform', async () => {
      const key = await connect('google', 'simulated')
      await app.db.run(sql`
        update connected_accounts set simulated = false where tenant_id = ${owner.id} and id = ${key.account_id}`)
      const refused = await app.app.connections.accessToken(key)
      assert.ok(!refused.ok && refused.verdict === 'reconnect')
    })

    test('a used account moves to the new key, so that the old one can be dropped', async () => {
      const key = await connect('google', 'sealed')
      const [old, fresh] = [newKey(), newKey()]
      const tokens = await app.app.connections.accessToken(key)
      assert.ok(tokens.ok)
      const place = { tenant_id: key.tenant_id, id: key.account_id }
      const secrets = { access_token: tokens.value.token, refresh_token: 'r' }
      const sealed = sealTokens(createVault([{ version: 1, key: old }]), place, secrets)
      await app.db.run(sql`
        update connected_accounts set access_token = ${sealed.access_token}, refresh_token = ${sealed.refresh_token}
        where tenant_id = ${key.tenant_id} and id = ${key.account_id}`)
      const open = (keys: Parameters<typeof createVault>[0]) =>
        createConnections({
          db: app.db,
          vault: createVault(keys),
          connectors: app.app.connectors,
        }).accessToken(key)
      const both = [
        { version: 2, key: fresh },
        { version: 1, key: old },
      ]
      assert.ok((await open(both)).ok)
      assert.match((await row(key)).access_token, /^2\./)
      const alone = await open([{ version: 2, key: fresh }])
      assert.ok(alone.ok && alone.value.token === tokens.value.token)
    })
  })
}

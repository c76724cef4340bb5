import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Consented, consent } from '../../../test/consent.ts'
import { type Answer, errorCode, STORES, startApp, type TestApp } from '../../../test/harness.ts'
import { OAUTH_PLATFORMS } from '../../providers/oauth/platforms.ts'
import { sql } from '../../store/sql.ts'

type Account = {
  id: string
  platform: string
  username: string
  status: string
  can_post: boolean
  services: string[]
  missing_scopes: string[]
  issues: { code: string }[]
  simulated: boolean
}

for (const store of STORES) {
  describe(`connecting by authorization on ${store}`, () => {
    let app: TestApp
    let owner: { id: string; key: string }

    before(async () => {
      app = await startApp({ store })
      owner = await app.tenant({ tier: 'free' })
    })
    after(() => app.close())

    async function start(platform: string, body: object = {}, key = owner.key): Promise<Answer> {
      const started = await app.call(`POST /connect/${platform}`, { key, body })
      assert.equal(started.status, 200, started.text)
      return started
    }
    async function walk(platform: string, answer: Consented = {}): Promise<URL> {
      return consent(String((await start(platform)).body.auth_url), answer)
    }
    const back = (platform: string, search: string, key?: string) =>
      app.call(`GET /connect/${platform}/callback${search}`, { key })
    const accountsOf = (answer: Answer) => answer.body.accounts as Account[]
    async function connected(key = owner.key): Promise<Account[]> {
      return accountsOf(await app.call('GET /connect/accounts?limit=100', { key }))
    }
    async function nothing(answer: Answer, before: number): Promise<void> {
      assert.equal(answer.status, 400, answer.text)
      assert.equal(errorCode(answer), 'bad_request')
      assert.equal((await connected()).length, before, 'nothing is connected')
    }

    for (const platform of Object.keys(OAUTH_PLATFORMS)) {
      test(`${platform}: from the page to the account, with an event in the same moment`, async () => {
        const returned = await walk(platform, { username: `walker-${platform}` })
        assert.equal(
          `${returned.origin}${returned.pathname}`,
          `${app.app.public_url}/v1/connect/${platform}/callback`,
        )
        const done = await back(platform, returned.search)
        assert.equal(done.status, 200, done.text)
        const accounts = accountsOf(done)
        assert.equal(accounts.length, platform === 'facebook' ? 2 : 1)
        for (const account of accounts) {
          assert.match(account.id, /^acct_/)
          assert.deepEqual(
            [account.platform, account.status, account.can_post, account.missing_scopes, account.simulated],
            [platform, 'connected', true, [], true],
          )
          const told = await app.db.rows<{ body: string }>(sql`
            select body from events where tenant_id = ${owner.id} and event = 'account.connected'
              and body like ${`%${account.id}%`}`)
          assert.equal(told.length, 1)
        }
        const again = await back(platform, (await walk(platform, { username: `walker-${platform}` })).search)
        assert.deepEqual(
          accountsOf(again).map(({ id }) => id),
          accounts.map(({ id }) => id),
          'connecting again keeps the id',
        )
      })
    }

    test('a state is good for one return, also when two come at once, each with a code that works', async () => {
      const before = (await connected()).length
      const page = String((await start('linkedin')).body.auth_url)
      const codes = [1, 2, 3].map(() => consent(page, { username: 'replayed' }))
      const [first, second, third] = (await Promise.all(codes)).map(({ search }) => search)
      const both = await Promise.all([back('linkedin', first ?? ''), back('linkedin', second ?? '')])
      assert.deepEqual(both.map(({ status }) => status).sort(), [200, 400])
      await nothing(await back('linkedin', third ?? ''), before + 1)
    })

    test('an unknown, malformed or expired state, or one of another platform, connects nothing', async () => {
      const before = (await connected()).length
      const { searchParams } = await walk('google')
      const code = encodeURIComponent(searchParams.get('code') ?? '')
      const state = searchParams.get('state') ?? ''
      for (const bad of ['x', `${owner.id}.${'a'.repeat(43)}`, state.slice(0, -1), `${state}x`, ''])
        await nothing(await back('google', `?state=${bad}&code=${code}`), before)
      await nothing(await back('youtube', `?state=${state}&code=${code}`), before)
      await app.db.run(sql`
        update oauth_states set expires_at = herald_now() - interval '1 second' where tenant_id = ${owner.id}`)
      await nothing(await back('google', `?state=${state}&code=${code}`), before)
    })

    test('a state of another tenant connects nothing, and is not used up by trying', async () => {
      const other = await app.tenant()
      const before = (await connected()).length
      const { search, searchParams } = await walk('google', { username: 'bound' })
      const state = searchParams.get('state') ?? ''
      const moved = search.replace(owner.id, other.id)
      assert.notEqual(moved, search)
      await nothing(await back('google', moved), before)
      await nothing(await back('google', search, other.key), before)
      assert.deepEqual(await connected(other.key), [])
      assert.ok(state.startsWith(owner.id))
      assert.equal((await back('google', search, owner.key)).status, 200)
    })

    test('a code of one tenant’s flow does not finish another’s: the verifier is not theirs', async () => {
      const other = await app.tenant()
      const mine = await walk('google')
      const theirs = await consent(String((await start('google', {}, other.key)).body.auth_url), {
        username: 'victim',
      })
      const code = encodeURIComponent(theirs.searchParams.get('code') ?? '')
      const before = (await connected()).length
      await nothing(await back('google', `?state=${mine.searchParams.get('state')}&code=${code}`), before)
      assert.deepEqual(await connected(other.key), [])
    })

    test('a redirect URI that is not ours is refused', async () => {
      for (const redirect_uri of [
        'https://evil.example/callback',
        `${app.app.public_url}/v1/connect/linkedin/callback`,
        `${app.app.public_url}/v1/connect/google/callback/../../evil`,
        `${app.app.public_url}.evil.example/v1/connect/google/callback`,
      ]) {
        const answer = await app.call('POST /connect/google', { key: owner.key, body: { redirect_uri } })
        assert.equal(errorCode(answer), 'validation_failed')
        assert.match(answer.text, /redirect_uri: must be/)
      }
      const redirect_uri = `${app.app.public_url}/v1/connect/google/callback`
      assert.equal(
        new URL(String((await start('google', { redirect_uri })).body.auth_url)).searchParams.get(
          'redirect_uri',
        ),
        redirect_uri,
      )
    })

    test('refused by the person, by the platform, or while asking: nothing is connected', async () => {
      const before = (await connected()).length
      await nothing(await back('linkedin', (await walk('linkedin', { decision: 'deny' })).search), before)
      await nothing(
        await back('google', (await walk('google', { username: 'no sandbox:invalid_token' })).search),
        before,
      )
      for (const step of ['token', 'profile']) {
        const { search } = await walk('google', { username: `down sandbox:error@${step}` })
        const answer = await back('google', search)
        assert.deepEqual([answer.status, errorCode(answer)], [502, 'provider_failed'])
      }
      assert.equal((await connected()).length, before)
    })

    test('what was not granted is named, and what needs it is off', async () => {
      const started = await start('google', { services: ['search_console', 'business_profile'] })
      const asked = new URL(String(started.body.auth_url)).searchParams.get('scope')?.split(' ') ?? []
      const scopes = asked.filter((scope) => !scope.endsWith('business.manage'))
      const { search } = await consent(String(started.body.auth_url), { username: 'partly', scopes })
      const [account] = accountsOf(await back('google', search))
      assert.deepEqual(
        [account?.status, account?.can_post, account?.services, account?.missing_scopes],
        ['warning', false, ['search_console'], ['https://www.googleapis.com/auth/business.manage']],
      )
      assert.deepEqual(
        account?.issues.map(({ code }) => code),
        ['missing_scopes'],
      )
    })

    test('what platforms send along is let in', async () => {
      const { search } = await walk('google', { username: 'extras' })
      const more =
        '&scope=email%20openid&authuser=0&prompt=consent&iss=https%3A%2F%2Faccounts.google.com&hd=acme.example'
      assert.equal((await back('google', search + more)).status, 200)
    })

    test('a browser gets a page without a secret, a script or anything from elsewhere', async () => {
      const { search } = await walk('x', { username: '<b>x</b>' })
      const page = await app.call(`GET /connect/x/callback${search}`, { headers: { accept: 'text/html' } })
      assert.equal(page.status, 200)
      assert.match(page.headers.get('content-type') ?? '', /^text\/html/)
      assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/)
      assert.equal(page.headers.get('referrer-policy'), 'no-referrer')
      assert.doesNotMatch(page.text, /<b>x|sbx|<script/)
    })

    test('removing gives the access back, deletes the tokens and says so', async () => {
      const { search } = await walk('google', { username: 'leaving' })
      const [account] = accountsOf(await back('google', search))
      const id = String(account?.id)
      const key = { tenant_id: owner.id, mode: 'live', account_id: id } as const
      const token = await app.app.connections.accessToken(key)
      assert.ok(token.ok)
      assert.equal((await app.call(`DELETE /connect/accounts/${id}`, { key: owner.key })).status, 204)
      assert.equal((await app.call(`DELETE /connect/accounts/${id}`, { key: owner.key })).status, 404)
      assert.ok((await connected()).every((one) => one.id !== id))
      assert.equal((await app.app.connections.accessToken(key)).ok, false)
      const [told] = await app.db.rows<{ body: string }>(sql`
        select body from events where tenant_id = ${owner.id} and event = 'account.disconnected'
          and body like ${`%${id}%`}`)
      assert.match(told?.body ?? '', /"status":"disconnected"/)
    })

    test('test keys have accounts of their own', async () => {
      const paid = await app.tenant()
      const minted = await app.call('POST /api-keys', { key: paid.key, body: { kind: 'test' } })
      const testKey = String(minted.body.api_key)
      const started = await start('reddit', {}, testKey)
      const { search } = await consent(String(started.body.auth_url))
      assert.equal((await back('reddit', search)).status, 200)
      assert.equal((await connected(testKey)).length, 1)
      assert.deepEqual(await connected(paid.key), [])
    })

    test('no token, state or verifier is kept in the clear, and a replay shows no state', async () => {
      const asked = { key: owner.key, body: {}, headers: { 'idempotency-key': crypto.randomUUID() } }
      const started = await app.call('POST /connect/pinterest', asked)
      const replayed = await app.call('POST /connect/pinterest', asked)
      assert.equal(replayed.headers.get('idempotent-replayed'), 'true')
      assert.deepEqual(replayed.body, { ...started.body, auth_url: null, state: null })
      const { search } = await consent(String(started.body.auth_url), { username: 'secret' })
      const done = await back('pinterest', search)
      const [account] = accountsOf(done)
      const key = { tenant_id: owner.id, mode: 'live', account_id: String(account?.id) } as const
      const token = await app.app.connections.accessToken(key)
      assert.ok(token.ok && token.value.token.startsWith('sbxat.'))
      const listed = await app.call('GET /connect/accounts', { key: owner.key })
      for (const text of [started.text, done.text, listed.text]) assert.doesNotMatch(text, /sbx(?:at|rt)\./)
      const tables = ['connected_accounts', 'oauth_states', 'events', 'idempotency_keys', 'usage_events']
      for (const table of tables) {
        const text = `select t::text as row from ${table} t`
        const rows = await app.db.rows<{ row: string }>({ name: `dump_${table}`, text, values: [] })
        for (const { row } of rows) {
          assert.doesNotMatch(row, /sbx(?:at|rt|jwt|c)\./, table)
          assert.ok(!row.includes(String(started.body.state)), table)
        }
      }
    })
  })
}

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { errorCode, startApp, type TestApp } from '../../../test/harness.ts'
import { readConfig, readConnectSettings } from '../../config.ts'
import { createGuardedCaller } from '../../providers/guarded-caller.ts'
import { buildConnectors } from '../../providers/oauth/index.ts'
import { sql } from '../../store/sql.ts'

const GOOD: Record<string, Record<string, string>> = {
  wordpress: {
    site_url: 'https://blog.acme.example',
    username: 'editor',
    application_password: 'abcd efgh ijkl',
  },
  webflow: { token: 'wf-token-123456' },
  bluesky: { identifier: 'acme.bsky.social', app_password: 'abcd-efgh-ijkl-mnop' },
  mastodon: { instance_url: 'https://mastodon.example', access_token: 'masto-token-123' },
  telegram: { bot_token: '123456:ABC-DEF1234ghIkl' },
  discord: { bot_token: 'discord.bot.token' },
}
const SECRETS: Record<string, string> = {
  wordpress: 'application_password',
  webflow: 'token',
  bluesky: 'app_password',
  mastodon: 'access_token',
  telegram: 'bot_token',
  discord: 'bot_token',
}
const HOSTS: Record<string, string> = {
  wordpress: 'site_url',
  mastodon: 'instance_url',
  bluesky: 'service_url',
}

describe('connecting with credentials', () => {
  let app: TestApp
  let owner: { id: string; key: string }
  before(async () => {
    app = await startApp({ store: 'PGlite' })
    owner = await app.tenant({ tier: 'free' })
  })
  after(() => app.close())

  const connect = (platform: string, credentials?: Record<string, string>) =>
    app.call(`POST /connect/${platform}`, {
      key: owner.key,
      body: credentials === undefined ? {} : { credentials },
    })
  const count = async () =>
    ((await app.call('GET /connect/accounts', { key: owner.key })).body.accounts as unknown[]).length

  for (const [platform, credentials] of Object.entries(GOOD)) {
    const secret = SECRETS[platform] ?? ''

    test(`${platform}: what the platform accepts is connected, and its secret is nowhere in plain text`, async () => {
      const made = await connect(platform, credentials)
      assert.equal(made.status, 201, made.text)
      assert.deepEqual(
        [made.body.platform, made.body.status, made.body.can_post],
        [platform, 'connected', true],
      )
      const listed = await app.call('GET /connect/accounts', { key: owner.key })
      const rows = await app.db.rows<{ row: string }>(sql`
        select t::text as row from connected_accounts t where tenant_id = ${owner.id}`)
      const value = credentials[secret] ?? ''
      for (const text of [made.text, listed.text, ...rows.map(({ row }) => row)])
        assert.ok(!text.includes(value))
      const key = { tenant_id: owner.id, mode: 'live', account_id: String(made.body.id) } as const
      const token = await app.app.connections.accessToken(key)
      assert.ok(token.ok)
      assert.equal(token.value.authorization === null, platform === 'telegram')
    })

    test(`${platform}: what it does not accept is 400, and nothing is connected`, async () => {
      const before = await count()
      const wrong = { ...credentials, [secret]: '1:invalid-secret' }
      const answer = await connect(platform, wrong)
      assert.deepEqual([answer.status, errorCode(answer)], [400, 'bad_request'])
      assert.doesNotMatch(answer.text, /invalid-secret/)
      assert.equal(await count(), before)
    })

    test(`${platform}: a platform that is down is 502, and a cut connection is no account`, async () => {
      const before = await count()
      for (const trigger of [
        'sandbox:error',
        'sandbox:rate_limit',
        'sandbox:garbage',
        'sandbox:disconnect',
      ]) {
        const answer = await connect(platform, { ...credentials, [secret]: `1:${trigger}` })
        assert.deepEqual([answer.status, errorCode(answer)], [502, 'provider_failed'], answer.text)
      }
      assert.equal(await count(), before)
    })

    test(`${platform}: what is missing or not its own is named`, async () => {
      const missing = await connect(platform)
      assert.equal(errorCode(missing), 'validation_failed')
      assert.match(missing.text, new RegExp(`credentials\\.${secret}: required`))
      const foreign = platform === 'discord' ? 'identifier' : 'bot_token'
      if (foreign in credentials) return
      const extra = await connect(platform, { ...credentials, [foreign]: 'x' })
      assert.match(extra.text, new RegExp(`credentials\\.${foreign}: .* does not take it`))
    })
  }

  for (const [platform, field] of Object.entries(HOSTS)) {
    test(`${platform}: a host that is not public is refused before anything is sent`, async () => {
      const before = app.sandbox.stats().requests
      for (const host of [
        'http://blog.acme.example',
        'https://127.0.0.1',
        'https://2130706433',
        'https://0x7f.1',
        'https://[::1]',
        'https://[::ffff:10.0.0.1]',
        'https://169.254.169.254',
        'https://10.0.0.8:8443',
        'https://localhost',
        'https://metadata.google.internal',
        'https://user:pass@blog.acme.example',
        'https://blog.acme.example:22',
        'file:///etc/passwd',
        'blog.acme.example',
      ]) {
        const answer = await connect(platform, { ...GOOD[platform], [field]: host })
        assert.equal(answer.status, 400, host)
        assert.match(answer.text, new RegExp(`credentials\\.${field}: `), host)
      }
      assert.equal(app.sandbox.stats().requests, before)
    })
  }

  test('a user who may not publish is connected and cannot post', async () => {
    const made = await connect('wordpress', { ...GOOD.wordpress, username: 'subscriber' })
    assert.deepEqual([made.status, made.body.can_post], [201, false])
  })

  test('an address is read without its query, and one host in other letters is the same account', async () => {
    const given = { ...GOOD.wordpress, username: 'twice' }
    const first = await connect('wordpress', { ...given, site_url: 'https://blog.acme.example/?p=1#top' })
    const again = await connect('wordpress', { ...given, site_url: 'https://BLOG.acme.example//' })
    assert.deepEqual([first.status, again.status, again.body.id], [201, 201, first.body.id], first.text)
  })

  test('a line end cannot be smuggled into a header', async () => {
    const answer = await connect('discord', { bot_token: 'a\r\nx-evil: 1' })
    assert.equal(errorCode(answer), 'validation_failed')
  })

  test('a platform that there is not is 404 wherever it stands in the path, and 400 as a field', async () => {
    for (const [route, key] of [
      ['POST /connect/myspace', owner.key],
      ['GET /connect/myspace/callback?state=x&code=y', undefined],
      ['GET /connect/constructor/callback?state=x&code=y', undefined],
    ] as const) {
      const answer = await app.call(route, { key, ...(route.startsWith('POST') ? { body: {} } : {}) })
      assert.deepEqual([answer.status, errorCode(answer)], [404, 'not_found'], answer.text)
    }
    const listed = await app.call('GET /connect/accounts?platform=myspace', { key: owner.key })
    assert.deepEqual([listed.status, errorCode(listed)], [400, 'validation_failed'])
  })

  test('credentials for a platform with a page are refused', async () => {
    assert.equal(errorCode(await connect('google', { token: 'x' })), 'validation_failed')
  })
})

describe('connecting with credentials, live', () => {
  const env = readConnectSettings({}, readConfig({ HERALD_MODE: 'live' }), null)

  test('a host whose name leads to a private address is refused at the connection', async () => {
    for (const address of ['127.0.0.1', '10.1.2.3', '169.254.169.254', '::1', 'fd00::1']) {
      const family = address.includes(':') ? 6 : 4
      const caller = createGuardedCaller({ resolve: async () => [{ address, family }] })
      const connectors = buildConnectors(env, caller)
      for (const platform of ['wordpress', 'mastodon', 'bluesky'] as const) {
        const connector = connectors.live.get(platform)
        assert.ok(connector?.kind === 'credentials')
        const given = { ...GOOD[platform], service_url: 'https://pds.example' }
        const checked = await connector.check(given)
        assert.ok(!checked.ok && checked.code === 'blocked_address', `${platform} at ${address}`)
      }
      await caller.close()
    }
  })

  test('without a sandbox there is nothing for test keys, and nothing of theirs goes out', () => {
    const caller = createGuardedCaller()
    const { test: nothing } = buildConnectors(env, caller)
    assert.deepEqual([nothing.simulated, nothing.get('discord'), nothing.get('google')], [true, null, null])
    return caller.close()
  })
})

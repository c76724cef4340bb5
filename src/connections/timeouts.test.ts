/** Connected platforms that hang, with a deadline short enough to be waited for. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { consent } from '../../test/consent.ts'
import { errorCode, startApp, type TestApp } from '../../test/harness.ts'
import { sql } from '../store/sql.ts'

describe('a connected platform that hangs', () => {
  let app: TestApp
  before(async () => {
    app = await startApp({ store: 'PGlite', env: { PLATFORM_TIMEOUT_MS: '800' } })
  })
  after(() => app.close())

  async function google(username: string) {
    const tenant = await app.tenant()
    const started = await app.call('POST /connect/google', { key: tenant.key, body: {} })
    const back = await consent(String(started.body.auth_url), { username })
    const done = await app.call(`GET /connect/google/callback${back.search}`)
    return { ...tenant, done }
  }

  async function cms(platform: string, credentials: Record<string, string>) {
    const tenant = await app.tenant()
    const made = await app.call(`POST /connect/${platform}`, { key: tenant.key, body: { credentials } })
    return { ...tenant, made }
  }

  const wordpress = (username: string) =>
    cms('wordpress', { site_url: 'https://hang.acme.com', username, application_password: 'abcd' })

  const accounts = async (key: string) =>
    (await app.call('GET /connect/accounts', { key })).body.accounts as { status: string }[]

  test('is a 502 that may be retried, and is not charged: Business Profile and Search Console', async () => {
    const { key } = await google('acme sandbox:timeout@api')
    for (const [route, body] of [
      ['GET /gbp/locations', undefined],
      ['GET /gbp/metrics', undefined],
      ['POST /seo/performance/sync', { site: 'acme.com' }],
    ] as const) {
      const answer = await app.call(route, { key, ...(body === undefined ? {} : { body }) })
      assert.deepEqual([answer.status, errorCode(answer)], [502, 'provider_failed'], answer.text)
    }
    assert.equal((await app.usage(key)).actions_used, 0)
    assert.deepEqual(
      (await accounts(key)).map(({ status }) => status),
      ['connected'],
    )
  })

  test('is a 502 that may be retried, and is not charged: WordPress and Webflow', async () => {
    for (const [platform, { key, made }, url] of [
      ['wordpress', await wordpress('editor sandbox:timeout@api'), 'https://hang.acme.com/crm'],
      ['webflow', await cms('webflow', { token: 'wf sandbox:timeout@api' }), 'https://acme.com/pricing'],
    ] as const) {
      assert.equal(made.status, 201, made.text)
      const site = await app.call('POST /sites', { key, body: { domain: 'acme.com' } })
      const changes = [{ type: 'title', value: 'X' }]
      const body = { site_id: site.body.id, url, deploy_mode: platform, changes }
      const answer = await app.call('POST /onpage/apply', { key, body })
      assert.deepEqual([answer.status, errorCode(answer)], [502, 'provider_failed'], answer.text)
      assert.equal((await app.usage(key)).actions_used, 0)
    }
  })

  test('while a page is published leaves the change to be rolled back, and says how', async () => {
    const { id, key } = await cms('webflow', { token: 'wf sandbox:timeout@publish' })
    const site = await app.call('POST /sites', { key, body: { domain: 'acme.com' } })
    const changes = [{ type: 'title', value: 'Prices' }]
    const body = { site_id: site.body.id, url: 'https://acme.com/pricing', deploy_mode: 'webflow', changes }
    const hung = await app.call('POST /onpage/apply', { key, body })
    assert.equal(hung.status, 502, hung.text)
    const [kept] = await app.db.rows<{ id: string }>(sql`
      select id from onpage_changes where tenant_id = ${id} and status = 'applying'`)
    assert.ok(kept !== undefined && hung.text.includes(kept.id), hung.text)
  })

  test('connects nothing', async () => {
    const application_password = 'abcd sandbox:timeout'
    const site = { site_url: 'https://hang.acme.com', username: 'editor', application_password }
    const { key, made } = await cms('wordpress', site)
    assert.deepEqual([made.status, errorCode(made)], [502, 'provider_failed'], made.text)
    assert.deepEqual(await accounts(key), [])
    const token = await cms('webflow', { token: 'wf sandbox:timeout@check' })
    assert.equal(token.made.status, 502, token.made.text)
    const { done, ...tenant } = await google('acme sandbox:timeout@token')
    assert.equal(done.status, 502, done.text)
    assert.deepEqual(await accounts(tenant.key), [])
  })

  test('while refreshing leaves the account connected, and the next try succeeds', async () => {
    const { id, done } = await google('acme sandbox:timeout_once@refresh')
    const account_id = String((done.body.accounts as { id: string }[])[0]?.id)
    await app.db.run(sql`update connected_accounts set expires_at = herald_now() where tenant_id = ${id}`)
    const key = { tenant_id: id, mode: 'live', account_id } as const
    const hung = await app.app.connections.accessToken(key)
    assert.ok(!hung.ok && hung.code === 'timeout' && hung.verdict !== 'reconnect', JSON.stringify(hung))
    assert.ok((await app.app.connections.accessToken(key)).ok)
  })
})

import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { errorCode, startApp, type TestApp } from '../../../test/harness.ts'
import { OAUTH_PLATFORMS } from '../../providers/oauth/platforms.ts'

describe('connecting, live', () => {
  let app: TestApp
  let key = ''
  before(async () => {
    app = await startApp({
      store: 'PGlite',
      env: {
        HERALD_MODE: 'live',
        ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
        PUBLIC_URL: 'https://herald.example',
        X_CLIENT_ID: 'our-client',
        X_CLIENT_SECRET: 'our-secret',
      },
    })
    key = (await app.tenant()).key
  })
  after(() => app.close())

  test('without an app at the platform it is 503 with the platform’s own code', async () => {
    for (const [platform, { client }] of Object.entries(OAUTH_PLATFORMS)) {
      if (client === 'x') continue
      const answer = await app.call(`POST /connect/${platform}`, { key, body: {} })
      assert.deepEqual([answer.status, errorCode(answer)], [503, `${client}_unconfigured`])
      assert.match(answer.text, new RegExp(`${client.toUpperCase()}_CLIENT_ID`))
    }
  })

  test('with one, the page is the platform’s, with PKCE and our address, and the secret stays here', async () => {
    const started = await app.call('POST /connect/x', { key, body: {} })
    const url = new URL(String(started.body.auth_url))
    assert.equal(`${url.origin}${url.pathname}`, 'https://x.com/i/oauth2/authorize')
    const { code_challenge, state, ...rest } = Object.fromEntries(url.searchParams)
    assert.deepEqual(rest, {
      response_type: 'code',
      client_id: 'our-client',
      redirect_uri: 'https://herald.example/v1/connect/x/callback',
      scope: 'tweet.read tweet.write users.read media.write offline.access',
      code_challenge_method: 'S256',
    })
    assert.match(String(code_challenge), /^[\w-]{43}$/)
    assert.equal(state, started.body.state)
    assert.equal(started.body.simulated, false)
    assert.doesNotMatch(started.text, /our-secret/)
  })

  test('a test key still goes to the sandbox', async () => {
    const minted = await app.call('POST /api-keys', { key, body: { kind: 'test' } })
    const started = await app.call('POST /connect/google', { key: String(minted.body.api_key), body: {} })
    assert.ok(String(started.body.auth_url).startsWith(app.sandbox.url))
    assert.equal(started.body.simulated, true)
  })
})

/** What stands behind the proxy, as far as these calls go. */
const BEHIND: Record<string, unknown> = {
  '/oauth2.googleapis.com/token': {
    access_token: 'at',
    refresh_token: 'rt',
    expires_in: 3600,
    scope: 'https://www.googleapis.com/auth/business.manage',
  },
  '/openidconnect.googleapis.com/v1/userinfo': { sub: '1', email: 'a@acme.com', name: 'Acme' },
  '/mybusinessaccountmanagement.googleapis.com/v1/accounts': { accounts: [] },
  '/api.webflow.com/v2/token/introspect': {
    authorization: { id: 'a1', scope: 'cms:write', authorizedTo: { siteIds: ['s1'] } },
  },
  '/api.webflow.com/v2/sites/s1/custom_domains': { customDomains: [{ id: 'd1', url: 'acme.com' }] },
  '/api.webflow.com/v2/sites/s1/pages': {
    pages: [{ id: 'p1', title: 'Prices', publishedPath: '/pricing', seo: {} }],
  },
}

describe('GOOGLE_BASE_URL and WEBFLOW_BASE_URL', () => {
  let app: TestApp
  let proxy: Server
  const asked = new Set<string>()
  before(async () => {
    proxy = createServer((request, response) => {
      const path = (request.url ?? '').replace(/\?.*$/, '')
      asked.add(path)
      response.writeHead(path in BEHIND ? 200 : 404, { 'content-type': 'application/json' })
      response.end(JSON.stringify(BEHIND[path] ?? {}))
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
    app = await startApp({
      store: 'PGlite',
      env: {
        HERALD_MODE: 'live',
        ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
        GOOGLE_CLIENT_ID: 'our-client',
        GOOGLE_CLIENT_SECRET: 'our-secret',
        GOOGLE_BASE_URL: address,
        WEBFLOW_BASE_URL: `${address}/`,
      },
    })
  })
  after(async () => {
    await app.close()
    proxy.close()
  })

  test('every call to Google and Webflow goes through the proxy, and the page that a person opens does not', async () => {
    const { key } = await app.tenant()
    const started = await app.call('POST /connect/google', { key, body: {} })
    assert.match(String(started.body.auth_url), /^https:\/\/accounts\.google\.com\//)
    const done = await app.call(`GET /connect/google/callback?state=${started.body.state}&code=c`)
    assert.equal(done.status, 200, done.text)
    const listed = await app.call('GET /gbp/locations', { key })
    assert.deepEqual(
      [listed.status, listed.body.locations, listed.body.simulated],
      [200, [], false],
      listed.text,
    )
    const credentials = { token: 'wf-token' }
    assert.equal((await app.call('POST /connect/webflow', { key, body: { credentials } })).status, 201)
    const site = await app.call('POST /sites', { key, body: { domain: 'acme.com' } })
    const shown = await app.call('POST /onpage/apply', {
      key,
      body: {
        site_id: site.body.id,
        url: 'https://acme.com/pricing',
        deploy_mode: 'webflow',
        changes: [{ type: 'title', value: 'X' }],
        dry_run: true,
      },
    })
    assert.equal((shown.body.diff as { before: string }[])[0]?.before, 'Prices', shown.text)
    assert.deepEqual([...asked].sort(), Object.keys(BEHIND).sort())
  })

  test('test keys go to the sandbox all the same', async () => {
    const { key } = await app.tenant()
    const minted = await app.call('POST /api-keys', { key, body: { kind: 'test' } })
    const before = asked.size
    const credentials = { token: 'another' }
    const made = await app.call('POST /connect/webflow', {
      key: String(minted.body.api_key),
      body: { credentials },
    })
    assert.deepEqual([made.status, made.body.simulated, asked.size], [201, true, before], made.text)
  })
})

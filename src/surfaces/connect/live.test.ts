import assert from 'node:assert/strict'
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

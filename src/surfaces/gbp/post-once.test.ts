/** A Google that posts and then loses its reply, which the sandbox does not play. */
import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { startApp, type TestApp } from '../../../test/harness.ts'

const PARENT = 'accounts/1/locations/2'
const READS: Record<string, unknown> = {
  '/oauth2.googleapis.com/token': {
    access_token: 'at',
    refresh_token: 'rt',
    expires_in: 3600,
    scope: 'https://www.googleapis.com/auth/business.manage',
  },
  '/openidconnect.googleapis.com/v1/userinfo': { sub: '1', email: 'a@acme.com', name: 'Acme' },
  '/mybusinessaccountmanagement.googleapis.com/v1/accounts': { accounts: [{ name: 'accounts/1' }] },
  '/mybusinessbusinessinformation.googleapis.com/v1/accounts/1/locations': {
    locations: [{ name: 'locations/2', title: 'Acme' }],
  },
}

type How = 'answers' | 'posts and is cut off' | 'is cut off before' | 'refuses'

describe('a post whose reply is lost', () => {
  let app: TestApp
  let google: Server
  let key: string
  let how: How
  const posts: Record<string, unknown>[] = []

  function made(body: unknown) {
    const at = new Date().toISOString()
    posts.unshift({
      ...(body as object),
      name: `${PARENT}/localPosts/${posts.length}`,
      state: 'LIVE',
      createTime: at,
    })
    return posts[0]
  }

  before(async () => {
    google = createServer(async (request, response) => {
      const path = (request.url ?? '').replace(/\?.*$/, '')
      const tell = (status: number, body: unknown) => {
        response.writeHead(status, { 'content-type': 'application/json' })
        response.end(JSON.stringify(body))
      }
      if (path !== `/mybusiness.googleapis.com/v4/${PARENT}/localPosts`) {
        return tell(path in READS ? 200 : 404, READS[path] ?? {})
      }
      if (request.method === 'GET') return tell(200, { localPosts: posts })
      const body = await json(request)
      if (how === 'refuses') return tell(400, { error: { code: 400, status: 'INVALID_ARGUMENT' } })
      if (how === 'is cut off before') return response.destroy()
      const post = made(body)
      return how === 'answers' ? tell(200, post) : response.destroy()
    })
    await new Promise<void>((resolve) => google.listen(0, '127.0.0.1', resolve))
    app = await startApp({
      store: 'PGlite',
      env: {
        HERALD_MODE: 'live',
        ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
        GOOGLE_CLIENT_ID: 'our-client',
        GOOGLE_CLIENT_SECRET: 'our-secret',
        GOOGLE_BASE_URL: `http://127.0.0.1:${(google.address() as AddressInfo).port}`,
      },
    })
    key = (await app.tenant()).key
    const started = await app.call('POST /connect/google', { key, body: {} })
    const done = await app.call(`GET /connect/google/callback?state=${started.body.state}&code=c`)
    assert.equal(done.status, 200, done.text)
  })
  after(async () => {
    await app.close()
    google.close()
  })

  const post = (summary: string, as: How, headers = {}) => {
    how = as
    return app.call('POST /gbp/posts', { key, body: { summary }, headers })
  }
  const at = (summary: string) => posts.filter((one) => one.summary === summary).length
  const states = async (summary: string) =>
    ((await app.call('GET /gbp/posts', { key })).body.posts as { summary: string; state: string }[])
      .filter((one) => one.summary === summary)
      .map(({ state }) => state)

  test('is found by the retry with the same Idempotency-Key, and is there once', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const lost = await post('Open day', 'posts and is cut off', headers)
    assert.equal(lost.status, 502, lost.text)
    assert.deepEqual(await states('Open day'), ['UNKNOWN'])
    const again = await post('Open day', 'answers', headers)
    assert.deepEqual([again.status, again.body.state, at('Open day')], [201, 'LIVE', 1], again.text)
    assert.equal(again.body.external_name, posts.find((one) => one.summary === 'Open day')?.name)
    assert.deepEqual(await states('Open day'), ['LIVE'])
  })

  test('and did not go out is sent by the retry, once', async () => {
    assert.equal((await post('Sale', 'is cut off before')).status, 502)
    assert.equal((await post('Sale', 'answers')).status, 201)
    assert.deepEqual([at('Sale'), await states('Sale')], [1, ['LIVE']])
  })

  test('what an attempt left in doubt stays so through a refusal, and a refusal alone leaves nothing', async () => {
    assert.equal((await post('Fair', 'refuses')).status, 400)
    assert.deepEqual(await states('Fair'), [])
    assert.equal((await post('Fair', 'is cut off before')).status, 502)
    assert.equal((await post('Fair', 'refuses')).status, 400)
    assert.deepEqual(await states('Fair'), ['UNKNOWN'])
  })

  test('the same words meant twice are two posts', async () => {
    for (const expected of [1, 2]) {
      assert.equal((await post('Hello', 'answers')).status, 201)
      assert.deepEqual([at('Hello'), (await states('Hello')).length], [expected, expected])
    }
  })
})

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Answer, errorCode, startApp, type TestApp } from './harness.ts'

describe('whose address counts', () => {
  const signUps = async (trust: string, chains: (string | null)[]): Promise<number[]> => {
    const app = await startApp({
      store: 'PGlite',
      env: { TRUST_PROXY: trust, SIGNUPS_PER_IP_PER_MINUTE: '2' },
    })
    const statuses: number[] = []
    for (const [n, chain] of chains.entries()) {
      const headers: Record<string, string> = chain === null ? {} : { 'x-forwarded-for': chain }
      const body = { email: `door${n}@example.com` }
      statuses.push((await app.call('POST /checkout/free', { body, headers })).status)
    }
    await app.close()
    return statuses
  }

  test('behind one proxy it is what the proxy adds: a forged chain before that changes nothing', async () => {
    const seen = await signUps('1', [
      '203.0.113.7',
      '198.51.100.1, 203.0.113.7',
      '198.51.100.2, 203.0.113.7',
      '127.0.0.1, ::1, not an address, 203.0.113.7',
      '203.0.113.7, 203.0.113.8',
    ])
    assert.deepEqual(seen, [201, 201, 429, 429, 201])
  })

  test('behind two it is one further back', async () => {
    const seen = await signUps('2', [
      '198.51.100.1, 203.0.113.7, 10.0.0.1',
      '198.51.100.2, 203.0.113.7, 10.0.0.2',
      '198.51.100.3, 203.0.113.7, 10.0.0.3',
      '203.0.113.7, 203.0.113.8, 10.0.0.1',
    ])
    assert.deepEqual(seen, [201, 201, 429, 201])
  })

  test('with no proxy in front the header is not believed at all', async () => {
    assert.deepEqual(
      await signUps('0', ['203.0.113.1', '203.0.113.2', '203.0.113.3', null]),
      [201, 201, 429, 429],
    )
  })
})

describe('pages of other origins', () => {
  const ALLOWED = 'https://app.example.com'
  let app: TestApp
  let key: string
  before(async () => {
    app = await startApp({
      store: 'PGlite',
      env: { CORS_ORIGINS: `${ALLOWED},https://two.example.com`, SIGNUPS_PER_IP_PER_MINUTE: '0' },
    })
    key = (await app.tenant()).key
  })
  after(() => app.close())

  const shared = (answer: Answer) => answer.headers.get('access-control-allow-origin')
  const words = (answer: Answer, header: string) =>
    (answer.headers.get(header) ?? '').toLowerCase().split(/\s*,\s*/)

  /** One of each way that an answer can come about. */
  const ROUTES: [string, number, object?][] = [
    ['GET /usage', 200],
    ['GET /agents/runs?limit=0', 400],
    ['GET /agents/runs/run_nobody', 404],
    ['GET /nowhere', 404],
    ['GET /agents/runs/%E0%A4%A', 400],
    ['PUT /usage', 405, {}],
    ['POST /checkout/free', 429, { email: 'page@example.com' }],
    ['GET /calls', 501],
  ]
  for (const [route, status, body] of ROUTES) {
    test(`${route}, ${status}: an allowed page reads the answer, any other cannot`, async () => {
      const ask = (origin: string) =>
        app.call(route, { key, headers: { origin }, ...(body === undefined ? {} : { body }) })
      const ours = await ask(ALLOWED)
      assert.deepEqual([ours.status, shared(ours)], [status, ALLOWED], ours.text)
      assert.ok(words(ours, 'vary').includes('origin'), 'a cache must not hand it to another page')
      for (const header of ['retry-after', 'x-request-id', 'x-ratelimit-remaining', 'idempotent-replayed'])
        assert.ok(words(ours, 'access-control-expose-headers').includes(header), header)
      for (const origin of ['https://evil.example.com', 'null', `${ALLOWED}.evil.example.com`]) {
        const theirs = await ask(origin)
        assert.deepEqual([theirs.status, shared(theirs)], [status, null], origin)
        assert.ok(words(theirs, 'vary').includes('origin'), 'nor may an allowed page get theirs')
      }
    })
  }

  test('an answer to a request without a key is readable too', async () => {
    const answer = await app.call('GET /usage', { headers: { origin: ALLOWED } })
    assert.deepEqual([answer.status, errorCode(answer), shared(answer)], [401, 'unauthorized', ALLOWED])
  })

  test('the MCP endpoint lets in the same pages; any other is 403, whatever name it was reached by', async () => {
    const ask = (origin: string, method: string) =>
      app.call('POST /mcp', { key, headers: { origin }, body: { jsonrpc: '2.0', id: 1, method } })
    for (const method of ['ping', 'tools/list', 'no/such']) {
      const ours = await ask(ALLOWED, method)
      assert.deepEqual([ours.status, shared(ours)], [200, ALLOWED], ours.text)
      const theirs = await ask('https://evil.example.com', method)
      assert.deepEqual([theirs.status, errorCode(theirs), shared(theirs)], [403, 'forbidden', null])
    }
    assert.equal(
      (await ask('http://app.example.com', 'ping')).status,
      403,
      'another scheme is another origin',
    )
  })

  const preflight = (path: string, origin: string, headers: string) =>
    app.call(`OPTIONS ${path}`, {
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': headers,
      },
    })

  test('a preflight of an allowed page permits what clients send, on any path and without a key', async () => {
    const mcp = ['mcp-protocol-version', 'mcp-method', 'mcp-name']
    const sent = ['authorization', 'content-type', 'idempotency-key', 'x-request-id', 'last-event-id', ...mcp]
    for (const path of ['/aeo/scan', '/agents/runs/run_1/cancel', '/mcp', '/nowhere']) {
      const answer = await preflight(path, ALLOWED, sent.join(','))
      assert.deepEqual([answer.status, shared(answer)], [204, ALLOWED], path)
      for (const method of ['get', 'post', 'put', 'patch', 'delete'])
        assert.ok(words(answer, 'access-control-allow-methods').includes(method), method)
      for (const header of sent)
        assert.ok(words(answer, 'access-control-allow-headers').includes(header), header)
      assert.equal(answer.headers.get('access-control-allow-credentials'), null)
    }
  })

  test('a preflight of any other page permits nothing', async () => {
    const answer = await preflight('/aeo/scan', 'https://evil.example.com', 'authorization')
    assert.ok(answer.status >= 400, String(answer.status))
    for (const header of ['origin', 'methods', 'headers'])
      assert.equal(answer.headers.get(`access-control-allow-${header}`), null)
  })
})

test('by default no page of another origin reads anything', async () => {
  const app = await startApp({ store: 'PGlite' })
  const answer = await app.call('GET /plans', { headers: { origin: 'https://app.example.com' } })
  assert.deepEqual([answer.status, answer.headers.get('access-control-allow-origin')], [200, null])
  await app.close()
})

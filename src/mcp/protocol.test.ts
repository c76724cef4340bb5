import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { type Answer, errorCode, type TestApp } from '../../test/harness.ts'
import { mintKey } from '../kernel/api-key.ts'
import { sharedApp } from './fixtures/server.ts'
import { refuseForeignOrigin } from './origin.ts'
import { META, MODERN_VERSION } from './protocol.ts'

type Body = Record<string, unknown>

const ENVELOPE = { [META.version]: MODERN_VERSION, [META.capabilities]: {} }

function rpcError(answer: Answer): { code: number; message: string; data?: unknown } {
  return answer.body.error as { code: number; message: string; data?: unknown }
}

describe('the protocol', () => {
  let app: TestApp
  let key: string

  before(async () => {
    app = await sharedApp()
    key = (await app.tenant({ tier: 'pro' })).key
  })

  const post = (body: unknown, headers: Record<string, string> = {}) =>
    app.call('POST /mcp', { key, body, headers })
  const legacy = (method: string, params?: Body, headers = {}) =>
    post({ jsonrpc: '2.0', id: 7, method, ...(params === undefined ? {} : { params }) }, headers)
  /** A modern request as the specification wants it, with headers to change or (with '') to leave out. */
  const modern = (method: string, params: Body = {}, change: Record<string, string> = {}) => {
    const headers = {
      'mcp-protocol-version': MODERN_VERSION,
      'mcp-method': method,
      ...(method === 'tools/call' ? { 'mcp-name': String(params.name) } : {}),
      ...change,
    }
    const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''))
    return post({ jsonrpc: '2.0', id: 7, method, params: { _meta: ENVELOPE, ...params } }, sent)
  }
  const refused = (answer: Answer, http: number, code: number) => {
    assert.equal(answer.status, http, answer.text)
    assert.equal(rpcError(answer).code, code, answer.text)
    assert.equal(answer.body.jsonrpc, '2.0')
  }

  describe('before everything', () => {
    test('a bare tools/list with only the bearer and JSON works', async () => {
      const answer = await app.call('POST /mcp', {
        key,
        raw: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
      })
      assert.equal(answer.status, 200)
      assert.ok((answer.body.result as { tools: unknown[] }).tools.length >= 27)
    })
    test('without a valid key it is 401 with our envelope and WWW-Authenticate, whatever the body', async () => {
      for (const bad of [undefined, 'nonsense', mintKey('live').raw]) {
        for (const raw of ['{"jsonrpc":"2.0","id":1,"method":"tools/list"}', '{', '[]']) {
          const answer = await app.call('POST /mcp', { key: bad, raw })
          assert.equal(answer.status, 401)
          assert.equal(errorCode(answer), 'unauthorized')
          assert.equal(answer.headers.get('www-authenticate'), 'Bearer')
        }
      }
    })
    test('no oauth-protected-resource document is published, so that clients send the header they were given', async () => {
      for (const path of [
        '/.well-known/oauth-protected-resource',
        '/.well-known/oauth-protected-resource/v1/mcp',
      ]) {
        assert.equal((await fetch(`${app.url}${path}`)).status, 404)
      }
    })
    test('GET and DELETE are 405 with our envelope', async () => {
      for (const method of ['GET', 'DELETE']) {
        const answer = await app.call(`${method} /mcp`, { key })
        assert.equal(answer.status, 405)
        assert.equal(errorCode(answer), 'method_not_allowed')
        assert.equal(answer.headers.get('allow'), 'POST')
      }
    })
    test('a foreign Origin is 403; none, a local one and the service’s own pass', async () => {
      const from = (origin: string) => legacy('ping', {}, { origin })
      for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1.evil.example']) {
        const answer = await from(origin)
        assert.equal(answer.status, 403, origin)
        assert.equal(errorCode(answer), 'forbidden')
      }
      for (const origin of ['http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:9']) {
        assert.equal((await from(origin)).status, 200, origin)
      }
      refuseForeignOrigin('https://herald.example', 'https://herald.example/', [])
      assert.throws(() => refuseForeignOrigin('https://herald.example:8443', 'https://herald.example/', []))
    })
    test('a body that is not JSON by its type is 415', async () => {
      const answer = await post({}, { 'content-type': 'text/plain' })
      assert.equal(answer.status, 415)
      assert.equal(errorCode(answer), 'unsupported_media_type')
    })
    test('the request id is echoed', async () => {
      assert.equal((await legacy('ping', {}, { 'x-request-id': 'abc' })).headers.get('x-request-id'), 'abc')
    })
  })

  describe('requests that are not requests', () => {
    test('bad JSON is 400 and −32700', async () => {
      for (const raw of ['{"jsonrpc":', '', Buffer.from([0x22, 0xff, 0x22])]) {
        const answer = await app.call('POST /mcp', { key, raw })
        refused(answer, 400, -32700)
        assert.equal(answer.body.id, null)
      }
    })
    for (const [what, body] of Object.entries({
      'a batch': [{ jsonrpc: '2.0', id: 1, method: 'ping' }],
      'an id of null': { jsonrpc: '2.0', id: null, method: 'ping' },
      'an id of another type': { jsonrpc: '2.0', id: {}, method: 'ping' },
      'another version of JSON-RPC': { jsonrpc: '1.0', id: 1, method: 'ping' },
      'no method': { jsonrpc: '2.0', id: 1 },
      'params as a list': { jsonrpc: '2.0', id: 1, method: 'ping', params: [1] },
      'a bare string': 'ping',
    })) {
      test(`${what} is 400 and −32600`, async () => refused(await post(body), 400, -32600))
    }
    test('an id that cannot be written back is 400 and −32600', async () => {
      const raw = '{"jsonrpc":"2.0","id":1e400,"method":"ping"}'
      refused(await app.call('POST /mcp', { key, raw }), 400, -32600)
    })
  })

  describe('legacy', () => {
    for (const version of ['2025-11-25', '2025-06-18']) {
      test(`initialize answers ${version} with itself, without a session`, async () => {
        const answer = await legacy('initialize', {
          protocolVersion: version,
          capabilities: {},
          clientInfo: {},
        })
        const result = answer.body.result as Body
        assert.equal(result.protocolVersion, version)
        assert.deepEqual(result.capabilities, { tools: {} })
        assert.equal((result.serverInfo as Body).name, 'herald')
        assert.equal(answer.headers.get('mcp-session-id'), null)
      })
    }
    test('initialize answers a version it does not speak with the newest one it does', async () => {
      for (const version of ['2024-11-05', '2099-01-01', undefined]) {
        const { result } = (await legacy('initialize', { protocolVersion: version })).body
        assert.equal((result as Body).protocolVersion, '2025-11-25')
      }
    })
    test('notifications are 202 and empty', async () => {
      const answer = await post({ jsonrpc: '2.0', method: 'notifications/initialized' })
      assert.equal(answer.status, 202)
      assert.equal(answer.text, '')
    })
    test('ping answers an empty result, and a session id is ignored', async () => {
      const answer = await legacy('ping', undefined, { 'mcp-session-id': 'whatever' })
      assert.deepEqual(answer.body, { jsonrpc: '2.0', id: 7, result: {} })
    })
    test('a missing version header is accepted, an unsupported one is 400', async () => {
      assert.equal((await legacy('tools/list')).status, 200)
      assert.equal((await legacy('tools/list', {}, { 'mcp-protocol-version': '2025-06-18' })).status, 200)
      refused(await legacy('tools/list', {}, { 'mcp-protocol-version': '1999-01-01' }), 400, -32022)
    })
    test('errors travel at HTTP 200: unknown method, unknown tool, bad cursor', async () => {
      for (const method of ['nope', 'prompts/list', 'server/discover', 'constructor']) {
        refused(await legacy(method), 200, -32601)
      }
      refused(await legacy('tools/call', { name: 'nope', arguments: {} }), 200, -32602)
      refused(await legacy('tools/call', {}), 200, -32602)
      refused(await legacy('tools/list', { cursor: 'abc' }), 200, -32602)
    })
  })

  describe('modern', () => {
    test('server/discover says versions, capabilities and how long to keep them', async () => {
      const { result } = (await modern('server/discover')).body as { result: Body }
      assert.deepEqual(result.supportedVersions, [MODERN_VERSION])
      assert.deepEqual(result.capabilities, { tools: {} })
      assert.equal(result.cacheScope, 'private')
      assert.equal(typeof result.ttlMs, 'number')
      assert.equal(result.resultType, 'complete')
    })
    test('every result carries resultType; tools/list has ttlMs and a private cacheScope', async () => {
      const list = (await modern('tools/list')).body.result as Body
      assert.equal(list.resultType, 'complete')
      assert.equal(list.cacheScope, 'private')
      assert.equal(typeof list.ttlMs, 'number')
      for (const name of ['tenant_get', 'agent_run_get']) {
        const call = (await modern('tools/call', { name, arguments: {} })).body.result as Body
        assert.equal(call.resultType, 'complete')
      }
    })
    test('_meta without a version or capabilities is 400 and −32602', async () => {
      for (const _meta of [undefined, {}, { [META.capabilities]: {} }, { [META.version]: MODERN_VERSION }]) {
        refused(await modern('tools/list', { _meta }), 400, -32602)
      }
    })
    test('a header that is missing or unlike the body is 400 and −32020', async () => {
      const call = { name: 'tenant_get', arguments: {} }
      for (const [params, change] of [
        [call, { 'mcp-protocol-version': '' }],
        [call, { 'mcp-protocol-version': '2025-11-25' }],
        [call, { 'mcp-method': '' }],
        [call, { 'mcp-method': 'tools/list' }],
        [call, { 'mcp-name': '' }],
        [call, { 'mcp-name': 'usage_get' }],
        [call, { 'mcp-name': '=?base64?###?=' }],
        [call, { 'mcp-name': '=?base64?dGVuYW50X2dldB==?=' }],
      ] as const) {
        const answer = await modern('tools/call', params, change)
        refused(answer, 400, -32020)
        assert.equal(answer.body.id, 7)
      }
    })
    test('a name in base64 is read', async () => {
      const name = `=?base64?${Buffer.from('tenant_get').toString('base64')}?=`
      const answer = await modern('tools/call', { name: 'tenant_get' }, { 'mcp-name': name })
      assert.equal(answer.status, 200)
      assert.equal((answer.body.result as Body).isError, undefined)
    })
    test('an unsupported version is 400 and −32022 with what is supported and what was asked', async () => {
      for (const version of ['2027-01-01', '2025-11-25']) {
        const _meta = { ...ENVELOPE, [META.version]: version }
        const answer = await modern('tools/list', { _meta }, { 'mcp-protocol-version': version })
        refused(answer, 400, -32022)
        assert.deepEqual(rpcError(answer).data, { supported: [MODERN_VERSION], requested: version })
      }
    })
    test('an unknown method is 404 and −32601, and so are initialize and ping', async () => {
      for (const method of ['nope', 'initialize', 'ping', 'resources/list']) {
        refused(await modern(method), 404, -32601)
      }
    })
    test('an unknown tool and a bad cursor are 200 and −32602', async () => {
      refused(await modern('tools/call', { name: 'nope' }), 200, -32602)
      refused(await modern('tools/list', { cursor: 'abc' }), 200, -32602)
    })
  })
})

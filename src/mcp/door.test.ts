import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import pino from 'pino'
import { createHttp } from '../http/server.ts'
import type { Principal } from '../kernel/context.ts'
import { createRegistry } from '../kernel/registry.ts'
import { effectiveScopes } from '../kernel/scopes.ts'
import { unauthorized } from '../pipeline/authenticate.ts'
import { StoreUnavailable } from '../store/db.ts'
import { type McpDeps, mountMcp } from './route.ts'

const principal: Principal = {
  tenant_id: 'ten_1',
  tier: 'free',
  mode: 'live',
  limits: { actions: 0, agent_runs: 0, workflow_runs: 0, spend_cap_micros: 0, requests_per_minute: 0 },
  overages_enabled: false,
  suspended: false,
  key: { id: 'key_1', kind: 'live', grants: ['*'], expires_at: null },
  scopes: effectiveScopes(['*'], 'free'),
}

/** The endpoint alone, with gates of the test's own making. */
async function ask(deps: Partial<McpDeps>, method: string, params = {}) {
  const registry = createRegistry([])
  const invoke = async () => {
    throw unauthorized()
  }
  const server = createHttp({
    log: pino({ level: 'silent' }),
    access: () => {},
    around: null,
    trust_proxy: 0,
    cors_origins: [],
  })
  const authenticate = () => principal
  const own = { registry, invoke, authenticate, public_url: 'http://x', cors_origins: [], report: () => {} }
  mountMcp(server, { ...own, ...deps })
  const url = await server.listen({ port: 0, host: '127.0.0.1' })
  const response = await fetch(`${url}/v1/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const text = await response.text()
  await server.close()
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) }
}

describe('the door', () => {
  test('a key that cannot be looked up is 503 with Retry-After, not a fault of the protocol', async () => {
    const answer = await ask(
      { authenticate: () => Promise.reject(new StoreUnavailable('gone')) },
      'tools/list',
    )
    assert.equal(answer.status, 503)
    assert.equal(answer.headers.get('retry-after'), '1')
    assert.equal(answer.body.error.code, 'unavailable')
  })

  test('a key that is revoked while its call is under way is 401, as at the door', async () => {
    const answer = await ask({}, 'tools/call', { name: 'agent_run_get', arguments: { id: 'x' } })
    assert.equal(answer.status, 401)
    assert.equal(answer.headers.get('www-authenticate'), 'Bearer')
    assert.equal(answer.body.error.code, 'unauthorized')
  })

  test('a fault inside a tool is reported to the operator and told to nobody else', async () => {
    const reported: unknown[] = []
    const broken = async () => {
      throw new Error('the secret cause')
    }
    const report = (error: { cause?: unknown }) => reported.push(error.cause)
    const answer = await ask({ invoke: broken, report }, 'tools/call', { name: 'aeo_scan', arguments: {} })
    assert.equal(answer.status, 200)
    assert.equal(answer.body.result._meta.status, 500)
    assert.doesNotMatch(answer.text, /secret cause/)
    assert.match(String(reported), /secret cause/)
  })

  test('without any surface the 27 are listed all the same', async () => {
    const answer = await ask({}, 'tools/list')
    assert.equal(answer.body.result.tools.length, 27)
    assert.equal(Number(answer.headers.get('content-length')), Buffer.byteLength(answer.text))
    assert.match(String(answer.headers.get('x-request-id')), /^[0-9a-f-]{36}$/)
  })
})

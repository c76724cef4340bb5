import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { caller, post, serve } from './fixtures/servers.ts'
import type { OutboundLog } from './guarded-caller.ts'
import { DEFAULT_LANE } from './lanes.ts'

test('a reply comes back with status, headers, bytes and duration', async () => {
  const port = await serve((request, response) => {
    response.setHeader('x-two', ['a', 'b'])
    request.pipe(response.writeHead(201))
  })
  const result = await caller().callTenantUrl(post(port), { deadline_ms: 2_000 })
  assert.ok(result.ok)
  assert.equal(result.value.status, 201)
  assert.equal(result.value.text, 'hello')
  assert.equal(result.value.headers['x-two'], 'a, b')
  assert.equal(result.value.truncated, false)
  assert.ok(result.value.duration_ms > 0)
})

test('a hanging receiver ends at the deadline as a time-out whose effect is unknown', async () => {
  const port = await serve(() => {})
  const result = await caller().callTenantUrl(post(port), { deadline_ms: 80 })
  assert.ok(!result.ok)
  assert.deepEqual([result.code, result.verdict], ['timeout', 'unknown'])
  assert.ok((result.duration_ms ?? 0) < 1_000)
})

test('a receiver that drips its body does not outlive the deadline', async () => {
  const port = await serve((_request, response) => {
    response.writeHead(200)
    const drip = setInterval(() => response.write('.'), 10)
    response.on('close', () => clearInterval(drip))
  })
  const result = await caller().callTenantUrl(post(port), { deadline_ms: 150 })
  assert.ok(!result.ok)
  assert.deepEqual([result.code, result.status], ['timeout', 200])
})

test('a gigabyte of body is not read: the cap ends it and memory stays flat', async () => {
  const chunk = Buffer.alloc(1024 * 1024)
  let sent = 0
  const port = await serve((_request, response) => {
    const pump = () => {
      while (sent < 1024 && response.write(chunk)) sent += 1
      if (sent >= 1024) response.end()
    }
    response.on('drain', pump).on('error', () => {})
    pump()
  })
  const before = process.memoryUsage().rss
  const guarded = caller()
  const kept = await guarded.callTenantUrl(post(port), {
    deadline_ms: 5_000,
    max_bytes: 65_536,
    overflow: 'truncate',
  })
  assert.ok(kept.ok)
  assert.equal(kept.value.bytes.length, 65_536)
  assert.equal(kept.value.truncated, true)
  sent = 0
  const refused = await guarded.callTenantUrl(post(port), { deadline_ms: 5_000, max_bytes: 65_536 })
  assert.ok(!refused.ok)
  assert.equal(refused.code, 'body_too_large')
  assert.ok(sent < 64, `the server could send ${sent} MB`)
  assert.ok(process.memoryUsage().rss - before < 128 * 1024 * 1024)
})

test('a reset after sending is unknown, a refused connection may be retried', async () => {
  const port = await serve((request) => request.socket.resetAndDestroy())
  const reset = await caller().callTenantUrl(post(port), { deadline_ms: 2_000 })
  assert.ok(!reset.ok)
  assert.deepEqual([reset.code, reset.verdict], ['connection_reset', 'unknown'])

  const free = http.createServer().listen(0, '127.0.0.1')
  await once(free, 'listening')
  const closed = (free.address() as AddressInfo).port
  await new Promise((done) => free.close(done))
  const refused = await caller().callTenantUrl(post(closed), { deadline_ms: 2_000 })
  assert.ok(!refused.ok)
  assert.deepEqual([refused.code, refused.verdict], ['connection_refused', 'retry_later'])
})

test('a body that is cut short is a reset, not an answer', async () => {
  const port = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': '1000' })
    response.write('half', () => response.socket?.destroy())
  })
  const result = await caller().callTenantUrl(post(port), { deadline_ms: 2_000 })
  assert.ok(!result.ok)
  assert.deepEqual([result.code, result.verdict], ['connection_reset', 'unknown'])
})

test('connections are reused between calls to one origin', async () => {
  const sockets = new Set<unknown>()
  const port = await serve((request, response) => {
    sockets.add(request.socket)
    request.resume().on('end', () => response.end())
  })
  const guarded = caller()
  for (let i = 0; i < 20; i += 1) await guarded.callTenantUrl(post(port), { deadline_ms: 2_000 })
  // A call that follows at once may find the first connection not yet free.
  assert.ok(sockets.size <= 2)
})

test('a cancelled call ends at once', async () => {
  const port = await serve(() => {})
  const abort = new AbortController()
  const pending = caller().callTenantUrl(post(port), { deadline_ms: 60_000, signal: abort.signal })
  abort.abort()
  const result = await pending
  assert.ok(!result.ok)
  assert.equal(result.code, 'cancelled')
})

test("a provider's Retry-After holds that provider back, and no other", async () => {
  let calls = 0
  const port = await serve((_request, response) => {
    calls += 1
    response.writeHead(429, { 'retry-after': '120' }).end()
  })
  const guarded = caller({ limits: () => ({ ...DEFAULT_LANE, max_wait_ms: 1_000 }) })
  const call = (lane: string) => guarded.callProvider(post(port), { deadline_ms: 2_000, lane })
  assert.equal((await call('a')).ok, true)
  const held = await call('a')
  assert.ok(!held.ok)
  assert.deepEqual([held.code, held.verdict], ['rate_limited', 'retry_later'])
  assert.ok((held.retry_after_ms ?? 0) > 100_000)
  assert.equal((await call('b')).ok, true)
  assert.equal(calls, 2)
})

test('what is logged holds neither query strings nor credentials', async () => {
  const entries: OutboundLog[] = []
  const port = await serve((_request, response) => response.end())
  const guarded = caller({ log: (entry) => entries.push(entry) })
  await guarded.callProvider(
    { method: 'GET', url: `http://127.0.0.1:${port}/bot123:abcDEF/s3cr3tvalue/x?api_key=topsecret` },
    { deadline_ms: 2_000, lane: 'x', secrets: ['s3cr3tvalue'] },
  )
  assert.equal(entries[0]?.url, `http://127.0.0.1:${port}/bot[redacted]/[redacted]/x`)
  assert.equal(JSON.stringify(entries).includes('topsecret'), false)
})

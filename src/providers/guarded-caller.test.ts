import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { after, test } from 'node:test'
import { TEST_CERT, TEST_KEY } from './fixtures/tls.ts'
import { createGuardedCaller, type GuardedCallerOptions, type OutboundLog } from './guarded-caller.ts'
import { DEFAULT_LANE } from './lanes.ts'

const closing: (() => unknown)[] = []
after(async () => {
  for (const close of closing) await close()
})

function caller(options: GuardedCallerOptions = {}) {
  const made = createGuardedCaller({ allowPrivate: true, ...options })
  closing.push(() => made.close())
  return made
}

async function serve(
  handler: http.RequestListener,
  make: (handler: http.RequestListener) => Server = (h) => http.createServer(h),
): Promise<number> {
  const server = make(handler)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => {
    if (server instanceof http.Server || server instanceof https.Server) server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

const secure = (handler: http.RequestListener) =>
  https.createServer({ key: TEST_KEY, cert: TEST_CERT }, handler)
const toLoopback = async () => [{ address: '127.0.0.1', family: 4 as const }]

function post(port: number, path = '/') {
  return { method: 'POST', url: `http://127.0.0.1:${port}${path}`, body: 'hello' } as const
}

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
  assert.ok(process.memoryUsage().rss - before < 64 * 1024 * 1024)
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

test('a bad certificate is a TLS failure before anything is sent', async () => {
  let reached = 0
  const port = await serve((_request, response) => {
    reached += 1
    response.end()
  }, secure)
  const url = `https://hooks.example.com:${port}/`
  const untrusted = await caller({ resolve: toLoopback }).callTenantUrl(
    { method: 'POST', url },
    { deadline_ms: 2_000 },
  )
  assert.ok(!untrusted.ok)
  assert.deepEqual([untrusted.code, untrusted.verdict], ['tls', 'retry_later'])

  const trusting = caller({ resolve: toLoopback, ca: TEST_CERT })
  const wrongName = await trusting.callTenantUrl(
    { method: 'POST', url: `https://other.example.com:${port}/` },
    { deadline_ms: 2_000 },
  )
  assert.ok(!wrongName.ok)
  assert.equal(wrongName.code, 'tls')
  assert.equal(reached, 0)
  const good = await trusting.callTenantUrl({ method: 'POST', url }, { deadline_ms: 2_000 })
  assert.ok(good.ok)
})

test('the pinned connect keeps the Host and certificate name of the URL, whatever the caller sends', async () => {
  const hosts: (string | undefined)[] = []
  const port = await serve((request, response) => {
    hosts.push(request.headers.host)
    response.end()
  }, secure)
  const result = await caller({ resolve: toLoopback, ca: TEST_CERT }).callTenantUrl(
    { method: 'GET', url: `https://hooks.example.com:${port}/`, headers: { Host: 'evil.example' } },
    { deadline_ms: 2_000 },
  )
  assert.ok(result.ok)
  assert.deepEqual(hosts, [`hooks.example.com:${port}`])
})

test('a name that resolves to private addresses, alone or mixed, is never connected to', async () => {
  let reached = 0
  const port = await serve((_request, response) => {
    reached += 1
    response.end()
  }, secure)
  for (const addresses of [
    ['127.0.0.1'],
    ['8.8.8.8', '127.0.0.1'],
    ['169.254.169.254'],
    ['::1', '2606:4700::1'],
  ]) {
    const guarded = caller({
      allowPrivate: false,
      ca: TEST_CERT,
      resolve: async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    })
    const result = await guarded.callTenantUrl(
      { method: 'POST', url: `https://hooks.example.com:${port}/` },
      { deadline_ms: 2_000 },
    )
    assert.ok(!result.ok)
    assert.deepEqual([result.code, result.verdict], ['blocked_address', 'rejected'])
  }
  assert.equal(reached, 0)
})

test('check and connect share one resolution, so a name cannot be rebound between them', async () => {
  const local: (string | undefined)[] = []
  const port = await serve((request, response) => {
    local.push(request.socket.localAddress)
    response.end()
  }, secure)
  const answers = ['127.0.0.1', '127.0.0.2', '10.0.0.1']
  let asked = 0
  const guarded = caller({
    ca: TEST_CERT,
    dns_cache_ms: 0,
    resolve: async () => [{ address: answers[asked++] ?? '10.0.0.1', family: 4 }],
  })
  const url = `https://hooks.example.com:${port}/`
  const first = await guarded.callTenantUrl({ method: 'POST', url }, { deadline_ms: 2_000 })
  assert.ok(first.ok)
  assert.deepEqual([asked, local], [1, ['127.0.0.1']])
})

test('redirects are refused, and when asked for are followed only to addresses that pass', async () => {
  const port = await serve((request, response) => {
    const to: Record<string, string> = {
      '/metadata': 'http://169.254.169.254/latest/meta-data/',
      '/decimal': 'http://2852039166/',
      '/file': 'file:///etc/passwd',
      '/loop': '/loop',
      '/ok': '/end',
    }
    const location = to[request.url ?? '']
    if (location === undefined) response.end('end')
    else response.writeHead(302, { location }).end()
  })
  const guarded = caller()
  const get = async (path: string, max_redirects?: number) => {
    const url = `http://127.0.0.1:${port}${path}`
    const result = await guarded.callTenantUrl(
      { method: 'GET', url },
      { deadline_ms: 2_000, ...(max_redirects === undefined ? {} : { max_redirects }) },
    )
    return result.ok ? result.value.text : result.code
  }
  assert.equal(await get('/metadata'), 'redirect')
  assert.equal(await get('/ok'), 'redirect')
  assert.equal(await get('/ok', 3), 'end')
  assert.equal(await get('/metadata', 3), 'blocked_address')
  assert.equal(await get('/decimal', 3), 'blocked_address')
  assert.equal(await get('/file', 3), 'invalid_url')
  assert.equal(await get('/loop', 3), 'redirect')
})

test('a failing resolver is a DNS failure that may be retried', async () => {
  const guarded = caller({
    resolve: async () => {
      throw Object.assign(new Error('nope'), { code: 'ENOTFOUND' })
    },
  })
  const result = await guarded.callTenantUrl(
    { method: 'POST', url: 'https://nowhere.example/' },
    { deadline_ms: 2_000 },
  )
  assert.ok(!result.ok)
  assert.deepEqual([result.code, result.verdict], ['dns', 'retry_later'])
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

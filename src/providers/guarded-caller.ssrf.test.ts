import assert from 'node:assert/strict'
import { test } from 'node:test'
import { caller, secure, serve, toLoopback } from './fixtures/servers.ts'
import { TEST_CERT } from './fixtures/tls.ts'

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

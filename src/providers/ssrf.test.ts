import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BLOCKED } from './fixtures/blocked-urls.ts'
import { checkTenantUrl, createPinnedLookup, isAllowedAddress, type Resolve } from './ssrf.ts'

const MALFORMED = [
  'http://example.com/',
  'ftp://example.com/',
  'file:///etc/passwd',
  'gopher://example.com/',
  'javascript:alert(1)',
  'https://user@example.com/',
  'https://user:pass@example.com/',
  'https://example.com@127.0.0.1/',
  'https://',
  'https://[::1%25eth0]/',
  'https://999.1.1.1/',
  'example.com',
  '',
]

test('every address in the corpus is refused from the URL alone', () => {
  assert.ok(BLOCKED.length >= 40)
  for (const url of BLOCKED) {
    const check = checkTenantUrl(url)
    assert.equal(check.ok, false, url)
    if (!check.ok) assert.equal(check.code, 'blocked_address', url)
  }
})

test('a URL of another scheme, with credentials or malformed is refused as invalid', () => {
  for (const url of MALFORMED) {
    const check = checkTenantUrl(url)
    assert.equal(check.ok, false, url)
    if (!check.ok) assert.equal(check.code, 'invalid_url', url)
  }
})

test('public names and addresses on the allowed ports pass', () => {
  for (const url of [
    'https://example.com/hook?x=1',
    'https://example.com:443/',
    'https://example.com:8443/',
    'https://example.com:1024/',
    'https://example.com:65535/',
    'https://8.8.8.8/',
    'https://[2606:4700:4700::1111]/',
    'https://münchen.example/',
    'https://internal.example.com/',
  ]) {
    assert.equal(checkTenantUrl(url).ok, true, url)
  }
})

test('allowPrivate opens loopback and http, and no other private address', () => {
  const allow = { allowPrivate: true }
  for (const url of [
    'http://127.0.0.1:3000/',
    'http://localhost:3000/',
    'https://[::1]:3000/',
    'http://localhost/',
  ]) {
    assert.equal(checkTenantUrl(url, allow).ok, true, url)
  }
  for (const url of [
    'http://169.254.169.254/',
    'http://10.0.0.1:3000/',
    'https://[fd00:ec2::254]/',
    'http://0.0.0.0:3000/',
  ]) {
    assert.equal(checkTenantUrl(url, allow).ok, false, url)
  }
})

test('an address that is not an address is not allowed', () => {
  assert.equal(isAllowedAddress('example.com'), false)
  assert.equal(isAllowedAddress(''), false)
})

function lookup(resolve: Resolve, cache_ms = 0) {
  const pinned = createPinnedLookup(resolve, {}, cache_ms)
  return (hostname: string) =>
    new Promise((done) => {
      pinned(hostname, { all: true }, (error, found) => done(error === null ? found : error.code))
    })
}

test('one private address among public ones refuses the name', async () => {
  const ask = lookup(async () => [
    { address: '8.8.8.8', family: 4 },
    { address: '10.0.0.5', family: 4 },
    { address: '2606:4700:4700::1111', family: 6 },
  ])
  assert.equal(await ask('mixed.example'), 'HERALD_BLOCKED_ADDRESS')
})

test('a name without addresses is a DNS failure', async () => {
  assert.equal(await lookup(async () => [])('void.example'), 'ENOTFOUND')
})

test('the addresses handed to the connect are the ones that were checked', async () => {
  const answers = ['8.8.8.8', '127.0.0.1']
  const seen: string[] = []
  const ask = lookup(async () => {
    const address = answers.shift() ?? '127.0.0.1'
    seen.push(address)
    return [{ address, family: 4 }]
  })
  assert.deepEqual(await ask('rebind.example'), [{ address: '8.8.8.8', family: 4 }])
  assert.equal(await ask('rebind.example'), 'HERALD_BLOCKED_ADDRESS')
  assert.deepEqual(seen, ['8.8.8.8', '127.0.0.1'])
})

test('a cached answer is a checked one, and is asked for once', async () => {
  let asked = 0
  const ask = lookup(async () => {
    asked += 1
    return [{ address: '8.8.8.8', family: 4 }]
  }, 60_000)
  await ask('cached.example')
  assert.deepEqual(await ask('cached.example'), [{ address: '8.8.8.8', family: 4 }])
  assert.equal(asked, 1)
})

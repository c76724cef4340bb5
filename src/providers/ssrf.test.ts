import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkTenantUrl, createPinnedLookup, isAllowedAddress, type Resolve } from './ssrf.ts'

/** Addresses and encodings that must never be reached; each is refused from the URL alone. */
const BLOCKED = [
  'https://127.0.0.1/',
  'https://127.1/',
  'https://127.0.1/',
  'https://127.255.255.254/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0x7f.1/',
  'https://0x7f.0.0.0x1/',
  'https://0177.0.0.1/',
  'https://017700000001/',
  'https://%31%32%37.0.0.1/',
  'https://１２７.０.０.１/',
  'https://127。0。0。1/',
  'https://⑫7.0.0.1/',
  'https://127.0.0.1./',
  'https://0/',
  'https://0.0.0.0/',
  'https://00.00.00.00/',
  'https://10.0.0.1/',
  'https://10.255.255.255/',
  'https://172.16.0.1/',
  'https://172.31.255.255/',
  'https://192.168.1.1/',
  'https://3232235777/',
  'https://100.64.0.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://2852039166/',
  'https://0xa9fea9fe/',
  'https://0251.0376.0251.0376/',
  'https://169.254.170.2/',
  'https://192.0.0.192/',
  'https://192.0.2.1/',
  'https://198.18.0.1/',
  'https://198.51.100.7/',
  'https://203.0.113.9/',
  'https://192.88.99.1/',
  'https://224.0.0.1/',
  'https://240.0.0.1/',
  'https://255.255.255.255/',
  'https://[::]/',
  'https://[::1]/',
  'https://[0:0:0:0:0:0:0:1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[::ffff:a9fe:a9fe]/',
  'https://[0:0:0:0:0:ffff:10.0.0.1]/',
  'https://[::127.0.0.1]/',
  'https://[::ffff:0:127.0.0.1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[64:ff9b:1::a00:1]/',
  'https://[2002:7f00:1::]/',
  'https://[2001::1]/',
  'https://[fe80::1]/',
  'https://[fec0::1]/',
  'https://[fc00::1]/',
  'https://[fd00:ec2::254]/',
  'https://[ff02::1]/',
  'https://[2001:db8::1]/',
  'https://[100::1]/',
  'https://localhost/',
  'https://LOCALHOST./',
  'https://app.localhost/',
  'https://printer.local/',
  'https://metadata.google.internal/',
  'https://metadata/',
  'https://example.com:22/',
  'https://example.com:25/',
  'https://example.com:80/',
  'https://example.com:0/',
]

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

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { belongsTo, Domain, PageUrl } from './domain.ts'

const ONE_SPELLING: readonly [string, string][] = [
  ['acme.example', 'acme.example'],
  ['ACME.Example', 'acme.example'],
  ['acme.example.', 'acme.example'],
  ['www.acme.co.uk', 'www.acme.co.uk'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['BÜCHER.example', 'xn--bcher-kva.example'],
  ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
  ['例え.テスト', 'xn--r8jz45g.xn--zckzah'],
  ['пример.рф', 'xn--e1afmkfd.xn--p1ai'],
  ['acme。example', 'acme.example'],
  ['a-b.example', 'a-b.example'],
  ['1.example', '1.example'],
]

const REFUSED: readonly [string, string][] = [
  ['https://acme.example', 'a protocol'],
  ['http://acme.example/', 'a protocol and a path'],
  ['acme.example/path', 'a path'],
  ['acme.example?x=1', 'a query'],
  ['acme.example#top', 'a fragment'],
  ['acme.example:8080', 'a port'],
  ['user@acme.example', 'a user'],
  ['acme .example', 'a space'],
  [' acme.example', 'a leading space'],
  ['acme.example\n', 'a line end'],
  ['acme\t.example', 'a tab'],
  ['acme\\example.com', 'a backslash'],
  ['localhost', 'no dot'],
  ['acme', 'no dot'],
  ['', 'nothing'],
  ['.', 'a dot alone'],
  ['.acme.example', 'an empty label'],
  ['acme..example', 'an empty label'],
  ['-acme.example', 'a label that begins with a hyphen'],
  ['acme-.example', 'a label that ends with a hyphen'],
  ['a_b.example', 'an underscore'],
  ['*.example.com', 'a wildcard'],
  ['127.0.0.1', 'an address'],
  ['0x7f.1', 'an address in disguise'],
  ['2130706433', 'an address in disguise'],
  ['[::1]', 'an IPv6 address'],
  [`${'a'.repeat(64)}.example`, 'a label that is too long'],
  [`${'a.'.repeat(130)}example`, 'a name that is too long'],
  ['acme.e', 'a top level of one letter'],
  ['%61cme.com', 'an escape'],
  ['xn--a.com', 'an encoded label that decodes to nothing'],
  ['xn--.com', 'an encoded label that is empty'],
  ['foo.xn--zzzzzzzzz', 'a top level that decodes to nothing'],
  ['XN--99ZZZZ.com', 'the same in capitals'],
  ['foo.local', 'a name of a local network'],
  ['printer.LAN', 'a name of a local network'],
  ['metadata.google.internal', 'a name of a private network'],
  ['foo.localhost', 'a name of this machine'],
  ['1.0.168.192.in-addr.arpa', 'a name of an address'],
  ['home.arpa', 'a name of a home network'],
  ['abcdef.onion', 'a name of another network'],
  ['foo.invalid', 'a reserved name'],
]

describe('a domain', () => {
  for (const [written, kept] of ONE_SPELLING) {
    test(`${JSON.stringify(written)} is kept as ${kept}`, () => assert.equal(Domain.parse(written), kept))
  }
  for (const [written, why] of REFUSED) {
    test(`${JSON.stringify(written.slice(0, 40))} is refused: ${why}`, () => {
      assert.equal(Domain.safeParse(written).success, false)
    })
  }
  test('a page is on a public website, on a port of the web and without a password', () => {
    for (const good of [
      'https://acme.com/',
      'http://acme.com:80/x?y#z',
      'http://acme.com:443/',
      'https://www.acme.com:8443/x',
      'https://acme.com:3000',
      'https://bücher.example/ü',
    ])
      assert.ok(PageUrl.safeParse(good).success, good)
    for (const bad of [
      'https://acme.com:22/',
      'http://acme.com:25/x',
      'https://user:pass@acme.com/',
      'https://foo.local/x',
      'https://localhost/x',
      'https://127.0.0.1/',
      'https://[::1]/',
      'https://xn--a.com/',
      'ftp://acme.com/',
      'javascript:alert(1)',
      'acme.com/x',
    ])
      assert.ok(!PageUrl.safeParse(bad).success, bad)
  })
  test('what was kept is kept as it is', () => {
    for (const [, kept] of ONE_SPELLING) assert.equal(Domain.parse(kept), kept)
  })
  test('a host belongs to its domain and to those above it, in whatever spelling', () => {
    assert.ok(belongsTo('www.bücher.example', 'xn--bcher-kva.example'))
    assert.ok(belongsTo('ACME.example.', 'acme.example'))
    assert.equal(belongsTo('notacme.example', 'acme.example'), false)
    assert.equal(belongsTo('acme.example.evil.example', 'acme.example'), false)
    assert.ok(belongsTo('acme.example', 'www.acme.example'))
    assert.ok(belongsTo('blog.www.com', 'www.com'))
    assert.equal(belongsTo('acme.com', 'www.com'), false, 'a domain named www is not its whole top level')
  })
})

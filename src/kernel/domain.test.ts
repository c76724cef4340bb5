import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { belongsTo, Domain } from './domain.ts'

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
  test('what was kept is kept as it is', () => {
    for (const [, kept] of ONE_SPELLING) assert.equal(Domain.parse(kept), kept)
  })
  test('a host belongs to its domain and to those above it, in whatever spelling', () => {
    assert.ok(belongsTo('www.bücher.example', 'xn--bcher-kva.example'))
    assert.ok(belongsTo('ACME.example.', 'acme.example'))
    assert.equal(belongsTo('notacme.example', 'acme.example'), false)
    assert.equal(belongsTo('acme.example.evil.example', 'acme.example'), false)
  })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createVault, newKey, parseKeys } from './vault.ts'

const one = { version: 1, key: newKey() }
const two = { version: 2, key: newKey() }

test('a sealed secret opens again, and no two seals are alike', () => {
  const vault = createVault([one])
  const sealed = vault.seal('whsec_ü', 'ten_a whk_a')
  assert.equal(vault.open(sealed, 'ten_a whk_a'), 'whsec_ü')
  assert.notEqual(vault.seal('whsec_ü', 'ten_a whk_a'), sealed)
  assert.equal(sealed.includes('whsec'), false)
})

test('a sealed secret does not open in another row, nor when a bit of it changes', () => {
  const vault = createVault([one])
  const sealed = vault.seal('secret', 'ten_a whk_a')
  assert.throws(() => vault.open(sealed, 'ten_b whk_a'))
  const bytes = Buffer.from(sealed.slice(2), 'base64url')
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes)
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
    assert.throws(() => vault.open(`1.${changed.toString('base64url')}`, 'ten_a whk_a'))
  }
  assert.throws(() => vault.open(`1.${bytes.subarray(0, 20).toString('base64url')}`, 'ten_a whk_a'))
})

test('after a new key was put first, new secrets use it and old ones still open', () => {
  const before = createVault([one]).seal('secret', 'x')
  const vault = createVault([two, one])
  assert.equal(vault.open(before, 'x'), 'secret')
  assert.match(vault.seal('secret', 'x'), /^2\./)
  assert.throws(() => createVault([two]).open(before, 'x'), /version 1/)
})

test('keys are 32 bytes in hex or base64, each version once', () => {
  const { key } = one
  assert.deepEqual(parseKeys(key.toString('base64')), [one])
  assert.deepEqual(parseKeys(key.toString('hex')), [one])
  assert.deepEqual(parseKeys(`2:${two.key.toString('base64')}, 1:${key.toString('base64url')}`), [two, one])
  for (const bad of ['', 'short', 'a'.repeat(63), `1:${key.toString('hex')},${key.toString('hex')}`, '1:'])
    assert.equal(parseKeys(bad), null, bad)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storable } from './answer-store.ts'

test('what a platform wrote becomes text that the database can hold, and other text stays as it is', () => {
  assert.equal(storable('a\0b'), 'ab')
  assert.equal(storable('x\ud800y'), 'x\ufffdy')
  assert.equal(storable('naïve 🦊 café'), 'naïve 🦊 café')
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { firstUuidAt, newId, newRequestId, timeOf, uuidv7 } from './ids.ts'

const MANY = 2_000

describe('ids', () => {
  test('are UUIDs of their version, and no two are the same', () => {
    const random = Array.from({ length: MANY }, newRequestId)
    const ordered = Array.from({ length: MANY }, () => uuidv7())
    for (const id of random)
      assert.match(id, /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    for (const id of ordered)
      assert.match(id, /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    assert.equal(new Set([...random, ...ordered]).size, 2 * MANY)
    // What chance decides differs in every place, so that nothing of one id tells of the next.
    for (const at of [0, 9, 15, 20, 35])
      assert.ok(new Set(random.map((id) => id[at])).size === 16, `place ${at}`)
  })

  test('of a later millisecond come behind, and say when they were made', () => {
    const at = Date.UTC(2026, 10, 15, 12)
    const ids = [0, 1, 2, 1_000, 86_400_000].map((later) => uuidv7(at + later))
    assert.deepEqual(ids.toSorted(), ids)
    assert.deepEqual(
      ids.map((id) => timeOf(id) - at),
      [0, 1, 2, 1_000, 86_400_000],
    )
    assert.ok(firstUuidAt(at) < uuidv7(at))
    assert.ok(uuidv7(at) < firstUuidAt(at + 1))
    assert.match(newId('run'), /^run_[\da-f]{32}$/)
  })
})

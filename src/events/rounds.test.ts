import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../test/eventually.ts'
import { onDemand } from './rounds.ts'

test('what is asked for during a step makes exactly one more, and steps never overlap', async () => {
  let running = 0
  let steps = 0
  const open: (() => void)[] = []
  const demand = onDemand(
    async () => {
      assert.equal(++running, 1)
      steps++
      await new Promise<void>((resolve) => open.push(resolve))
      running--
    },
    { failed: assert.fail, pause_ms: 1, gather_ms: () => 0 },
  )
  for (let n = 0; n < 5; n++) demand.wake()
  assert.equal(steps, 1)
  open.shift()?.()
  await eventually(async () => steps === 2)
  open.shift()?.()
  await eventually(async () => !demand.busy())
  assert.equal(steps, 2)
})

test('after an error it rests and then goes on by itself', async () => {
  let steps = 0
  const errors: unknown[] = []
  const demand = onDemand(
    async () => {
      if (++steps < 3) throw new Error('the database is away')
    },
    { failed: (error) => errors.push(error), pause_ms: 1, gather_ms: () => 0 },
  )
  demand.wake()
  await eventually(async () => steps === 3)
  assert.equal(errors.length, 2)
})

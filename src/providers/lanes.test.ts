import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLane, DEFAULT_LANE, limitsOf } from './lanes.ts'

test('no more calls run at once than the lane allows, and they start in order', async () => {
  const lane = createLane({ ...DEFAULT_LANE, concurrency: 2 })
  const order: number[] = []
  let running = 0
  let most = 0
  await Promise.all(
    Array.from({ length: 20 }, async (_, i) => {
      assert.equal(await lane.enter(), null)
      order.push(i)
      running += 1
      most = Math.max(most, running)
      await new Promise((done) => setImmediate(done))
      running -= 1
      lane.leave()
    }),
  )
  assert.equal(most, 2)
  assert.deepEqual(
    order,
    Array.from({ length: 20 }, (_, i) => i),
  )
})

test('starts keep their spacing', async () => {
  const lane = createLane({ ...DEFAULT_LANE, spacing_ms: 15 })
  const starts: number[] = []
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      await lane.enter()
      starts.push(performance.now())
      lane.leave()
    }),
  )
  for (let i = 1; i < starts.length; i += 1) {
    assert.ok((starts[i] ?? 0) - (starts[i - 1] ?? 0) >= 13, `gap ${i}`)
  }
})

test('a short hold delays the next call, a long one turns it away with the remaining wait', async () => {
  let time = 0
  const lane = createLane({ ...DEFAULT_LANE, max_wait_ms: 1_000 }, () => time)
  lane.hold(5_000)
  const turned = await lane.enter()
  assert.equal(turned?.retry_after_ms, 5_000)
  time = 5_000
  assert.equal(await lane.enter(), null)
})

test('a call that waited too long is turned away', async () => {
  const lane = createLane({ ...DEFAULT_LANE, concurrency: 1, max_wait_ms: 20 })
  await lane.enter()
  const turned = await lane.enter()
  assert.equal(turned?.verdict, 'retry_later')
})

test('a cancelled waiter leaves the queue', async () => {
  const lane = createLane({ ...DEFAULT_LANE, concurrency: 1 })
  await lane.enter()
  const abort = new AbortController()
  const waiting = lane.enter(abort.signal)
  abort.abort()
  assert.equal((await waiting)?.code, 'cancelled')
  const next = lane.enter()
  lane.leave()
  assert.equal(await next, null)
})

test('a fault played by the sandbox for one request does not hold its lane', async () => {
  const lane = createLane(limitsOf('sandbox:openai'))
  lane.hold(60_000)
  assert.equal(await lane.enter(), null)
})

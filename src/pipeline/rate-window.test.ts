import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { openStores, STORES } from '../../test/harness.ts'
import type { Db } from '../store/db.ts'
import { memoryWindows, type RateWindows, sharedWindows, WINDOW_MS } from './rate-window.ts'

type Step = { wait_ms: number; limit: number }

const steps = fc.array(
  fc.record({
    // Waits that land on, just before and just after the edge of the window are where such code is wrong.
    wait_ms: fc.oneof(
      fc.integer({ min: 0, max: 3_000 }),
      fc.constantFrom(0, 1, WINDOW_MS - 1, WINDOW_MS, WINDOW_MS + 1),
    ),
    limit: fc.constantFrom(1, 2, 3, 5, 5, 5),
  }),
  { minLength: 1, maxLength: 30 },
)

/** Brute force: every admitted stamp is kept, and counted again for every request. */
async function sameAsOracle(
  windows: RateWindows,
  clock: { advance(ms: number): Promise<void> | void; now(): number },
  run: Step[],
  subject: string,
) {
  const admitted: number[] = []
  for (const { wait_ms, limit } of run) {
    await clock.advance(wait_ms)
    const inWindow = admitted.filter((stamp) => stamp > clock.now() - WINDOW_MS)
    const expected = inWindow.length < limit
    const answer = await windows.take(subject, 'op', limit)
    assert.equal(answer.admitted, expected)
    if (expected) {
      assert.equal(answer.remaining, limit - inWindow.length - 1)
      admitted.push(clock.now())
    } else {
      // Not a millisecond too long, and long enough.
      assert.equal(
        Math.round(answer.wait_ms),
        (inWindow[inWindow.length - limit] ?? 0) + WINDOW_MS - clock.now(),
      )
    }
  }
}

async function retryAfterSuffices(
  windows: RateWindows,
  clock: { advance(ms: number): Promise<void> | void },
  run: Step[],
  subject: string,
) {
  for (const { wait_ms, limit } of run) {
    await clock.advance(wait_ms)
    const answer = await windows.take(subject, 'op', limit)
    if (answer.admitted) continue
    await clock.advance(Math.ceil(answer.wait_ms / 1000) * 1000)
    assert.equal((await windows.take(subject, 'op', limit)).admitted, true)
  }
}

function handClock() {
  let now = 1_000_000
  return {
    advance(ms: number): void {
      now += ms
    },
    now: () => now,
    monotonic: () => now,
  }
}

describe('the sliding window in memory', () => {
  test('it equals a brute-force oracle, limits changing on the way', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (run) => {
        const clock = handClock()
        await sameAsOracle(memoryWindows(clock), clock, run, 'a')
      }),
      { numRuns: 500 },
    )
  })
  test('honouring Retry-After always succeeds', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (run) => {
        const clock = handClock()
        await retryAfterSuffices(memoryWindows(clock), clock, run, 'a')
      }),
      { numRuns: 500 },
    )
  })
  test('windows do not mix', () => {
    const clock = handClock()
    const windows = memoryWindows(clock)
    for (const [subject, operation] of [
      ['a', 'x'],
      ['a', 'y'],
      ['b', 'x'],
    ] as const) {
      assert.equal((windows.take(subject, operation, 1) as { admitted: boolean }).admitted, true)
    }
    assert.equal((windows.take('a', 'x', 1) as { admitted: boolean }).admitted, false)
  })
})

for (const store of STORES) {
  describe(`the sliding window shared through ${store}`, () => {
    let db: Db
    let close: () => Promise<void>
    let serial = 0

    before(async () => {
      const stores = await openStores(store)
      db = stores.db
      close = stores.close
      // The database's clock, moved by hand.
      await db.script(`create table test_clock (ms bigint not null); insert into test_clock values (0);
        create or replace function herald_now() returns timestamptz language sql volatile
        as 'select to_timestamp(1000000 + ms / 1000.0) from test_clock'`)
    })
    after(() => close())

    function databaseClock() {
      let now = 0
      return {
        now: () => now,
        async advance(ms: number) {
          now += ms
          await db.run({ name: 'tick', text: 'update test_clock set ms = $1', values: [now] })
        },
      }
    }

    test('it equals a brute-force oracle, limits changing on the way', async () => {
      await fc.assert(
        fc.asyncProperty(steps, async (run) =>
          sameAsOracle(
            sharedWindows(db),
            databaseClock(),
            [{ wait_ms: 0, limit: 5 }, ...run],
            `o${++serial}`,
          ),
        ),
        { numRuns: 40 },
      )
    })
    test('honouring Retry-After always succeeds', async () => {
      await fc.assert(
        fc.asyncProperty(steps, async (run) =>
          retryAfterSuffices(sharedWindows(db), databaseClock(), run, `r${++serial}`),
        ),
        { numRuns: 40 },
      )
    })
    test('of many at once, from two processes, exactly the limit is admitted', async () => {
      const one = sharedWindows(db)
      const two = sharedWindows(db)
      const answers = await Promise.all(
        Array.from({ length: 200 }, (_, i) => (i % 2 === 0 ? one : two).take('many', 'op', 77)),
      )
      assert.equal(answers.filter((answer) => answer.admitted).length, 77)
      assert.deepEqual(
        [...new Set(answers.filter((answer) => answer.admitted).map((answer) => answer.remaining))].length,
        77,
      )
    })
  })
}

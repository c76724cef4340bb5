import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { failed, type HttpReply, succeed, type TransportCode } from '../providers/contract.ts'
import { allot } from './allot.ts'
import { afterAttempts, BREAKER_FAILURES, classify, nextDelayMs } from './decide.ts'

const SCHEDULE = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]

function reply(status: number, text = '', headers: Record<string, string> = {}): HttpReply {
  return { status, headers, bytes: Buffer.from(text), text, truncated: false, duration_ms: 12.6 }
}

test('only 2xx is delivered; 410 is gone, 3xx a redirect, everything else a bad status', () => {
  for (const status of [200, 201, 202, 204, 299])
    assert.deepEqual(
      [classify(succeed(reply(status))).delivered, classify(succeed(reply(status))).error],
      [true, null],
    )
  const errors = [301, 304, 400, 401, 404, 410, 429, 500, 503].map((status) => {
    const { delivered, gone, error } = classify(succeed(reply(status)))
    assert.equal(delivered, false)
    assert.equal(gone, status === 410)
    return error
  })
  const bad = 'bad_status'
  assert.deepEqual(errors, ['redirect', 'redirect', bad, bad, bad, 'gone', bad, bad, bad])
})

test('a transport failure keeps its class and its status, and ours is told apart', () => {
  for (const code of ['timeout', 'tls', 'connection_reset', 'body_too_large'] satisfies TransportCode[]) {
    const seen = classify(failed('unknown', code, 'x', { status: 200, duration_ms: 1.4 }))
    assert.deepEqual(
      [seen.error, seen.response_code, seen.duration_ms, seen.cancelled],
      [code, 200, 1, false],
    )
  }
  assert.equal(classify(failed('unknown', 'cancelled', 'x')).cancelled, true)
})

test('an excerpt is short and can be stored, whatever the receiver sent', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 4_000 }), (bytes) => {
      const excerpt = classify(succeed({ ...reply(500), bytes: Buffer.from(bytes) })).response_excerpt ?? ''
      assert.ok(excerpt.length <= 500 && excerpt.isWellFormed() && !excerpt.includes('\0'))
    }),
  )
})

test('each retry waits its base time within 20 per cent, then the budget is spent', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 1, max: SCHEDULE.length }), (id, tries) => {
      const base = (SCHEDULE[tries - 1] ?? 0) * 1_000
      const delay = nextDelayMs(SCHEDULE, { id, tries }, null) ?? 0
      assert.ok(delay >= base * 0.8 && delay <= base * 1.2)
    }),
  )
  assert.equal(nextDelayMs(SCHEDULE, { id: 'x', tries: 10 }, null), null)
  const spread = new Set(
    Array.from({ length: 50 }, (_, n) => nextDelayMs(SCHEDULE, { id: `dlv_${n}`, tries: 2 }, null)),
  )
  assert.ok(spread.size > 45, 'deliveries of one moment are spread apart')
})

test('Retry-After counts within [base, 2 × base]', () => {
  const wait = (ms: number) => nextDelayMs(SCHEDULE, { id: 'x', tries: 1 }, ms)
  assert.deepEqual([wait(0), wait(7_000), wait(3_600_000)], [5_000, 7_000, 10_000])
  const { retry_after_ms } = classify(succeed(reply(503, '', { 'retry-after': '7' })))
  assert.equal(retry_after_ms, 7_000)
})

test('the breaker opens after consecutive failures, doubles its pause, and closes on a delivery', () => {
  const closed = { failures: 0, openings: 0, open: false }
  const few = afterAttempts(closed, { delivered: 0, failed: BREAKER_FAILURES - 1 }, SCHEDULE)
  assert.equal(few.open, 'keep')
  const pauses: number[] = []
  let state = { ...closed, failures: few.failures }
  for (let round = 0; round < 10; round++) {
    const next = afterAttempts(state, { delivered: 0, failed: 1 }, SCHEDULE)
    assert.ok(typeof next.open === 'object')
    pauses.push(next.open.ms / 1_000)
    state = { failures: next.failures, openings: next.openings, open: false }
  }
  assert.deepEqual(pauses, [5, 10, 20, 40, 80, 160, 320, 600, 600, 600])
  assert.deepEqual(afterAttempts(state, { delivered: 1, failed: 3 }, SCHEDULE), {
    failures: 0,
    openings: 0,
    open: 'close',
  })
})

test('failures that come in while it is open do not lengthen the pause', () => {
  const change = afterAttempts(
    { failures: 10, openings: 1, open: true },
    { delivered: 0, failed: 7 },
    SCHEDULE,
  )
  assert.deepEqual(change, { failures: 17, openings: 1, open: 'keep' })
})

test('room is divided evenly between tenants, and within one between its endpoints', () => {
  const flood = Array.from({ length: 20 }, () => ({ tenant_id: 'a', in_flight: 0, cap: 8 }))
  const small = { tenant_id: 'b', in_flight: 2, cap: 8 }
  const given = allot([...flood, small], 40)
  assert.equal(given.get(small), 6)
  assert.ok(flood.every((seeker) => [1, 2].includes(given.get(seeker) ?? 0)))
})

test('nobody gets more than its cap, and one with nothing under way always gets one', () => {
  const seeker = fc.record({
    tenant_id: fc.constantFrom('a', 'b', 'c'),
    in_flight: fc.integer({ min: 0, max: 10 }),
    cap: fc.constantFrom(1, 8),
  })
  fc.assert(
    fc.property(fc.array(seeker), fc.integer({ min: -5, max: 60 }), (seekers, room) => {
      const given = allot(seekers, room)
      let beyond = 0
      for (const one of seekers) {
        const got = given.get(one) ?? 0
        assert.ok(got <= Math.max(0, one.cap - one.in_flight))
        if (one.in_flight === 0) assert.ok(got >= 1)
        if (one.in_flight === 0 && got === 1) beyond++
      }
      const total = [...given.values()].reduce((sum, got) => sum + got, 0)
      assert.ok(total <= Math.max(0, room) + beyond)
    }),
  )
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { systemClock } from '../../kernel/clock.ts'
import { type EngineAnswer, failed, type Outcome, succeed } from '../../providers/contract.ts'
import { askPlatform, PER_PLATFORM, waitBeforeRetry } from './ask-platform.ts'

const ANSWER: EngineAnswer = {
  text: 'Acme.',
  citations: [],
  retrieved: [],
  search_queries: [],
  searched: true,
  requested_model: 'm',
  served_model: 'm',
  usage: { input_tokens: 1, output_tokens: 1, searches: 0 },
  cost_micros: 10,
  no_answer: false,
}

const cellsOf = (n: number) => Array.from({ length: n }, (_, i) => i)

/** Asks n questions and says what became of each. */
async function run(
  n: number,
  answer: (cell: number, times: number) => Outcome<EngineAnswer>,
  more: { closed?: (asked: number) => string | null; signal?: AbortSignal } = {},
) {
  const ends = new Map<number, string>()
  const asks = new Map<number, number>()
  let open = 0
  let widest = 0
  let asked = 0
  await askPlatform({
    cells: cellsOf(n),
    question: (cell) => ({ prompt: String(cell) }),
    async ask({ prompt }) {
      asked++
      widest = Math.max(widest, ++open)
      await turn()
      open--
      const cell = Number(prompt)
      asks.set(cell, (asks.get(cell) ?? 0) + 1)
      return answer(cell, asks.get(cell) ?? 0)
    },
    gate: { closed: () => more.closed?.(asked) ?? null },
    clock: systemClock,
    signal: more.signal ?? new AbortController().signal,
    keep: async (cell, { outcome }) => void ends.set(cell, outcome.ok ? 'ok' : outcome.code),
    skip: async (cell, reason) => void ends.set(cell, reason),
  })
  return { ends, asks, widest, asked }
}

describe('asking a platform', () => {
  test('every question ends exactly once, a few open at a time', async () => {
    const { ends, widest, asked } = await run(50, () => succeed(ANSWER))
    assert.deepEqual([ends.size, asked, widest], [50, 50, PER_PLATFORM])
    assert.ok([...ends.values()].every((end) => end === 'ok'))
  })

  test('a question is asked again by verdict: later, once more when unknown, never when refused', () => {
    const busy = failed('retry_later', 'rate_limited', '', { retry_after_ms: 2_000 })
    assert.deepEqual(
      [1, 2, 3].map((tries) => waitBeforeRetry(busy, tries)),
      [2_000, 2_000, null],
    )
    const long = failed('retry_later', 'rate_limited', '', { retry_after_ms: 600_000 })
    assert.equal(waitBeforeRetry(long, 1), 10_000)
    const garbage = failed('unknown', 'bad_response', '')
    assert.notEqual(waitBeforeRetry(garbage, 1), null)
    assert.equal(waitBeforeRetry(garbage, 2), null)
    assert.equal(waitBeforeRetry(failed('unknown', 'timeout', ''), 1), null)
    assert.equal(waitBeforeRetry(failed('rejected', 'invalid_request', ''), 1), null)
    assert.equal(waitBeforeRetry(failed('reconnect', 'invalid_credentials', ''), 1), null)
  })

  test('a refused credential ends the platform after what was under way', async () => {
    const { ends, asked } = await run(40, () => failed('reconnect', 'invalid_credentials', ''))
    assert.ok(asked <= PER_PLATFORM)
    assert.deepEqual(new Set(ends.values()), new Set(['invalid_credentials']))
    assert.equal(ends.size, 40)
  })

  test('questions that are refused one by one end the platform only when six in a row are', async () => {
    const refusal = failed('rejected', 'invalid_request', '')
    const mixed = await run(40, (cell) => (cell % 5 === 0 ? succeed(ANSWER) : refusal))
    assert.equal(mixed.asked, 40)
    const all = await run(40, () => refusal)
    assert.ok(all.asked < 12)
    assert.equal(all.ends.size, 40)
  })

  test('nothing is asked once the gate is closed', async () => {
    const { ends, asked } = await run(30, () => succeed(ANSWER), {
      closed: (soFar) => (soFar >= 10 ? 'budget_spent' : null),
    })
    assert.ok(asked >= 10 && asked < 10 + PER_PLATFORM)
    assert.equal([...ends.values()].filter((end) => end === 'budget_spent').length, 30 - asked)
  })

  test('a scan that is stopped keeps what came back and nothing that was cut off', async () => {
    const stop = new AbortController()
    const ends: string[] = []
    const asking = askPlatform({
      cells: cellsOf(30),
      question: () => ({ prompt: '' }),
      async ask() {
        await turn()
        if (ends.length < 5) return succeed(ANSWER)
        stop.abort(new Error('stopped'))
        return failed('unknown', 'cancelled', '')
      },
      gate: { closed: () => null },
      clock: systemClock,
      signal: stop.signal,
      keep: async (_cell, { outcome }) => void ends.push(outcome.ok ? 'ok' : outcome.code),
      skip: async (_cell, reason) => void ends.push(reason),
    })
    await assert.rejects(asking, /stopped/)
    assert.ok(ends.length >= 5 && ends.every((end) => end === 'ok'))
  })
})

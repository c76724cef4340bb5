import { setTimeout as pause } from 'node:timers/promises'
import type { EngineAnswer, Failure, Outcome, Question } from '../../providers/contract.ts'

/** Questions that one scan has open with one platform at a time. */
export const PER_PLATFORM = 4

/** Waits before the second and the third try; a platform that names its own wait is heeded, within the cap. */
const WAITS_MS = [300, 1_200] as const
const MAX_WAIT_MS = 10_000
/** So many questions in a row without an answer, each tried to the end, and the platform counts as down. */
const FAILURES_IN_A_ROW = 6

type Ask = (question: Question, signal: AbortSignal) => Promise<Outcome<EngineAnswer>>

export type Asked = { outcome: Outcome<EngineAnswer>; latency_ms: number }

/**
 * How long to wait before the same question is put again; null when that would be useless. Asking is a read, so
 * even an unknown end may be tried once more: it risks the price of an answer, not a double effect. A time-out has
 * had its two minutes.
 */
export function waitBeforeRetry(failure: Failure, tries: number): number | null {
  const wait = WAITS_MS[tries - 1]
  if (wait === undefined) return null
  if (failure.verdict === 'retry_later')
    return Math.min(MAX_WAIT_MS, Math.max(wait, failure.retry_after_ms ?? 0))
  return failure.verdict === 'unknown' && failure.code !== 'timeout' && tries === 1 ? wait : null
}

/** What concerns every question alike: the credential, the account, the model or the address. */
const concernsAll = (failure: Failure) => failure.verdict === 'reconnect' || failure.code === 'not_found'

export type Gate = {
  /** Why nothing more may be asked, or null. */
  closed(): string | null
}

/**
 * Puts one platform's questions to it, a few at a time, and hands on each end as it comes. A platform that refuses
 * the credential, or only ever fails, is not asked the rest.
 */
export async function askPlatform<C>(options: {
  cells: readonly C[]
  question(cell: C): Question
  ask: Ask
  gate: Gate
  clock: { monotonic(): number }
  signal: AbortSignal
  keep(cell: C, asked: Asked): Promise<void>
  skip(cell: C, reason: string): Promise<void>
}): Promise<void> {
  const { cells, ask, gate, clock, keep, skip } = options
  const down = new AbortController()
  const signal = AbortSignal.any([options.signal, down.signal])
  let reason: string | null = null
  let failures = 0
  let next = 0

  async function tryAsking(question: Question): Promise<Asked> {
    for (let tries = 1; ; tries++) {
      const started = clock.monotonic()
      const outcome = await ask(question, signal)
      const latency_ms = Math.round(clock.monotonic() - started)
      const wait = outcome.ok ? null : waitBeforeRetry(outcome, tries)
      if (wait === null || signal.aborted) return { outcome, latency_ms }
      await pause(wait, undefined, { signal }).catch(() => {})
      if (signal.aborted) return { outcome, latency_ms }
    }
  }

  function note(outcome: Outcome<EngineAnswer>): void {
    failures = outcome.ok ? 0 : failures + 1
    if (outcome.ok || reason !== null) return
    if (!concernsAll(outcome) && failures < FAILURES_IN_A_ROW) return
    reason = outcome.code
    // Those under way would meet the same end.
    down.abort()
  }

  async function work(): Promise<void> {
    for (let cell = cells[next++]; cell !== undefined; cell = cells[next++]) {
      const refused = reason ?? gate.closed()
      if (refused !== null) {
        await skip(cell, refused)
        continue
      }
      const asked = await tryAsking(options.question(cell))
      // A scan that was stopped keeps what came back and nothing that was cut off.
      if (!asked.outcome.ok) options.signal.throwIfAborted()
      if (!asked.outcome.ok && reason !== null) await skip(cell, reason)
      else {
        note(asked.outcome)
        await keep(cell, asked)
      }
    }
  }
  // Nothing is under way any more when this returns, however it ends.
  const ends = await Promise.allSettled(Array.from({ length: Math.min(PER_PLATFORM, cells.length) }, work))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

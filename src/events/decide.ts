import { sha256Hex } from '../kernel/ids.ts'
import type { HttpReply, Outcome } from '../providers/contract.ts'
import { retryAfterHeader } from '../providers/retry-after.ts'

/** Decisions about deliveries, without time, network or database: everything they depend on is handed in. */

const EXCERPT_CHARACTERS = 500
/** Consecutive failures of an endpoint, over all its deliveries, that open its breaker. */
export const BREAKER_FAILURES = 10
const MAX_COOLDOWN_MS = 600_000
const JITTER = 0.2

/** How one attempt ended, as the record keeps it. */
export type Attempted = {
  delivered: boolean
  /** 410: the receiver says that it wants nothing more. */
  gone: boolean
  /** We stopped it ourselves: it counts as if it had not been tried. */
  cancelled: boolean
  response_code: number | null
  duration_ms: number
  response_excerpt: string | null
  error: string | null
  retry_after_ms: number | null
}

/** A fault of ours, such as a secret whose key is not configured: it is retried like any failure. */
export const UNSENT: Attempted = {
  delivered: false,
  gone: false,
  cancelled: false,
  response_code: null,
  duration_ms: 0,
  response_excerpt: null,
  error: 'system_error',
  retry_after_ms: null,
}

/** Only a complete 2xx answer is a delivery; a redirect, an endless body and a late answer are failures. */
export function classify(outcome: Outcome<HttpReply>): Attempted {
  if (!outcome.ok) {
    return {
      delivered: false,
      gone: false,
      cancelled: outcome.code === 'cancelled',
      response_code: outcome.status ?? null,
      duration_ms: Math.round(outcome.duration_ms ?? 0),
      response_excerpt: null,
      error: outcome.code,
      retry_after_ms: null,
    }
  }
  const { status, headers, duration_ms } = outcome.value
  const delivered = status >= 200 && status < 300
  return {
    delivered,
    gone: status === 410,
    cancelled: false,
    response_code: status,
    duration_ms: Math.round(duration_ms),
    response_excerpt: excerptOf(outcome.value),
    error: delivered ? null : errorOf(status),
    retry_after_ms: delivered ? null : (retryAfterHeader(headers) ?? null),
  }
}

function errorOf(status: number): string {
  if (status === 410) return 'gone'
  return status >= 300 && status < 400 ? 'redirect' : 'bad_status'
}

/** What the database can hold of it: no NUL, no half of a surrogate pair. */
function excerptOf(reply: HttpReply): string | null {
  if (reply.bytes.length === 0) return null
  const text = reply.bytes.subarray(0, EXCERPT_CHARACTERS * 4).toString('utf8')
  return text.slice(0, EXCERPT_CHARACTERS).replaceAll('\0', '\uFFFD').toWellFormed()
}

/**
 * How long to wait after the given number of tries, or null when the budget is spent. A receiver's Retry-After
 * counts within [base, 2 × base]. The jitter comes from the delivery itself: it spreads deliveries apart, and the
 * same delivery always gets the same.
 */
export function nextDelayMs(
  schedule: readonly number[],
  delivery: { id: string; tries: number },
  retryAfterMs: number | null,
): number | null {
  const seconds = schedule[delivery.tries - 1]
  if (seconds === undefined) return null
  const base = seconds * 1_000
  if (retryAfterMs !== null) return Math.min(Math.max(retryAfterMs, base), 2 * base)
  const chance = Number.parseInt(sha256Hex(`${delivery.id} ${delivery.tries}`).slice(0, 8), 16) / 0xffffffff
  return Math.round(base * (1 - JITTER + 2 * JITTER * chance))
}

/** After this long in the queue a delivery is given up, even if a breaker kept it from spending its budget. */
export function horizonSeconds(schedule: readonly number[]): number {
  return 2 * schedule.reduce((sum, seconds) => sum + seconds, 0) + 3_600
}

export type Breaker = {
  failures: number
  /** How often it opened since the last delivery that arrived. */
  openings: number
  /** Whether it is open now; attempts that were already under way may still come in. */
  open: boolean
}

export type BreakerChange = { failures: number; openings: number; open: 'keep' | 'close' | { ms: number } }

/**
 * An endpoint that fails again and again is left alone for a while, which costs its deliveries nothing of their
 * budget; then one delivery tries it out. Each time that fails the pause doubles. Pauses follow the retry
 * schedule, so that a quick schedule has quick pauses.
 */
export function afterAttempts(
  breaker: Breaker,
  batch: { delivered: number; failed: number },
  schedule: readonly number[],
): BreakerChange {
  if (batch.delivered > 0) return { failures: 0, openings: 0, open: 'close' }
  const failures = breaker.failures + batch.failed
  if (breaker.open || failures < BREAKER_FAILURES)
    return { failures, openings: breaker.openings, open: 'keep' }
  const first = (schedule[0] ?? 1) * 1_000
  const longest = Math.min(MAX_COOLDOWN_MS, Math.max(...schedule) * 1_000)
  return {
    failures,
    openings: breaker.openings + 1,
    open: { ms: Math.min(first * 2 ** breaker.openings, longest) },
  }
}

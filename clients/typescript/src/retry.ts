import type { HeraldError } from './errors.ts'

const FIRST_MS = 500
const LONGEST_MS = 8_000
/** A wait that the service asks for is granted up to here; beyond it, deciding is the caller's. */
const PATIENCE_MS = 120_000

const BACKOFF: ReadonlySet<number> = new Set([500, 502, 503])

export type Attempt = {
  /** How many times it was sent before this one. */
  earlier: number
  /** Whether it carries an Idempotency-Key. */
  keyed: boolean
  random: () => number
}

/**
 * How long to wait before the identical request is sent again, or null when it should not be. 429 waits as it is told;
 * 500, 502, 503, time-outs and lost connections back off; nothing else is repeated, with one exception: a write
 * that we sent before under its Idempotency-Key and that is still being worked on (409 with Retry-After).
 */
export function waitBefore(error: HeraldError, { earlier, keyed, random }: Attempt): number | null {
  const told = error.retry_after === undefined ? null : error.retry_after * 1_000
  if (told !== null && told > PATIENCE_MS) return null
  if (error.status === 429) return told ?? backoff(earlier, random)
  if (BACKOFF.has(error.status) || error.code === 'timeout' || error.code === 'network_error') {
    return Math.max(told ?? 0, backoff(earlier, random))
  }
  const ours = error.status === 409 && error.code === 'conflict' && keyed && earlier > 0
  return ours ? told : null
}

/** Doubles, with half of it left to chance, so that clients which failed together do not come back together. */
function backoff(earlier: number, random: () => number): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** earlier)
  return Math.round(full / 2 + (full / 2) * random())
}

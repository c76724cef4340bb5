/** How long a reply asks us to wait, in the several ways vendors say it. */

const UNIT_MS: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Durations as OpenAI ("6m0s", "120ms") and Google ("17.5s") write them. */
export function parseDuration(text: string): number | undefined {
  if (!/^(?:\d+(?:\.\d+)?(?:ms|s|m|h|d))+$/.test(text)) return undefined
  let total = 0
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d)/g)) {
    total += Number(amount) * (UNIT_MS[unit ?? ''] ?? 0)
  }
  return Math.ceil(total)
}

/** A date is measured against the reply's own Date header, so that our clock being off does not matter. */
function untilDate(text: string, headers: Record<string, string>): number | undefined {
  const ms = Date.parse(text) - Date.parse(headers.date ?? '')
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}

/** The standard header, and the millisecond variant that OpenAI's clients prefer. */
export function retryAfterHeader(headers: Record<string, string>): number | undefined {
  const precise = Number(headers['retry-after-ms'] ?? Number.NaN)
  if (Number.isFinite(precise) && precise >= 0) return Math.ceil(precise)
  const value = headers['retry-after']?.trim()
  if (value === undefined || value === '') return undefined
  const seconds = Number(value)
  if (Number.isFinite(seconds)) return seconds >= 0 ? Math.ceil(seconds * 1_000) : undefined
  return untilDate(value, headers)
}

/**
 * When there is no Retry-After: the reset of whichever limit is used up. OpenAI gives durations in
 * x-ratelimit-reset-*, Anthropic gives instants in anthropic-ratelimit-*-reset.
 */
function resetHeader(headers: Record<string, string>): number | undefined {
  let longest: number | undefined
  for (const kind of ['requests', 'tokens', 'input-tokens', 'output-tokens']) {
    for (const [remaining, reset] of [
      [headers[`x-ratelimit-remaining-${kind}`], headers[`x-ratelimit-reset-${kind}`]],
      [headers[`anthropic-ratelimit-${kind}-remaining`], headers[`anthropic-ratelimit-${kind}-reset`]],
    ]) {
      if (reset === undefined || (remaining !== undefined && Number(remaining) > 0)) continue
      const ms = parseDuration(reset) ?? untilDate(reset, headers)
      if (ms !== undefined) longest = Math.max(longest ?? 0, ms)
    }
  }
  return longest
}

export function retryAfterMs(headers: Record<string, string>): number | undefined {
  return retryAfterHeader(headers) ?? resetHeader(headers)
}

import { type ApiError, fail } from './errors.ts'

/** What an outside call that failed says, as far as a direct caller is concerned. */
type Failed = {
  verdict: 'retry_later' | 'reconnect' | 'rejected' | 'unknown'
  message: string
  retry_after_ms?: number
}

/**
 * From a verdict to what a waiting caller is told. A refused request is the caller's to change and names where to
 * look; everything else is a 502, which gives the charge back and may be retried.
 */
export function providerError(failure: Failed, who: string, fields: string): ApiError {
  if (failure.verdict === 'rejected') {
    return fail('validation_failed', `${fields}: ${who} does not accept this`, { cause: failure })
  }
  const wait = failure.retry_after_ms === undefined ? null : Math.ceil(failure.retry_after_ms / 1_000)
  return fail('provider_failed', `It did not work with ${who}. ${failure.message}`, {
    cause: failure,
    ...(wait === null ? {} : { retry_after: wait, headers: { 'Retry-After': String(wait) } }),
    fix_hint:
      failure.verdict === 'reconnect'
        ? 'Somebody has to look at the credential behind it: a retry will not help.'
        : 'Retry with exponential backoff. Nothing was charged.',
  })
}

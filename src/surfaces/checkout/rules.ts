import { type ApiError, fail } from '../../kernel/errors.ts'
import type { Failure } from '../../providers/contract.ts'

export function unconfigured(): ApiError {
  return fail('stripe_unconfigured', 'This installation takes no payments.', {
    fix_hint: 'The operator sets STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET and the STRIPE_PRICE_ settings.',
  })
}

/** The provider's own words are for the log: the client hears ours. */
export function paymentFailed(failure: Failure): ApiError {
  return fail('provider_failed', failure.message, {
    fix_hint: 'Nothing was charged. Retry with backoff.',
    cause: new Error(`${failure.code}: ${failure.log_excerpt ?? failure.message}`),
  })
}

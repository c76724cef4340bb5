import { fail } from '../kernel/errors.ts'
import type { AnyOperation } from '../kernel/operation.ts'
import type { Admission, RateWindows } from './rate-window.ts'

/**
 * Rule: only operations of a group are limited, per tenant and operation, over a sliding minute; sign-ups per
 * address. A 429 consumes nothing, and waiting for Retry-After is always enough.
 */
export async function limitRate(
  windows: RateWindows,
  operation: AnyOperation,
  subject: string,
  limit: number,
): Promise<Record<string, string>> {
  const admission = await windows.take(subject, operation.id, limit)
  if (!admission.admitted) throw refused(admission, limit)
  return { 'X-RateLimit-Limit': String(limit), 'X-RateLimit-Remaining': String(admission.remaining) }
}

function refused(admission: Admission, limit: number) {
  const seconds = Math.max(1, Math.ceil(admission.wait_ms / 1000))
  return fail('rate_limited', `More than ${limit} requests in a minute. Retry in ${seconds} s.`, {
    retry_after: seconds,
    fix_hint:
      'Send the identical request again after Retry-After seconds. Nothing was consumed from the quota.',
    headers: {
      'Retry-After': String(seconds),
      'X-RateLimit-Limit': String(limit),
      'X-RateLimit-Remaining': '0',
    },
  })
}

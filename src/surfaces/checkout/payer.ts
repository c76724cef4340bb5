import { emailIsTaken, findPayer } from '../../billing/store.ts'
import type { OptionalContext } from '../../kernel/context.ts'
import { fail } from '../../kernel/errors.ts'

/** Whom a checkout is for: nobody yet, or the tenant of the key that was sent. */
export async function payerOf({ db, principal }: OptionalContext, email: string | null) {
  if (principal === null) {
    if (email !== null && (await emailIsTaken(db, email)))
      throw fail('already_exists', 'A tenant with this email exists.', {
        fix_hint: 'Send its key to upgrade it.',
      })
    return { tenant_id: null, customer_id: null, email }
  }
  // Test keys reach nothing outside, and what the sandbox sells must not move a real tenant.
  if (principal.mode === 'test') throw fail('forbidden', 'A test key cannot pay: send a live key.')
  const tenant = await findPayer(db, principal.tenant_id)
  return {
    tenant_id: principal.tenant_id,
    customer_id: tenant?.stripe_customer_id ?? null,
    email: email ?? tenant?.email ?? null,
  }
}

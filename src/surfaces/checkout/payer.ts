import { coverOf, startOf } from '../../billing/rules.ts'
import { emailIsTaken, findPayer, listOthers } from '../../billing/store.ts'
import type { OptionalContext } from '../../kernel/context.ts'
import { fail } from '../../kernel/errors.ts'
import type { PaidTier } from '../../kernel/plans.ts'

/** Whom a checkout is for: nobody yet, or the tenant of the key that was sent; and when the plan begins. */
export async function payerOf({ db, principal }: OptionalContext, tier: PaidTier, email: string | null) {
  if (principal === null) {
    if (email !== null && (await emailIsTaken(db, email)))
      throw fail('already_exists', 'A tenant with this email exists.', {
        fix_hint: 'Send its key to upgrade it.',
      })
    return { tenant_id: null, customer_id: null, email, starts: null }
  }
  // Test keys reach nothing outside, and what the sandbox sells must not move a real tenant.
  if (principal.mode === 'test') throw fail('forbidden', 'A test key cannot pay: send a live key.')
  const tenant = await findPayer(db, principal.tenant_id)
  const now = tenant?.now ?? ''
  const at = startOf(tier, coverOf(await listOthers(db, principal.tenant_id, null), now))
  return {
    tenant_id: principal.tenant_id,
    customer_id: tenant?.stripe_customer_id ?? null,
    email: email ?? tenant?.email ?? null,
    starts: at === null ? null : { at, now },
  }
}

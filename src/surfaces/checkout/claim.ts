import { z } from 'zod'
import { firstKey, SignupResult, signupExample } from '../../accounts/signup.ts'
import { findTenant } from '../../accounts/store.ts'
import { lockSession, markClaimed, type SessionRow } from '../../billing/store.ts'
import { fail } from '../../kernel/errors.ts'
import { operation, reply } from '../../kernel/operation.ts'

export default operation({
  id: 'checkout.claim',
  route: 'POST /checkout/claim',
  summary: 'Claim the key that was paid for',
  description:
    'One time, with the id of the checkout session, within 72 hours of the payment. The key is shown exactly once.',
  scope: 'public',
  meter: 'none',
  hold: null,
  rate: null,
  idempotent: false,
  live: true,
  input: z.object({ session_id: z.string().min(1).max(255) }),
  output: { 201: SignupResult },
  errors: {
    not_found: 'There is no such checkout.',
    conflict: 'It is not paid yet: ask again after Retry-After seconds.',
    claim_consumed: 'Its key was claimed already, or it upgraded a tenant that has keys.',
    claim_expired: 'The page expired unpaid, or the key was not claimed in time.',
  },
  example: { input: { session_id: 'cs_test_a1B2c3D4' }, output: { ...signupExample, tier: 'pro' } },
  handle: (ctx, input) =>
    ctx.commit(async (tx) => {
      // The row's lock makes two claims at once take turns: the second finds it claimed.
      const session = await lockSession(tx, input.session_id)
      const tenantId = claimable(session)
      const tenant = await findTenant(tx, tenantId)
      if (tenant === null) throw fail('not_found', 'The tenant of this checkout is gone.')
      await markClaimed(tx, input.session_id)
      return reply.created(await firstKey(tx, ctx.app, tenant))
    }),
})

function claimable(session: SessionRow | null): string {
  if (session === null) throw fail('not_found', 'There is no such checkout.')
  if (session.claimed) throw fail('claim_consumed', 'The key of this checkout was claimed already.')
  if (session.status === 'expired' || session.late) {
    throw fail('claim_expired', 'This checkout can no longer be claimed.', {
      fix_hint: 'If you have paid, ask the operator for a key: your tenant exists.',
    })
  }
  if (session.status === 'open' || session.tenant_id === null) {
    throw fail('conflict', 'This checkout is not paid yet.', {
      retry_after: 2,
      fix_hint: 'Pay on the checkout page, then claim again.',
      headers: { 'Retry-After': '2' },
    })
  }
  // A key for whoever holds the session's id would be more than the key that started the upgrade may have been.
  if (session.upgrades) {
    throw fail('claim_consumed', 'This checkout upgraded a tenant: the keys that it has carry the new plan.')
  }
  return session.tenant_id
}

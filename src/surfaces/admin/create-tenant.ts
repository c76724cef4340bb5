import { z } from 'zod'
import { Email, SignupResult, signUp, signupExample, TenantName } from '../../accounts/signup.ts'
import { operation, reply } from '../../kernel/operation.ts'
import { LimitOverrides, Tier } from '../../kernel/plans.ts'

export default operation({
  id: 'admin.create-tenant',
  route: 'POST /admin/tenants',
  summary: 'Make a tenant on any tier',
  description: 'With its first live key, shown once. Limits override the tier’s plan for this tenant.',
  scope: 'operator',
  meter: 'none',
  hold: null,
  rate: null,
  idempotent: false,
  live: true,
  input: z.object({
    email: Email,
    tier: Tier,
    name: TenantName.optional(),
    limits: LimitOverrides.optional(),
  }),
  output: { 201: SignupResult },
  errors: { already_exists: 'A tenant with this email exists.' },
  example: {
    input: { email: 'you@example.com', tier: 'pro', limits: { actions: 200_000 } },
    output: { ...signupExample, tier: 'pro' },
  },
  handle: (ctx, input) =>
    ctx.commit(async (tx) =>
      reply.created(
        await signUp(tx, ctx.app, {
          email: input.email,
          name: input.name ?? null,
          tier: input.tier,
          limits: input.limits ?? {},
        }),
      ),
    ),
})

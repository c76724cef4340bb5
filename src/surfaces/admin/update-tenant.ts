import { z } from 'zod'
import { fail } from '../../kernel/errors.ts'
import { operation, reply } from '../../kernel/operation.ts'
import { LimitChanges, Tier } from '../../kernel/plans.ts'
import { AdminTenant, adminTenantExample, present } from './schemas.ts'
import { changeTenant } from './store.ts'

export default operation({
  id: 'admin.update-tenant',
  route: 'PATCH /admin/tenants/{id}',
  summary: 'Change a tenant’s tier or limits, or suspend it',
  description:
    'Takes effect on the tenant’s next request here, and within a second on every other process. Limits that are left out stay as they are; null goes back to the tier’s plan.',
  scope: 'operator',
  meter: 'none',
  hold: null,
  rate: null,
  idempotent: false,
  live: true,
  input: z.object({
    id: z.string().max(80),
    tier: Tier.optional(),
    limits: LimitChanges.optional(),
    suspended: z.boolean().optional(),
  }),
  output: { 200: AdminTenant },
  errors: {},
  example: {
    input: { id: adminTenantExample.id, tier: 'enterprise', limits: { actions: 5_000_000 } },
    output: adminTenantExample,
  },
  handle: (ctx, input) =>
    ctx.commit(async (tx) => {
      const tenant = await changeTenant(tx, input.id, {
        tier: input.tier ?? null,
        limits: input.limits ?? null,
        suspended: input.suspended ?? null,
      })
      if (tenant === null) throw fail('not_found', 'No such tenant.')
      await tx.notify('keys', tenant.id)
      return reply.ok(present(tenant))
    }),
})

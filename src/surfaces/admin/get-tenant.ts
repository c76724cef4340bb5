import { z } from 'zod'
import { findTenant } from '../../accounts/store.ts'
import { fail } from '../../kernel/errors.ts'
import { operation, reply } from '../../kernel/operation.ts'
import { AdminTenant, adminTenantExample, present } from './schemas.ts'

export default operation({
  id: 'admin.get-tenant',
  route: 'GET /admin/tenants/{id}',
  summary: 'Read a tenant',
  description: 'Its tier, what differs from the plan, and whether it is suspended.',
  scope: 'operator',
  meter: 'none',
  hold: null,
  rate: null,
  idempotent: false,
  live: true,
  input: z.object({ id: z.string().max(80) }),
  output: { 200: AdminTenant },
  errors: {},
  example: { input: { id: adminTenantExample.id }, output: adminTenantExample },
  async handle(ctx, input) {
    const tenant = await findTenant(ctx.db, input.id)
    if (tenant === null) throw fail('not_found', 'No such tenant.')
    return reply.ok(present(tenant))
  },
})

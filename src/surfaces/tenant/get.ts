import { z } from 'zod'
import { findTenant } from '../../accounts/store.ts'
import { fail } from '../../kernel/errors.ts'
import { operation, reply } from '../../kernel/operation.ts'
import { present, Tenant, tenantExample } from './schemas.ts'

export default operation({
  id: 'tenant.get',
  route: 'GET /tenant',
  summary: 'Read the tenant’s settings',
  description: 'Name, tier, time zone, brand profile and whether usage beyond the quota is allowed.',
  scope: 'tenant:read',
  meter: 'none',
  hold: null,
  rate: null,
  idempotent: false,
  live: true,
  input: z.object({}),
  output: { 200: Tenant },
  errors: {},
  example: { input: {}, output: tenantExample },
  async handle(ctx) {
    const tenant = await findTenant(ctx.db, ctx.principal.tenant_id)
    if (tenant === null) throw fail('not_found', 'This tenant is gone.')
    return reply.ok(present(tenant))
  },
})

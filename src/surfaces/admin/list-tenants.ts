import { z } from 'zod'
import { nextCursor, page, paginate } from '../../kernel/cursor.ts'
import { operation, reply } from '../../kernel/operation.ts'
import { AdminTenant, adminTenantExample, present } from './schemas.ts'
import { listTenants } from './store.ts'

export default operation({
  id: 'admin.list-tenants',
  route: 'GET /admin/tenants',
  summary: 'List tenants',
  description: 'Newest first.',
  scope: 'operator',
  meter: 'none',
  hold: null,
  rate: null,
  idempotent: false,
  live: true,
  input: z.object({ ...page }),
  output: { 200: z.object({ tenants: z.array(AdminTenant), next_cursor: nextCursor }) },
  errors: {},
  example: { input: { limit: 20 }, output: { tenants: [adminTenantExample], next_cursor: null } },
  async handle(ctx, input) {
    const { rows, next_cursor } = paginate(
      await listTenants(ctx.db, input.cursor ?? null, input.limit),
      input.limit,
    )
    return reply.ok({ tenants: rows.map(present), next_cursor })
  },
})

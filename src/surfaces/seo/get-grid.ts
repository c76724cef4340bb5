import { z } from 'zod'
import { fail } from '../../kernel/errors.ts'
import { operation, reply } from '../../kernel/operation.ts'
import { Grid, gridExample, presentGrid } from './grid-schemas.ts'
import { findGrid } from './grid-store.ts'

export default operation({
  id: 'seo.get-grid',
  route: 'GET /seo/local-grid/{id}',
  summary: 'Read a grid',
  description: 'With every point; while it is running, the ones that are not pending are measured.',
  scope: 'seo:write',
  meter: 'action',
  hold: null,
  rate: null,
  idempotent: false,
  live: true,
  input: z.object({ id: z.string().max(80) }),
  output: { 200: Grid },
  errors: {},
  example: { input: { id: gridExample.id }, output: gridExample },
  async handle(ctx, input) {
    const { tenant_id, mode } = ctx.principal
    const grid = await findGrid(ctx.db, tenant_id, mode, input.id)
    if (grid === null) throw fail('not_found', 'No such grid.')
    return reply.ok(presentGrid(grid))
  },
})

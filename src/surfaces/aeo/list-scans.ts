import { z } from 'zod'
import { nextCursor, page, paginate } from '../../kernel/cursor.ts'
import { operation, reply } from '../../kernel/operation.ts'
import { scanExample } from './examples.ts'
import { BrandName } from './scan-input.ts'
import { presentScan, ScanRef } from './schemas.ts'
import { listScans } from './store.ts'

export default operation({
  id: 'aeo.list-scans',
  route: 'GET /aeo/scans',
  summary: 'List scans',
  description:
    'Newest first, in every state, of one brand or of all. A test key sees the scans of test keys.',
  scope: 'aeo:read',
  meter: 'action',
  hold: null,
  rate: null,
  idempotent: false,
  live: true,
  input: z.object({ ...page, brand: BrandName.optional() }),
  output: { 200: z.object({ scans: z.array(ScanRef), next_cursor: nextCursor }) },
  errors: {},
  example: { input: { limit: 20 }, output: { scans: [scanExample], next_cursor: null } },
  async handle(ctx, input) {
    const { tenant_id, mode } = ctx.principal
    const of = { tenant_id, mode, brand: input.brand ?? null }
    const found = await listScans(ctx.db, of, input.cursor ?? null, input.limit)
    const { rows, next_cursor } = paginate(found, input.limit)
    return reply.ok({ scans: rows.map(presentScan), next_cursor })
  },
})

import { z } from 'zod'
import { nextCursor, page, paginate } from '../../kernel/cursor.ts'
import { operation, reply } from '../../kernel/operation.ts'
import { presentSite, Site, siteExample } from './schemas.ts'
import { listSites } from './store.ts'

export default operation({
  id: 'sites.list',
  route: 'GET /sites',
  summary: 'List sites',
  description: 'Newest first, with what proves each of them.',
  scope: 'sites:read',
  meter: 'none',
  hold: null,
  rate: null,
  idempotent: false,
  live: true,
  input: z.object({ ...page }),
  output: { 200: z.object({ sites: z.array(Site), next_cursor: nextCursor }) },
  errors: {},
  example: { input: { limit: 20 }, output: { sites: [siteExample], next_cursor: null } },
  async handle(ctx, input) {
    const found = await listSites(ctx.db, ctx.principal, input.cursor ?? null, input.limit)
    const { rows, next_cursor } = paginate(found, input.limit)
    return reply.ok({ sites: rows.map(presentSite), next_cursor })
  },
})

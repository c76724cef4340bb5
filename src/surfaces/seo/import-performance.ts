import { z } from 'zod'
import { operation, reply } from '../../kernel/operation.ts'
import { ImportInput } from './performance-schemas.ts'
import { saveRows } from './performance-store.ts'

export default operation({
  id: 'seo.import-performance',
  route: 'POST /seo/performance',
  summary: 'Import search performance rows',
  description:
    'Rows by page, query and day, as Search Console exports them. A row that is known is replaced, so an import may be repeated; with one bad row nothing is imported.',
  scope: 'seo:write',
  meter: 'action',
  hold: null,
  rate: null,
  idempotent: true,
  live: true,
  max_body_bytes: 16 * 1024 * 1024,
  input: ImportInput,
  output: { 200: z.object({ site: z.string(), rows: z.int() }) },
  errors: {},
  example: {
    input: {
      site: 'acme.com',
      rows: [
        {
          date: '2026-10-29',
          page: 'https://acme.com/crm',
          query: 'best crm',
          clicks: 4,
          impressions: 100,
          position: 3.2,
        },
      ],
    },
    output: { site: 'acme.com', rows: 1 },
  },
  handle: (ctx, input) =>
    ctx.commit(async (tx) => {
      const rows = await saveRows(tx, ctx.principal, input.site, input.rows)
      return reply.ok({ site: input.site, rows })
    }),
})

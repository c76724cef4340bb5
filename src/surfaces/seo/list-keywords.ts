import { z } from 'zod'
import { nextCursor, page, paginate } from '../../kernel/cursor.ts'
import { operation, reply } from '../../kernel/operation.ts'
import { listKeywords } from './keyword-store.ts'
import { Keyword, keywordExample, presentKeyword } from './keywords.ts'

export default operation({
  id: 'seo.list-keywords',
  route: 'GET /seo/keywords',
  summary: 'List tracked keywords',
  description: 'Newest first, each with its latest result.',
  scope: 'seo:write',
  meter: 'action',
  hold: null,
  rate: null,
  idempotent: false,
  live: true,
  input: z.object({ ...page }),
  output: { 200: z.object({ keywords: z.array(Keyword), next_cursor: nextCursor }) },
  errors: {},
  example: { input: { limit: 20 }, output: { keywords: [keywordExample], next_cursor: null } },
  async handle(ctx, input) {
    const found = await listKeywords(ctx.db, ctx.principal, input.cursor ?? null, input.limit)
    const { rows, next_cursor } = paginate(found, input.limit)
    return reply.ok({
      keywords: rows.map(({ latest, ...row }) => presentKeyword(row, latest)),
      next_cursor,
    })
  },
})

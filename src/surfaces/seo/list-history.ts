import { z } from 'zod'
import { nextCursor, paginate, uuidPage } from '../../kernel/cursor.ts'
import { fail } from '../../kernel/errors.ts'
import { operation, reply } from '../../kernel/operation.ts'
import { findKeyword, listHistory } from './keyword-store.ts'
import { Rank, rankExample } from './rank-rules.ts'

export default operation({
  id: 'seo.list-history',
  route: 'GET /seo/keywords/{id}/history',
  summary: 'Read how a keyword ranked over time',
  description: 'Every check of the keyword, newest first.',
  scope: 'seo:write',
  meter: 'action',
  hold: null,
  rate: null,
  idempotent: false,
  live: true,
  input: z.object({ id: z.string().max(80), ...uuidPage }),
  output: { 200: z.object({ history: z.array(Rank), next_cursor: nextCursor }) },
  errors: {},
  example: {
    input: { id: 'kw_019a84d2c3f17c25b8d2e4f60718293a' },
    output: { history: [rankExample], next_cursor: null },
  },
  async handle(ctx, input) {
    const { tenant_id, mode } = ctx.principal
    if ((await findKeyword(ctx.db, tenant_id, mode, input.id)) === null)
      throw fail('not_found', 'No such keyword.')
    const found = await listHistory(ctx.db, tenant_id, input.id, input.cursor?.id ?? null, input.limit)
    const { rows, next_cursor } = paginate(found, input.limit)
    return reply.ok({ history: rows.map(({ result }) => result), next_cursor })
  },
})

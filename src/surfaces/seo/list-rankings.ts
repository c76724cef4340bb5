import { z } from 'zod'
import { nextCursor, page, paginate } from '../../kernel/cursor.ts'
import { Domain } from '../../kernel/domain.ts'
import { operation, reply } from '../../kernel/operation.ts'
import { listRankings } from './keyword-store.ts'
import { Rank, rankExample } from './rank-rules.ts'

const Ranking = z
  .object({
    keyword_id: z.string(),
    tracked: z.boolean().describe('Whether it is looked up again on a schedule.'),
    ...Rank.shape,
  })
  .meta({ id: 'Ranking' })

export default operation({
  id: 'seo.list-rankings',
  route: 'GET /seo/rankings',
  summary: 'Read the latest known rankings',
  description:
    'The last result of every keyword that was looked up or is tracked. Nothing is looked up for it.',
  scope: 'seo:read',
  meter: 'action',
  hold: null,
  rate: null,
  idempotent: false,
  live: true,
  input: z.object({ ...page, domain: Domain.optional() }),
  output: { 200: z.object({ rankings: z.array(Ranking), next_cursor: nextCursor }) },
  errors: {},
  example: {
    input: { domain: 'acme.com' },
    output: {
      rankings: [{ keyword_id: 'kw_019a84d2c3f17c25b8d2e4f60718293a', tracked: true, ...rankExample }],
      next_cursor: null,
    },
  },
  async handle(ctx, input) {
    const found = await listRankings(
      ctx.db,
      ctx.principal,
      input.domain ?? null,
      input.cursor ?? null,
      input.limit,
    )
    const { rows, next_cursor } = paginate(found, input.limit)
    const rankings = rows.map(({ id, tracked, latest }) => ({ keyword_id: id, tracked, ...latest }))
    return reply.ok({ rankings, next_cursor })
  },
})

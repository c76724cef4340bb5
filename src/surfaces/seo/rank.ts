import { z } from 'zod'
import { operation, reply } from '../../kernel/operation.ts'
import { checkRank } from './check-rank.ts'
import { saveKeyword, saveRank } from './keyword-store.ts'
import { Rank, rankExample, target } from './rank-rules.ts'

export default operation({
  id: 'seo.rank',
  route: 'POST /seo/rank',
  summary: 'Look up where a domain ranks now',
  description:
    'A live look at Google’s results for one keyword and one domain. The result is kept and answered again by GET /seo/rankings.',
  scope: 'seo:write',
  meter: 'action',
  hold: null,
  rate: null,
  idempotent: true,
  live: true,
  input: z.object(target),
  output: { 200: Rank },
  errors: {
    serp_unconfigured: 'The installation has no search provider.',
    provider_failed: 'The search provider did not answer. Nothing is charged.',
  },
  example: { input: { keyword: 'best crm', domain: 'acme.com' }, output: rankExample },
  async handle(ctx, input) {
    const rank = await checkRank(ctx.app, ctx.principal.mode, input)
    return ctx.commit(async (tx) => {
      const { id } = await saveKeyword(tx, ctx.principal, input, null)
      await saveRank(tx, ctx.principal.tenant_id, id, rank)
      return reply.ok(rank)
    })
  },
})

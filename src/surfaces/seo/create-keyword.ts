import { z } from 'zod'
import { operation, reply } from '../../kernel/operation.ts'
import { SECONDS, scheduleCheck } from './check-keyword.task.ts'
import { checkRank } from './check-rank.ts'
import { saveKeyword, saveRank } from './keyword-store.ts'
import { Keyword, keywordExample, presentKeyword, Schedule } from './keywords.ts'
import { target } from './rank-rules.ts'

export default operation({
  id: 'seo.create-keyword',
  route: 'POST /seo/keywords',
  summary: 'Track a keyword',
  description:
    'Looks it up now and then daily or weekly; every check is charged like POST /seo/rank. Tracking what is tracked changes its schedule.',
  scope: 'seo:write',
  meter: 'action',
  hold: null,
  rate: null,
  idempotent: true,
  live: true,
  input: z.object({ ...target, schedule: Schedule.default('daily') }),
  output: { 201: Keyword },
  errors: {
    serp_unconfigured: 'The installation has no search provider.',
    provider_failed: 'The search provider did not answer. Nothing is charged and nothing tracked.',
  },
  example: {
    input: { keyword: 'best crm', domain: 'acme.com', schedule: 'weekly' },
    output: { ...keywordExample, schedule: 'weekly' },
  },
  async handle(ctx, { schedule, ...wanted }) {
    const { tenant_id, mode } = ctx.principal
    const rank = await checkRank(ctx.app, mode, wanted)
    return ctx.commit(async (tx) => {
      const { tracked, ...row } = await saveKeyword(tx, ctx.principal, wanted, schedule)
      await saveRank(tx, tenant_id, row.id, rank)
      // One chain of jobs a keyword: a second request finds the first one's.
      if (!tracked) await scheduleCheck(tx, tenant_id, mode, row.id, SECONDS[schedule])
      return reply.created(presentKeyword({ ...row, last_error: null }, rank))
    })
  },
})

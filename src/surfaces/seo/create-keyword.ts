import { z } from 'zod'
import { operation, reply } from '../../kernel/operation.ts'
import { scheduleCheck } from './check-keyword.task.ts'
import { serpOf } from './check-rank.ts'
import { listHistory, saveKeyword } from './keyword-store.ts'
import { Keyword, keywordExample, presentKeyword, Schedule } from './keywords.ts'
import { target } from './rank-rules.ts'

export default operation({
  id: 'seo.create-keyword',
  route: 'POST /seo/keywords',
  summary: 'Track a keyword',
  description:
    'Looks it up at once and then daily or weekly; every check is charged like POST /seo/rank. Tracking what is tracked changes its schedule.',
  scope: 'seo:write',
  meter: 'action',
  hold: null,
  rate: null,
  idempotent: true,
  live: true,
  input: z.object({ ...target, schedule: Schedule.default('daily') }),
  output: { 201: Keyword },
  errors: { serp_unconfigured: 'The installation has no search provider.' },
  example: {
    input: { keyword: 'best crm', domain: 'acme.com', schedule: 'weekly' },
    output: { ...keywordExample, schedule: 'weekly', latest: null },
  },
  async handle(ctx, { schedule, ...wanted }) {
    serpOf(ctx.app, ctx.principal.mode)
    return ctx.commit(async (tx) => {
      const { tracked, ...row } = await saveKeyword(tx, ctx.principal, wanted, schedule)
      // One chain of jobs a keyword: a second request finds the first one's.
      if (!tracked) await scheduleCheck(tx, ctx.principal.tenant_id, row.mode, row.id, 0)
      const [latest] = await listHistory(tx, ctx.principal.tenant_id, row.id, null, 0)
      return reply.created(presentKeyword(row, latest?.result ?? null))
    })
  },
})

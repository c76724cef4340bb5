import { z } from 'zod'
import { nextCursor, page, paginate } from '../../kernel/cursor.ts'
import { operation, reply } from '../../kernel/operation.ts'
import { listRuns } from '../../runs/store.ts'
import { RunSummary, runExample, summarise } from './schemas.ts'

export default operation({
  id: 'agents.list-runs',
  route: 'GET /agents/runs',
  summary: 'List runs',
  description:
    'The tenant’s runs, newest first, without their outputs. Limited per minute: to follow one run, poll or stream it.',
  scope: 'any',
  meter: 'none',
  hold: null,
  rate: 'agent_runs',
  idempotent: false,
  live: true,
  input: z.object({
    ...page,
    status: z.enum(['queued', 'running', 'completed', 'failed']).optional(),
    agent_name: z.string().max(80).optional(),
  }),
  output: { 200: z.object({ runs: z.array(RunSummary), next_cursor: nextCursor }) },
  errors: {},
  example: { input: { limit: 20, status: 'running' }, output: { runs: [runExample], next_cursor: null } },
  async handle(ctx, input) {
    const filter = {
      by: ctx.principal.mode,
      status: input.status ?? null,
      agent_name: input.agent_name ?? null,
    }
    const found = await listRuns(ctx.db, ctx.principal.tenant_id, filter, input.cursor ?? null, input.limit)
    const { rows, next_cursor } = paginate(found, input.limit)
    return reply.ok({ runs: rows.map(summarise), next_cursor })
  },
})

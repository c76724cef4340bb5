import { z } from 'zod'
import { fail } from '../../kernel/errors.ts'
import { operation, reply } from '../../kernel/operation.ts'
import { findRun } from '../../runs/store.ts'
import { present, Run, runExample } from './schemas.ts'

export default operation({
  id: 'agents.get-run',
  route: 'GET /agents/runs/{id}',
  summary: 'Read a run',
  description: 'Poll this until status is completed or failed. Polling is neither metered nor limited.',
  scope: 'any',
  meter: 'none',
  hold: null,
  rate: null,
  idempotent: false,
  live: true,
  input: z.object({ id: z.string().max(80) }),
  output: { 200: Run },
  errors: {},
  example: { input: { id: runExample.id }, output: runExample },
  async handle(ctx, input) {
    const run = await findRun(ctx.db, {
      tenant_id: ctx.principal.tenant_id,
      id: input.id,
      by: ctx.principal.mode,
    })
    if (run === null) throw fail('not_found', 'No such run.')
    return reply.ok(present(run))
  },
})

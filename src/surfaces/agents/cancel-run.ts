import { z } from 'zod'
import { fail } from '../../kernel/errors.ts'
import { operation, reply } from '../../kernel/operation.ts'
import { cancelRun } from '../../runs/cancel.ts'
import { present, Run, runExample } from './schemas.ts'

export default operation({
  id: 'agents.cancel-run',
  route: 'POST /agents/runs/{id}/cancel',
  summary: 'Cancel a run',
  description:
    'A queued run ends at once, a running one as soon as its current step returns. What it spent so far is kept; its slot is not given back.',
  scope: 'any',
  meter: 'none',
  hold: null,
  rate: null,
  idempotent: true,
  live: true,
  input: z.object({ id: z.string().max(80) }),
  output: { 202: Run },
  errors: { conflict: 'The run has ended.' },
  example: { input: { id: runExample.id }, output: runExample },
  handle: (ctx, input) =>
    ctx.commit(async (tx) => {
      const cancelled = await cancelRun(tx, {
        tenant_id: ctx.principal.tenant_id,
        id: input.id,
        by: ctx.principal.mode,
      })
      if (cancelled === 'unknown') throw fail('not_found', 'No such run.')
      if (cancelled === 'ended') throw fail('conflict', 'This run has ended and cannot be cancelled.')
      return reply.accepted(present(cancelled))
    }),
})

import { z } from 'zod'
import { fail } from '../../kernel/errors.ts'
import { NoContent, operation, reply } from '../../kernel/operation.ts'
import { stopTracking } from './keyword-store.ts'

export default operation({
  id: 'seo.remove-keyword',
  route: 'DELETE /seo/keywords/{id}',
  summary: 'Stop tracking a keyword',
  description: 'It is not looked up any more. What was found stays in GET /seo/rankings and in its history.',
  scope: 'seo:write',
  meter: 'action',
  hold: null,
  rate: null,
  idempotent: false,
  live: true,
  input: z.object({ id: z.string().max(80) }),
  output: { 204: NoContent },
  errors: {},
  example: { input: { id: 'kw_019a84d2c3f17c25b8d2e4f60718293a' }, output: null },
  handle: (ctx, input) =>
    ctx.commit(async (tx) => {
      const { tenant_id, mode } = ctx.principal
      if (!(await stopTracking(tx, tenant_id, mode, input.id)))
        throw fail('not_found', 'No such keyword is tracked.')
      return reply.gone()
    }),
})

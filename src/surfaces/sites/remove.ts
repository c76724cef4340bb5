import { z } from 'zod'
import { fail } from '../../kernel/errors.ts'
import { NoContent, operation, reply } from '../../kernel/operation.ts'
import { siteExample } from './schemas.ts'
import { removeSite } from './store.ts'

export default operation({
  id: 'sites.remove',
  route: 'DELETE /sites/{id}',
  summary: 'Remove a site',
  description: 'Its domain can be registered again, with a new token.',
  scope: 'sites:write',
  meter: 'none',
  hold: null,
  rate: null,
  idempotent: false,
  live: true,
  input: z.object({ id: z.string().max(80) }),
  output: { 204: NoContent },
  errors: {},
  example: { input: { id: siteExample.id }, output: null },
  handle: (ctx, input) =>
    ctx.commit(async (tx) => {
      if (!(await removeSite(tx, ctx.principal, input.id))) throw fail('not_found', 'No such site.')
      return reply.gone()
    }),
})

import { z } from 'zod'
import { fail } from '../../kernel/errors.ts'
import { NoContent, operation, reply } from '../../kernel/operation.ts'
import { revokeKey } from './store.ts'

export default operation({
  id: 'api-keys.remove',
  route: 'DELETE /api-keys/{id}',
  summary: 'Revoke a key',
  description: 'It is refused by every process within a second, and for good.',
  scope: 'api-keys:write',
  meter: 'none',
  hold: null,
  rate: null,
  idempotent: false,
  live: true,
  input: z.object({ id: z.string().max(80) }),
  output: { 204: NoContent },
  errors: {},
  example: { input: { id: 'key_019a84d2c3f17c25b8d2e4f60718293a' }, output: null },
  handle: (ctx, input) =>
    ctx.commit(async (tx) => {
      if (!(await revokeKey(tx, ctx.principal.tenant_id, ctx.principal.mode, input.id)))
        throw fail('not_found', 'No such key.')
      await tx.notify('keys', ctx.principal.tenant_id)
      return reply.gone()
    }),
})

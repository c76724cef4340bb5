import { z } from 'zod'
import { endpointChanged } from '../../events/outbox.ts'
import { stopQueued } from '../../events/store.ts'
import { NoContent, operation, reply } from '../../kernel/operation.ts'
import { noEndpoint } from './rules.ts'
import { endpointExample } from './schemas.ts'
import { removeEndpoint } from './store.ts'

export default operation({
  id: 'webhooks.remove',
  route: 'DELETE /webhooks/{id}',
  summary: 'Remove a webhook endpoint',
  description: 'Nothing more is sent to it, retries that wait included. Its deliveries can still be read.',
  scope: 'tenant:write',
  meter: 'none',
  hold: null,
  rate: null,
  idempotent: false,
  live: true,
  input: z.object({ id: z.string().max(80) }),
  output: { 204: NoContent },
  errors: {},
  example: { input: { id: endpointExample.id }, output: null },
  handle: (ctx, input) =>
    ctx.commit(async (tx) => {
      if (!(await removeEndpoint(tx, ctx.principal, input.id))) noEndpoint()
      await stopQueued(tx, ctx.principal.tenant_id, input.id, 'endpoint_removed')
      await endpointChanged(tx, ctx.principal.tenant_id, input.id)
      return reply.gone()
    }),
})

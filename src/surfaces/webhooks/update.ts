import { z } from 'zod'
import { endpointChanged } from '../../events/outbox.ts'
import { stopQueued } from '../../events/store.ts'
import { operation, reply } from '../../kernel/operation.ts'
import { checkUrl, noEndpoint } from './rules.ts'
import { Description, Endpoint, endpointExample, presentEndpoint, Subscriptions, Url } from './schemas.ts'
import { findEndpoint, updateEndpoint } from './store.ts'

export default operation({
  id: 'webhooks.update',
  route: 'PATCH /webhooks/{id}',
  summary: 'Change a webhook endpoint',
  description:
    'Switching it off stops the retries that wait; they become dead letters, which can be replayed once it is on again.',
  scope: 'tenant:write',
  meter: 'none',
  hold: null,
  rate: null,
  idempotent: true,
  live: true,
  input: z.object({
    id: z.string().max(80),
    url: Url.optional(),
    events: Subscriptions.optional(),
    description: Description.nullable().optional().describe('Null clears it.'),
    enabled: z.boolean().optional(),
  }),
  output: { 200: Endpoint },
  errors: {},
  example: {
    input: { id: endpointExample.id, events: ['*'] },
    output: { ...endpointExample, events: ['*'] },
  },
  async handle(ctx, { id, url, events, description, enabled }) {
    if (url !== undefined) checkUrl(ctx.app, url)
    const { principal: owner } = ctx
    return ctx.commit(async (tx) => {
      const change = {
        url: url ?? null,
        events: events ?? null,
        description,
        enabled: enabled ?? null,
      }
      if (!(await updateEndpoint(tx, owner, id, change))) noEndpoint()
      if (enabled === false) await stopQueued(tx, owner.tenant_id, id, 'endpoint_disabled')
      await endpointChanged(tx, owner.tenant_id, id)
      const row = (await findEndpoint(tx, owner, id)) ?? noEndpoint()
      return reply.ok(presentEndpoint(row))
    })
  },
})

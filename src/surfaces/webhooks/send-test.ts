import { z } from 'zod'
import { EVENTS, EventName } from '../../events/catalogue.ts'
import { emitTest } from '../../events/outbox.ts'
import { deliveryId } from '../../events/store.ts'
import { fail } from '../../kernel/errors.ts'
import { operation, reply } from '../../kernel/operation.ts'
import { noDelivery, noEndpoint } from './rules.ts'
import { Delivery, deliveryExample, endpointExample, presentDelivery } from './schemas.ts'
import { findDelivery, findEndpoint } from './store.ts'

export default operation({
  id: 'webhooks.send-test',
  route: 'POST /webhooks/{id}/test',
  summary: 'Send a test event',
  description:
    'Goes the way of every event, signature and retries included, to this endpoint alone, and no range replay repeats it. With event it carries that event’s example.',
  scope: 'tenant:write',
  meter: 'none',
  hold: null,
  rate: null,
  idempotent: true,
  live: true,
  input: z.object({ id: z.string().max(80), event: EventName.default('webhook.test') }),
  output: { 202: Delivery },
  errors: { conflict: 'The endpoint is switched off.' },
  example: {
    input: { id: endpointExample.id },
    output: {
      ...deliveryExample,
      event: 'webhook.test',
      attempt: 0,
      status: 'pending',
      response_code: null,
      duration_ms: null,
      response_excerpt: null,
      next_attempt_at: deliveryExample.created_at,
    },
  },
  handle: (ctx, { id, event }) =>
    ctx.commit(async (tx) => {
      const { tenant_id, mode } = ctx.principal
      const endpoint = (await findEndpoint(tx, ctx.principal, id)) ?? noEndpoint()
      if (!endpoint.enabled) throw fail('conflict', 'This endpoint is switched off.')
      const example = { ...EVENTS[event].example, ...(event === 'webhook.test' ? { endpoint_id: id } : {}) }
      const event_id = await emitTest(tx, id, { tenant_id, mode, event, data: example })
      const row = await findDelivery(tx, ctx.principal, deliveryId(event_id, id))
      return reply.accepted(presentDelivery(row ?? noDelivery()))
    }),
})

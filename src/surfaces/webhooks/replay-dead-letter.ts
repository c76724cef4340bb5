import { z } from 'zod'
import { wakeEngines } from '../../events/outbox.ts'
import { requeueDead } from '../../events/store.ts'
import { fail } from '../../kernel/errors.ts'
import { operation, reply } from '../../kernel/operation.ts'
import { noDelivery } from './rules.ts'
import { Delivery, deadExample, presentDelivery } from './schemas.ts'
import { findDelivery, findEndpoint } from './store.ts'

export default operation({
  id: 'webhooks.replay-dead-letter',
  route: 'POST /webhooks/dead-letters/{id}/replay',
  summary: 'Replay a dead letter',
  description:
    'Sends it again with a fresh retry budget: the same event id and the same bytes, signed with the secret of now.',
  scope: 'tenant:write',
  meter: 'none',
  hold: null,
  rate: null,
  idempotent: true,
  live: true,
  input: z.object({ id: z.string().max(80) }),
  output: { 202: Delivery },
  errors: { conflict: 'It is not dead, or its endpoint is switched off or removed.' },
  example: {
    input: { id: deadExample.id },
    output: { ...deadExample, status: 'pending', next_attempt_at: '2026-11-04T12:00:00.000Z' },
  },
  handle: (ctx, { id }) =>
    ctx.commit(async (tx) => {
      const { tenant_id } = ctx.principal
      const dead = (await findDelivery(tx, ctx.principal, id)) ?? noDelivery()
      const endpoint = await findEndpoint(tx, ctx.principal, dead.endpoint_id)
      if (endpoint === null) throw fail('conflict', 'The endpoint of this delivery was removed.')
      if (!endpoint.enabled) throw fail('conflict', 'The endpoint of this delivery is switched off.')
      if ((await requeueDead(tx, tenant_id, id)) === 0)
        throw fail('conflict', 'This delivery is not a dead letter.')
      await wakeEngines(tx, tenant_id, [dead.endpoint_id])
      return reply.accepted(presentDelivery((await findDelivery(tx, ctx.principal, id)) ?? noDelivery()))
    }),
})

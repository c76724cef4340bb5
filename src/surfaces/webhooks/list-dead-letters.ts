import { z } from 'zod'
import { nextCursor, page, paginate } from '../../kernel/cursor.ts'
import { operation, reply } from '../../kernel/operation.ts'
import { Delivery, deadExample, presentDelivery } from './schemas.ts'
import { listDeliveries } from './store.ts'

export default operation({
  id: 'webhooks.list-dead-letters',
  route: 'GET /webhooks/dead-letters',
  summary: 'List dead letters',
  description:
    'Deliveries that were given up, newest event first: their retries are used up, or their endpoint was switched off.',
  scope: 'tenant:read',
  meter: 'none',
  hold: null,
  rate: null,
  idempotent: false,
  live: true,
  input: z.object({ ...page, endpoint_id: z.string().max(80).optional() }),
  output: { 200: z.object({ dead_letters: z.array(Delivery), next_cursor: nextCursor }) },
  errors: {},
  example: { input: { limit: 20 }, output: { dead_letters: [deadExample], next_cursor: null } },
  async handle(ctx, { cursor, limit, endpoint_id }) {
    const filter = { endpoint_id: endpoint_id ?? null, status: 'dead', event: null }
    const found = await listDeliveries(ctx.db, ctx.principal, filter, cursor ?? null, limit)
    const { rows, next_cursor } = paginate(found, limit)
    return reply.ok({ dead_letters: rows.map(presentDelivery), next_cursor })
  },
})

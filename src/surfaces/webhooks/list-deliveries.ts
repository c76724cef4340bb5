import { z } from 'zod'
import { EventName } from '../../events/catalogue.ts'
import { nextCursor, page, paginate } from '../../kernel/cursor.ts'
import { operation, reply } from '../../kernel/operation.ts'
import { Delivery, deliveryExample, presentDelivery } from './schemas.ts'
import { listDeliveries } from './store.ts'

export default operation({
  id: 'webhooks.list-deliveries',
  route: 'GET /webhooks/deliveries',
  summary: 'List deliveries',
  description: 'Newest event first, with status and response code. Kept for 30 days.',
  scope: 'tenant:read',
  meter: 'none',
  hold: null,
  rate: null,
  idempotent: false,
  live: true,
  input: z.object({
    ...page,
    endpoint_id: z.string().max(80).optional(),
    status: z.enum(['pending', 'delivered', 'failed', 'dead']).optional(),
    event: EventName.optional(),
  }),
  output: { 200: z.object({ deliveries: z.array(Delivery), next_cursor: nextCursor }) },
  errors: {},
  example: { input: { limit: 20 }, output: { deliveries: [deliveryExample], next_cursor: null } },
  async handle(ctx, { cursor, limit, endpoint_id, status, event }) {
    const filter = { endpoint_id: endpoint_id ?? null, status: status ?? null, event: event ?? null }
    const found = await listDeliveries(ctx.db, ctx.principal, filter, cursor ?? null, limit)
    const { rows, next_cursor } = paginate(found, limit)
    return reply.ok({ deliveries: rows.map(presentDelivery), next_cursor })
  },
})

import { z } from 'zod'
import { operation, reply } from '../../kernel/operation.ts'
import { noDelivery } from './rules.ts'
import { DeliveryDetail, deliveryExample, detailExample, presentDetail } from './schemas.ts'
import { findDelivery, listAttempts } from './store.ts'

export default operation({
  id: 'webhooks.get-delivery',
  route: 'GET /webhooks/deliveries/{id}',
  summary: 'Read a delivery',
  description: 'With what is sent and its latest 100 attempts, newest first.',
  scope: 'tenant:read',
  meter: 'none',
  hold: null,
  rate: null,
  idempotent: false,
  live: true,
  input: z.object({ id: z.string().max(80) }),
  output: { 200: DeliveryDetail },
  errors: {},
  example: { input: { id: deliveryExample.id }, output: detailExample },
  async handle(ctx, input) {
    const row = (await findDelivery(ctx.db, ctx.principal, input.id)) ?? noDelivery()
    return reply.ok(presentDetail(row, await listAttempts(ctx.db, ctx.principal.tenant_id, row.id)))
  },
})

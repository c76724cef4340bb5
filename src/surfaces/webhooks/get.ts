import { z } from 'zod'
import { operation, reply } from '../../kernel/operation.ts'
import { noEndpoint } from './rules.ts'
import { Endpoint, endpointExample, presentEndpoint } from './schemas.ts'
import { findEndpoint } from './store.ts'

export default operation({
  id: 'webhooks.get',
  route: 'GET /webhooks/{id}',
  summary: 'Read a webhook endpoint',
  description:
    'Shows whether it is enabled and whether its deliveries are paused. The secret is not shown again.',
  scope: 'tenant:read',
  meter: 'none',
  hold: null,
  rate: null,
  idempotent: false,
  live: true,
  input: z.object({ id: z.string().max(80) }),
  output: { 200: Endpoint },
  errors: {},
  example: { input: { id: endpointExample.id }, output: endpointExample },
  async handle(ctx, input) {
    const row = (await findEndpoint(ctx.db, ctx.principal, input.id)) ?? noEndpoint()
    return reply.ok(presentEndpoint(row))
  },
})

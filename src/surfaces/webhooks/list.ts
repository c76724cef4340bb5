import { z } from 'zod'
import { nextCursor, page, paginate } from '../../kernel/cursor.ts'
import { operation, reply } from '../../kernel/operation.ts'
import { Endpoint, endpointExample, presentEndpoint } from './schemas.ts'
import { listEndpoints } from './store.ts'

export default operation({
  id: 'webhooks.list',
  route: 'GET /webhooks',
  summary: 'List webhook endpoints',
  description: 'Newest first, without their secrets.',
  scope: 'tenant:read',
  meter: 'none',
  hold: null,
  rate: null,
  idempotent: false,
  live: true,
  input: z.object({ ...page }),
  output: { 200: z.object({ webhooks: z.array(Endpoint), next_cursor: nextCursor }) },
  errors: {},
  example: { input: { limit: 20 }, output: { webhooks: [endpointExample], next_cursor: null } },
  async handle(ctx, input) {
    const found = await listEndpoints(ctx.db, ctx.principal, input.cursor ?? null, input.limit)
    const { rows, next_cursor } = paginate(found, input.limit)
    return reply.ok({ webhooks: rows.map(presentEndpoint), next_cursor })
  },
})

import { z } from 'zod'
import { nextCursor, paginate, uuidPage } from '../../kernel/cursor.ts'
import { operation, reply } from '../../kernel/operation.ts'
import { microsToUsd } from '../../kernel/plans.ts'
import { type EventRow, listEvents } from './store.ts'

const UsageEvent = z
  .object({
    id: z.string(),
    operation: z.string(),
    meter: z.enum(['action', 'agent_run', 'workflow_run']),
    request_id: z.string().describe('The x-request-id of the request.'),
    api_key_id: z.string(),
    cost_usd: z.number(),
    held_usd: z
      .number()
      .describe('Set aside until the run ends; then part of cost_usd, as far as it was spent.'),
    created_at: z.string(),
  })
  .meta({ id: 'UsageEvent' })

function present({ key_id, cost_micros, hold_micros, ...row }: EventRow): z.infer<typeof UsageEvent> {
  return {
    ...row,
    api_key_id: key_id,
    cost_usd: microsToUsd(cost_micros),
    held_usd: microsToUsd(hold_micros),
  }
}

export default operation({
  id: 'usage.list-events',
  route: 'GET /usage/events',
  summary: 'List metered requests',
  description: 'One event for each metered request, newest first, with the x-request-id that it carried.',
  scope: 'usage:read',
  meter: 'none',
  hold: null,
  rate: null,
  idempotent: false,
  live: true,
  input: z.object({
    ...uuidPage,
    request_id: z.string().max(128).optional(),
    operation: z.string().max(80).optional(),
  }),
  output: { 200: z.object({ events: z.array(UsageEvent), next_cursor: nextCursor }) },
  errors: {},
  example: {
    input: { limit: 20 },
    output: {
      events: [
        {
          id: '019a84d2-c3f1-7c25-b8d2-e4f60718293a',
          operation: 'content.list-articles',
          meter: 'action',
          request_id: '5f2c1d52-6a8f-4d0e-9a53-0c7e0a1b2c3d',
          api_key_id: 'key_019a84d2c3f17c25b8d2e4f60718293a',
          cost_usd: 0.001,
          held_usd: 0,
          created_at: '2026-11-01T09:30:00.000Z',
        },
      ],
      next_cursor: null,
    },
  },
  async handle(ctx, input) {
    const { tenant_id, mode } = ctx.principal
    const filter = { request_id: input.request_id ?? null, operation: input.operation ?? null }
    const found = await listEvents(ctx.db, tenant_id, mode, filter, input.cursor?.id ?? null, input.limit)
    const { rows, next_cursor } = paginate(found, input.limit)
    return reply.ok({ events: rows.map(present), next_cursor })
  },
})

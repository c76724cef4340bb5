import { z } from 'zod'
import { EventName } from '../../events/catalogue.ts'
import { wakeEngines } from '../../events/outbox.ts'
import { requeueRange } from '../../events/store.ts'
import { operation, reply } from '../../kernel/operation.ts'

const AT_ONCE = 5_000

/** The database knows no year 0 and no offset from UTC of 16 hours; nowhere on earth is it more than 14. */
const Moment = z.iso
  .datetime({ offset: true })
  .refine((text) => text >= '0001' && !/[+-](?:1[5-9]|2\d):\d\d$/.test(text), 'not a time that there is')

export default operation({
  id: 'webhooks.replay',
  route: 'POST /webhooks/replay',
  summary: 'Replay a range of events',
  description:
    'Sends again what was not delivered of the events between since (included) and until (excluded), to every enabled endpoint that subscribes to them now; also to one that was registered later. Tests are left out.',
  scope: 'tenant:write',
  meter: 'none',
  hold: null,
  rate: null,
  idempotent: true,
  live: true,
  input: z
    .object({
      since: Moment,
      until: Moment,
      event: EventName.optional(),
      endpoint_id: z.string().max(80).optional(),
      include_delivered: z.boolean().default(false).describe('Send again even what has arrived.'),
    })
    .refine(({ since, until }) => Date.parse(since) < Date.parse(until), {
      path: ['until'],
      message: 'must be after since',
    }),
  output: {
    202: z.object({
      replayed: z.int().describe('Deliveries that were queued.'),
      next_since: z
        .string()
        .nullable()
        .describe(
          `Set when the range has more than ${AT_ONCE} events: go on with this as since; nothing is sent twice.`,
        ),
    }),
  },
  errors: {},
  example: {
    input: { since: '2026-11-01T00:00:00Z', until: '2026-11-02T00:00:00Z', event: 'agent.failed' },
    output: { replayed: 17, next_since: null },
  },
  handle: (ctx, { since, until, event, endpoint_id, include_delivered }) =>
    ctx.commit(async (tx) => {
      const { tenant_id, mode } = ctx.principal
      const queued = await requeueRange(tx, tenant_id, mode, {
        since,
        until,
        event: event ?? null,
        endpoint_id: endpoint_id ?? null,
        include_delivered,
        limit: AT_ONCE,
      })
      await wakeEngines(tx, tenant_id, queued?.endpoints ?? [])
      return reply.accepted({ replayed: queued?.replayed ?? 0, next_since: queued?.next_since ?? null })
    }),
})

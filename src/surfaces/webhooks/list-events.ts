import { z } from 'zod'
import { Envelope, EVENT_NAMES, EVENTS, EventName, exampleEnvelope } from '../../events/catalogue.ts'
import { operation, reply } from '../../kernel/operation.ts'

const CatalogueEntry = z
  .object({
    event: EventName,
    description: z.string(),
    schema: z.record(z.string(), z.unknown()).describe('JSON Schema of data.'),
    example: Envelope,
  })
  .meta({ id: 'WebhookEvent' })

const catalogue = EVENT_NAMES.map((event) => ({
  event,
  description: EVENTS[event].description,
  schema: { ...z.toJSONSchema(EVENTS[event].data) },
  example: exampleEnvelope(event),
}))

export default operation({
  id: 'webhooks.list-events',
  route: 'GET /webhooks/events',
  summary: 'List the events there are',
  description: 'Each with the schema of its data and an example of what is sent.',
  scope: 'tenant:read',
  meter: 'none',
  hold: null,
  rate: null,
  idempotent: false,
  live: true,
  input: z.object({}),
  output: { 200: z.object({ events: z.array(CatalogueEntry) }) },
  errors: {},
  example: { input: {}, output: { events: catalogue.slice(0, 1) } },
  handle: async () => reply.ok({ events: catalogue }),
})

import { z } from 'zod'
import type { ZodOpenApiPathItemObject } from 'zod-openapi'

/** What is sent to whoever subscribed. The catalogue comes from above: this layer knows none of its events. */
export type EventCatalogue = {
  Envelope: z.ZodObject
  EVENTS: Record<string, { description: string; data: z.ZodType }>
  exampleEnvelope(name: string): unknown
}

/** The headers of a delivery, described once and referred to by every event. */
export const WEBHOOK_HEADERS = {
  ServiceSignature: {
    name: 'Service-Signature',
    in: 'header',
    required: true,
    description:
      'HMAC-SHA256 over the raw body, keyed with the endpoint’s secret. Compare in constant time, before you parse.',
    schema: { type: 'string', pattern: '^sha256=[0-9a-f]{64}$' },
  },
  WebhookId: {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description: 'The event’s id, the same in every attempt. Drop what you have seen already.',
    schema: { type: 'string' },
  },
  WebhookTimestamp: {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description:
      'When this attempt was signed, in seconds since 1970. Refuse what is older than five minutes.',
    schema: { type: 'string', pattern: '^\\d+$' },
  },
  WebhookSignature: {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    description:
      'Standard Webhooks: v1,<base64> over "id.timestamp.body"; during a rotation two of them, with a space between.',
    schema: { type: 'string' },
  },
} as const

const ANSWERS = {
  '2XX': { description: 'Received. Answer within 15 seconds and do the work afterwards.' },
  '410': { description: 'Wanted no more: the endpoint is disabled.' },
  default: { description: 'Anything else is tried again with growing pauses, then kept as a dead letter.' },
}

export type DescribedEvents = {
  webhooks: Record<string, ZodOpenApiPathItemObject>
  schemas: Record<string, z.ZodType>
}

/** The `webhooks` of the description and the schemas that they refer to: one of each for every event. */
export function describeEvents({ Envelope, EVENTS, exampleEnvelope }: EventCatalogue): DescribedEvents {
  const described: DescribedEvents = { webhooks: {}, schemas: {} }
  for (const [name, { description, data }] of Object.entries(EVENTS)) {
    const schema = Envelope.extend({ event: z.literal(name), data })
    described.schemas[schemaName(name)] = schema
    described.webhooks[name] = {
      post: {
        operationId: `event.${name}`,
        tags: ['webhooks'],
        summary: name,
        description,
        security: [],
        parameters: Object.keys(WEBHOOK_HEADERS).map((header) => ({
          $ref: `#/components/parameters/${header}`,
        })),
        requestBody: {
          required: true,
          content: { 'application/json': { schema, example: exampleEnvelope(name) } },
        },
        responses: ANSWERS,
      },
    }
  }
  return described
}

/** `campaign.status_changed` → `CampaignStatusChangedEvent`. */
function schemaName(event: string): string {
  const words = event.split(/[._]/).map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
  return `${words.join('')}Event`
}

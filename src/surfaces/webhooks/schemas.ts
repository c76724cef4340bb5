import { z } from 'zod'
import { Envelope, EVENT_NAMES, exampleEnvelope } from '../../events/catalogue.ts'
import type { AttemptRow, DeliveryRow, EndpointRow } from './store.ts'

export const Subscriptions = z
  .array(z.enum(['*', ...EVENT_NAMES]))
  .min(1)
  .max(50)
  .transform((names) => [...new Set(names)])
  .describe('Names of events, or * for all, those that come later included.')

export const Url = z
  .string()
  .max(2_048)
  .describe('HTTPS, on a public address, on port 443, 8443 or from 1024 up. Redirects are not followed.')

export const Description = z.string().trim().min(1).max(200)

export const Endpoint = z
  .object({
    id: z.string(),
    url: z.string(),
    events: z.array(z.string()),
    description: z.string().nullable(),
    mode: z
      .enum(['live', 'test'])
      .describe('Of the key that registered it; it gets events of that mode only.'),
    enabled: z.boolean(),
    disabled_reason: z
      .enum(['by_request', 'gone'])
      .nullable()
      .describe('gone: the receiver answered 410, so it was switched off.'),
    paused_until: z
      .string()
      .nullable()
      .describe('Set while deliveries wait because the endpoint failed many times in a row.'),
    previous_secret_until: z
      .string()
      .nullable()
      .describe('Until then a secret from before a rotation signs too.'),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: 'WebhookEndpoint' })

export const EndpointWithSecret = Endpoint.extend({
  secret: z
    .string()
    .nullable()
    .describe('Verifies deliveries. Shown exactly once; null in an idempotent replay.'),
}).meta({ id: 'WebhookEndpointWithSecret' })

export const Delivery = z
  .object({
    id: z.string(),
    event_id: z.string().describe('The id in the body and in the webhook-id header.'),
    event: z.string(),
    endpoint_id: z.string(),
    attempt: z.int().describe('How many attempts were made.'),
    status: z
      .enum(['pending', 'delivered', 'failed', 'dead'])
      .describe('failed: the last attempt failed and another follows. dead: given up, and can be replayed.'),
    response_code: z.int().nullable(),
    duration_ms: z.int().nullable(),
    response_excerpt: z.string().nullable(),
    error: z
      .string()
      .nullable()
      .describe(
        'bad_status, redirect, gone, timeout, connection_refused, connection_reset, dns, tls, body_too_large, blocked_address, invalid_url, endpoint_disabled, endpoint_removed, expired or system_error.',
      ),
    created_at: z.string(),
    next_attempt_at: z.string().nullable(),
  })
  .meta({ id: 'WebhookDelivery' })

const Attempt = z.object({
  attempt: z.int(),
  response_code: z.int().nullable(),
  duration_ms: z.int(),
  response_excerpt: z.string().nullable(),
  error: z.string().nullable(),
  created_at: z.string(),
})

export const DeliveryDetail = Delivery.extend({
  payload: Envelope.describe('What is sent, byte for byte the same in every attempt.'),
  attempts: z.array(Attempt),
}).meta({ id: 'WebhookDeliveryDetail' })

export function presentEndpoint(row: EndpointRow): z.infer<typeof Endpoint> {
  const { previous_until, paused_until, tenant_id: _, ...rest } = row
  return { ...rest, paused_until, previous_secret_until: previous_until }
}

export function presentDelivery({ body: _, ...row }: DeliveryRow): z.infer<typeof Delivery> {
  return row
}

export function presentDetail(row: DeliveryRow, attempts: AttemptRow[]): z.input<typeof DeliveryDetail> {
  return { ...presentDelivery(row), payload: JSON.parse(row.body), attempts }
}

export const endpointExample = {
  id: 'whk_019a84d2c3f07b6c9a51f0a7c1e2d3b4',
  url: 'https://example.com/hooks/herald',
  events: ['agent.completed', 'agent.failed'],
  description: 'reports',
  mode: 'live',
  enabled: true,
  disabled_reason: null,
  paused_until: null,
  previous_secret_until: null,
  created_at: '2026-11-01T09:30:00.000Z',
  updated_at: '2026-11-01T09:30:00.000Z',
} as const

export const secretExample = 'whsec_q6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6s='

export const deliveryExample = {
  id: 'dlv_019a84d2c3f07b6c9a51f0a7c1e2d3b4f0a7c1e2d3b4',
  event_id: 'evt_019a84d2c3f07b6c9a51f0a7c1e2d3b4',
  event: 'agent.completed',
  endpoint_id: endpointExample.id,
  attempt: 1,
  status: 'delivered',
  response_code: 200,
  duration_ms: 84,
  response_excerpt: 'ok',
  error: null,
  created_at: '2026-11-01T09:31:12.481Z',
  next_attempt_at: null,
} as const

export const deadExample = {
  ...deliveryExample,
  attempt: 10,
  status: 'dead',
  response_code: 503,
  response_excerpt: null,
  error: 'bad_status',
} as const

export const detailExample = {
  ...deliveryExample,
  payload: exampleEnvelope('agent.completed'),
  attempts: [
    {
      attempt: 1,
      response_code: 200,
      duration_ms: 84,
      response_excerpt: 'ok',
      error: null,
      created_at: '2026-11-01T09:31:12.570Z',
    },
  ],
}

import { z } from 'zod'
import * as payloads from './payloads.ts'

type Declared<S extends z.ZodType> = { description: string; data: S; example: z.infer<S> }

/** One event: what it means, the shape of its data, and an example which the tests hold to that shape. */
function event<S extends z.ZodType>(description: string, data: S, example: z.infer<S>): Declared<S> {
  return { description, data, example }
}

const target = {
  account_id: 'acct_019a84d2c3f07b6c9a51f0a7c1e2d3b4',
  platform: 'bluesky',
  status: 'published',
  platform_post_id: '3lbqxyz7k2c2f',
  url: 'https://bsky.app/profile/acme.example/post/3lbqxyz7k2c2f',
  published_at: '2026-11-01T09:30:00.000Z',
  error: null,
} as const

const refusedTarget = {
  ...target,
  account_id: 'acct_019a84d2c3f17c25b8d2e4f60718293a',
  platform: 'linkedin',
  status: 'failed',
  platform_post_id: null,
  url: null,
  published_at: null,
  error: {
    category: 'auth_expired',
    source: 'user',
    retryable: false,
    message: 'The connection to LinkedIn has expired.',
    fix_hint: 'Connect the account again with POST /v1/connect/linkedin.',
  },
} as const

const post = {
  post_id: 'post_019a84d2c3f07b6c9a51f0a7c1e2d3b4',
  status: 'published',
  scheduled_at: '2026-11-01T09:30:00.000Z',
  targets: [target],
} as const

const waiting = {
  ...target,
  status: 'pending',
  platform_post_id: null,
  url: null,
  published_at: null,
} as const

const account = {
  account_id: target.account_id,
  platform: 'bluesky',
  username: 'acme.example',
  status: 'connected',
  reason: null,
} as const

const run = {
  run_id: 'run_019a84d2c3f07b6c9a51f0a7c1e2d3b4',
  agent_name: 'aeo-scanner',
  kind: 'agent',
  status: 'completed',
  cost_usd: 0.41,
  error_message: null,
  poll_url: '/v1/agents/runs/run_019a84d2c3f07b6c9a51f0a7c1e2d3b4',
  created_at: '2026-11-01T09:30:00.000Z',
  completed_at: '2026-11-01T09:31:12.480Z',
} as const

/** Every event that can be subscribed to. spec.md names the first five. */
export const EVENTS = {
  'post.published': event('A scheduled post went live on a platform.', payloads.Post, {
    ...post,
    targets: [target],
  }),
  'post.failed': event(
    'A post attempt failed: a bad token, a rate limit or an error of the platform.',
    payloads.Post,
    { ...post, status: 'failed', targets: [refusedTarget] },
  ),
  'post.scheduled': event('A post was accepted and queued.', payloads.Post, {
    ...post,
    status: 'scheduled',
    targets: [waiting],
  }),
  'account.connected': event('A social account finished connecting.', payloads.Account, account),
  'agent.failed': event('An agent run ended in status failed.', payloads.EndedRun, {
    ...run,
    status: 'failed',
    error_message: 'No platform could be reached.',
  }),
  'agent.completed': event('An agent run ended in status completed.', payloads.EndedRun, run),
  'post.partial': event('A post went live on some of its platforms and failed on others.', payloads.Post, {
    ...post,
    status: 'partial',
    targets: [target, refusedTarget],
  }),
  'post.cancelled': event('A scheduled post was cancelled before it went out.', payloads.Post, {
    ...post,
    status: 'cancelled',
    targets: [waiting],
  }),
  'account.disconnected': event('A connected account can no longer be used.', payloads.Account, {
    ...account,
    status: 'disconnected',
    reason: 'The platform says that access was revoked.',
  }),
  'message.received': event('A message arrived in the inbox.', payloads.Message, {
    message_id: 'msg_019a84d2c3f07b6c9a51f0a7c1e2d3b4',
    conversation_id: 'cnv_019a84d2c3f07b6c9a51f0a7c1e2d3b4',
    account_id: target.account_id,
    platform: 'instagram',
    contact_id: 'con_019a84d2c3f07b6c9a51f0a7c1e2d3b4',
    text: 'Do you ship to Norway?',
    attachments: [],
    received_at: '2026-11-01T09:30:00.000Z',
  }),
  'review.new': event('A new review was found.', payloads.Review, {
    review_id: 'rev_019a84d2c3f07b6c9a51f0a7c1e2d3b4',
    platform: 'google',
    account_id: target.account_id,
    location_id: 'loc_019a84d2c3f07b6c9a51f0a7c1e2d3b4',
    rating: 4,
    text: 'Friendly and quick.',
    reviewer: 'Kim',
    created_at: '2026-11-01T09:30:00.000Z',
  }),
  'campaign.status_changed': event('An ad campaign moved to another status.', payloads.Campaign, {
    campaign_id: 'cmp_019a84d2c3f07b6c9a51f0a7c1e2d3b4',
    platform: 'google_ads',
    name: 'Spring sale',
    previous_status: 'paused',
    status: 'active',
    error_message: null,
  }),
  'call.ended': event('A phone call ended.', payloads.Call, {
    call_id: 'call_019a84d2c3f07b6c9a51f0a7c1e2d3b4',
    direction: 'inbound',
    from: '+4722225555',
    to: '+4722226666',
    contact_id: null,
    status: 'ended',
    end_reason: 'hangup',
    started_at: '2026-11-01T09:30:00.000Z',
    answered_at: '2026-11-01T09:30:04.000Z',
    ended_at: '2026-11-01T09:33:04.000Z',
    duration_seconds: 180,
  }),
  'webhook.test': event(
    'A test that was asked for with POST /v1/webhooks/{id}/test; sent to that endpoint whatever it subscribes to.',
    payloads.Test,
    {
      endpoint_id: 'whk_019a84d2c3f07b6c9a51f0a7c1e2d3b4',
      message: 'This is a test. Your endpoint works.',
    },
  ),
}

export type EventName = keyof typeof EVENTS
export type EventData<E extends EventName> = z.infer<(typeof EVENTS)[E]['data']>

export const EVENT_NAMES = Object.keys(EVENTS) as [EventName, ...EventName[]]
export const EventName = z.enum(EVENT_NAMES)

/** What a receiver gets, as JSON. id and created_at stay the same over retries and replays. */
export const Envelope = z
  .object({
    id: z.string().describe('The event: the same in every attempt, so that a receiver can tell repeats.'),
    event: EventName,
    created_at: z.string(),
    tenant_id: z.string(),
    data: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'EventEnvelope' })

export function exampleEnvelope(name: EventName): z.infer<typeof Envelope> {
  return {
    id: 'evt_019a84d2c3f07b6c9a51f0a7c1e2d3b4',
    event: name,
    created_at: '2026-11-01T09:30:00.000Z',
    tenant_id: 'ten_019a84d2c3f07b6c9a51f0a7c1e2d3b4',
    data: { ...EVENTS[name].example },
  }
}

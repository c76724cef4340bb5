import { z } from 'zod'

/** The data of each event. Fields are only ever added: receivers are written against these. */

const at = z.iso.datetime().describe('ISO 8601, UTC.')

const TargetError = z
  .object({
    category: z.enum([
      'auth_expired',
      'user_content',
      'account_issue',
      'platform_rejected',
      'platform_error',
      'platform_rate_limit',
      'system_error',
      'unknown',
    ]),
    source: z.enum(['user', 'platform', 'system']),
    retryable: z.boolean(),
    message: z.string(),
    fix_hint: z.string().nullable(),
  })
  .meta({ id: 'EventTargetError' })

const Target = z
  .object({
    account_id: z.string(),
    platform: z.string(),
    status: z.enum(['pending', 'processing', 'armed', 'published', 'failed', 'unknown']),
    platform_post_id: z.string().nullable(),
    url: z.string().nullable(),
    published_at: at.nullable(),
    error: TargetError.nullable(),
  })
  .meta({ id: 'EventPostTarget' })

export const Post = z.object({
  post_id: z.string(),
  status: z.enum(['scheduled', 'published', 'partial', 'failed', 'cancelled']),
  scheduled_at: at.nullable(),
  targets: z.array(Target),
})

export const Account = z.object({
  account_id: z.string(),
  platform: z.string(),
  username: z.string().nullable(),
  status: z.enum(['connected', 'warning', 'needs_reconnect', 'disconnected']),
  reason: z.string().nullable().describe('Why it was disconnected; null when it was connected.'),
})

export const EndedRun = z.object({
  run_id: z.string(),
  agent_name: z.string(),
  kind: z.enum(['agent', 'workflow']),
  status: z.enum(['completed', 'failed']),
  cost_usd: z.number(),
  error_message: z.string().nullable().describe('Set when the run failed.'),
  poll_url: z.string().describe('Relative path where the run with its output is read.'),
  created_at: at,
  completed_at: at,
})

export const Message = z.object({
  message_id: z.string(),
  conversation_id: z.string(),
  account_id: z.string(),
  platform: z.string(),
  contact_id: z.string().nullable(),
  text: z.string().nullable(),
  attachments: z.array(z.object({ type: z.string(), url: z.string() })),
  received_at: at,
})

export const Review = z.object({
  review_id: z.string(),
  platform: z.string(),
  account_id: z.string(),
  location_id: z.string().nullable(),
  rating: z.number(),
  text: z.string().nullable(),
  reviewer: z.string().nullable(),
  created_at: at,
})

const campaignStatus = z.enum([
  'draft',
  'validated',
  'deploying',
  'paused',
  'active',
  'completed',
  'archived',
  'failed',
  'unknown',
])

export const Campaign = z.object({
  campaign_id: z.string(),
  platform: z.string(),
  name: z.string(),
  previous_status: campaignStatus,
  status: campaignStatus,
  error_message: z.string().nullable(),
})

export const Call = z.object({
  call_id: z.string(),
  direction: z.enum(['inbound', 'outbound']),
  from: z.string(),
  to: z.string(),
  contact_id: z.string().nullable(),
  status: z.enum(['ended', 'failed']),
  end_reason: z.string().nullable(),
  started_at: at,
  answered_at: at.nullable(),
  ended_at: at,
  duration_seconds: z.int(),
})

export const Test = z.object({ endpoint_id: z.string(), message: z.string() })

// Generated from openapi.json by generate.ts: change the operation, then run npm run openapi.
import type { CallOptions, OperationShape, PagePromise, ServerEvent } from './types.ts'

export const API_VERSION = '0.1.0'

/** Every code that the API documents. */
export type ErrorCode =
  | 'account_not_connected'
  | 'admin_not_configured'
  | 'already_exists'
  | 'bad_request'
  | 'claim_consumed'
  | 'claim_expired'
  | 'conflict'
  | 'deploy_mode_not_wired'
  | 'facebook_unconfigured'
  | 'forbidden'
  | 'google_unconfigured'
  | 'idempotency_collision'
  | 'instagram_unconfigured'
  | 'linkedin_unconfigured'
  | 'llm_unconfigured'
  | 'not_found'
  | 'payload_too_large'
  | 'pinterest_unconfigured'
  | 'provider_failed'
  | 'quota_exceeded'
  | 'rate_limited'
  | 'reddit_unconfigured'
  | 'serp_unconfigured'
  | 'server_error'
  | 'stripe_unconfigured'
  | 'threads_unconfigured'
  | 'tiktok_unconfigured'
  | 'unauthorized'
  | 'unavailable'
  | 'unsupported_media_type'
  | 'validation_failed'
  | 'x_unconfigured'

export type LimitOverrides = {
  actions?: number | undefined
  agent_runs?: number | undefined
  workflow_runs?: number | undefined
  spend_cap_usd?: number | undefined
  requests_per_minute?: number | undefined
}

export type LimitChanges = {
  actions?: number | null | undefined
  agent_runs?: number | null | undefined
  workflow_runs?: number | null | undefined
  spend_cap_usd?: number | null | undefined
  requests_per_minute?: number | null | undefined
}

export type ConnectCredentials = {
  /** WordPress: The address of the site, such as https://blog.example.com. */
  site_url?: string | undefined
  /** WordPress: The user that the application password belongs to. */
  username?: string | undefined
  /** WordPress: Made in WordPress under Users, Profile, Application Passwords. */
  application_password?: string | undefined
  /** Webflow: A site token, made in Webflow under Site settings, Apps & integrations. */
  token?: string | undefined
  /** Bluesky: The handle, such as acme.bsky.social, or the e-mail address. */
  identifier?: string | undefined
  /** Bluesky: Made in Bluesky under Settings, App Passwords. */
  app_password?: string | undefined
  /** Bluesky: The server that hosts the account. */
  service_url?: string | undefined
  /** Mastodon: The address of the server, such as https://mastodon.social. */
  instance_url?: string | undefined
  /** Mastodon: Made on the server under Preferences, Development. */
  access_token?: string | undefined
  /** Telegram: From @BotFather, such as 123456:ABC…. Discord: From the Discord developer portal, under Bot. */
  bot_token?: string | undefined
}

export type EventPostTarget = {
  account_id: string
  platform: string
  status: 'pending' | 'processing' | 'armed' | 'published' | 'failed' | 'unknown'
  platform_post_id: string | null
  url: string | null
  published_at: string | null
  error: EventTargetError | null
}

export type EventTargetError = {
  category: 'auth_expired' | 'user_content' | 'account_issue' | 'platform_rejected' | 'platform_error' | 'platform_rate_limit' | 'system_error' | 'unknown'
  source: 'user' | 'platform' | 'system'
  retryable: boolean
  message: string
  fix_hint: string | null
}

export type __schema0 = string | number | boolean | null | __schema0[] | { [key: string]: __schema0 }

export type PostPublishedEvent = {
  /** The event: the same in every attempt, so that a receiver can tell repeats. */
  id: string
  event: 'post.published'
  created_at: string
  tenant_id: string
  data: {
    post_id: string
    status: 'scheduled' | 'published' | 'partial' | 'failed' | 'cancelled'
    scheduled_at: string | null
    targets: EventPostTarget[]
  }
}

export type PostFailedEvent = {
  /** The event: the same in every attempt, so that a receiver can tell repeats. */
  id: string
  event: 'post.failed'
  created_at: string
  tenant_id: string
  data: {
    post_id: string
    status: 'scheduled' | 'published' | 'partial' | 'failed' | 'cancelled'
    scheduled_at: string | null
    targets: EventPostTarget[]
  }
}

export type PostScheduledEvent = {
  /** The event: the same in every attempt, so that a receiver can tell repeats. */
  id: string
  event: 'post.scheduled'
  created_at: string
  tenant_id: string
  data: {
    post_id: string
    status: 'scheduled' | 'published' | 'partial' | 'failed' | 'cancelled'
    scheduled_at: string | null
    targets: EventPostTarget[]
  }
}

export type AccountConnectedEvent = {
  /** The event: the same in every attempt, so that a receiver can tell repeats. */
  id: string
  event: 'account.connected'
  created_at: string
  tenant_id: string
  data: {
    account_id: string
    platform: string
    username: string | null
    status: 'connected' | 'warning' | 'needs_reconnect' | 'disconnected'
    /** Why it was disconnected; null when it was connected. */
    reason: string | null
  }
}

export type AgentFailedEvent = {
  /** The event: the same in every attempt, so that a receiver can tell repeats. */
  id: string
  event: 'agent.failed'
  created_at: string
  tenant_id: string
  data: {
    run_id: string
    agent_name: string
    kind: 'agent' | 'workflow'
    status: 'completed' | 'failed'
    cost_usd: number
    /** Set when the run failed. */
    error_message: string | null
    /** Relative path where the run with its output is read. */
    poll_url: string
    /** ISO 8601, UTC. */
    created_at: string
    /** ISO 8601, UTC. */
    completed_at: string
  }
}

export type AgentCompletedEvent = {
  /** The event: the same in every attempt, so that a receiver can tell repeats. */
  id: string
  event: 'agent.completed'
  created_at: string
  tenant_id: string
  data: {
    run_id: string
    agent_name: string
    kind: 'agent' | 'workflow'
    status: 'completed' | 'failed'
    cost_usd: number
    /** Set when the run failed. */
    error_message: string | null
    /** Relative path where the run with its output is read. */
    poll_url: string
    /** ISO 8601, UTC. */
    created_at: string
    /** ISO 8601, UTC. */
    completed_at: string
  }
}

export type PostPartialEvent = {
  /** The event: the same in every attempt, so that a receiver can tell repeats. */
  id: string
  event: 'post.partial'
  created_at: string
  tenant_id: string
  data: {
    post_id: string
    status: 'scheduled' | 'published' | 'partial' | 'failed' | 'cancelled'
    scheduled_at: string | null
    targets: EventPostTarget[]
  }
}

export type PostCancelledEvent = {
  /** The event: the same in every attempt, so that a receiver can tell repeats. */
  id: string
  event: 'post.cancelled'
  created_at: string
  tenant_id: string
  data: {
    post_id: string
    status: 'scheduled' | 'published' | 'partial' | 'failed' | 'cancelled'
    scheduled_at: string | null
    targets: EventPostTarget[]
  }
}

export type AccountDisconnectedEvent = {
  /** The event: the same in every attempt, so that a receiver can tell repeats. */
  id: string
  event: 'account.disconnected'
  created_at: string
  tenant_id: string
  data: {
    account_id: string
    platform: string
    username: string | null
    status: 'connected' | 'warning' | 'needs_reconnect' | 'disconnected'
    /** Why it was disconnected; null when it was connected. */
    reason: string | null
  }
}

export type MessageReceivedEvent = {
  /** The event: the same in every attempt, so that a receiver can tell repeats. */
  id: string
  event: 'message.received'
  created_at: string
  tenant_id: string
  data: {
    message_id: string
    conversation_id: string
    account_id: string
    platform: string
    contact_id: string | null
    text: string | null
    attachments: {
      type: string
      url: string
    }[]
    /** ISO 8601, UTC. */
    received_at: string
  }
}

export type ReviewNewEvent = {
  /** The event: the same in every attempt, so that a receiver can tell repeats. */
  id: string
  event: 'review.new'
  created_at: string
  tenant_id: string
  data: {
    review_id: string
    platform: string
    account_id: string
    location_id: string | null
    rating: number
    text: string | null
    reviewer: string | null
    /** ISO 8601, UTC. */
    created_at: string
  }
}

export type CampaignStatusChangedEvent = {
  /** The event: the same in every attempt, so that a receiver can tell repeats. */
  id: string
  event: 'campaign.status_changed'
  created_at: string
  tenant_id: string
  data: {
    campaign_id: string
    platform: string
    name: string
    previous_status: 'draft' | 'validated' | 'deploying' | 'paused' | 'active' | 'completed' | 'archived' | 'failed' | 'unknown'
    status: 'draft' | 'validated' | 'deploying' | 'paused' | 'active' | 'completed' | 'archived' | 'failed' | 'unknown'
    error_message: string | null
  }
}

export type CallEndedEvent = {
  /** The event: the same in every attempt, so that a receiver can tell repeats. */
  id: string
  event: 'call.ended'
  created_at: string
  tenant_id: string
  data: {
    call_id: string
    direction: 'inbound' | 'outbound'
    from: string
    to: string
    contact_id: string | null
    status: 'ended' | 'failed'
    end_reason: string | null
    /** ISO 8601, UTC. */
    started_at: string
    answered_at: string | null
    /** ISO 8601, UTC. */
    ended_at: string
    duration_seconds: number
  }
}

export type WebhookTestEvent = {
  /** The event: the same in every attempt, so that a receiver can tell repeats. */
  id: string
  event: 'webhook.test'
  created_at: string
  tenant_id: string
  data: {
    endpoint_id: string
    message: string
  }
}

/** Every error has this shape. */
export type ErrorSchema = {
  error: {
    /** Stable and snake_case: branch on this, not on the message. */
    code: string
    message: string
    /** Seconds to wait before the identical request may succeed. */
    retry_after?: number | undefined
    /** What to do about it. */
    fix_hint?: string | undefined
    docs_url?: string | undefined
  }
}

export type AdminTenant = {
  id: string
  email: string
  name: string | null
  tier: 'free' | 'hobby' | 'pro' | 'scale' | 'agency' | 'enterprise'
  /** What differs from the tier’s plan. */
  limits: LimitOverrides
  suspended: boolean
  overages_enabled: boolean
  created_at: string
}

export type SignupResult = {
  tenant_id: string
  tier: 'free' | 'hobby' | 'pro' | 'scale' | 'agency' | 'enterprise'
  /** The raw live key, returned exactly once. */
  api_key: string
  api_key_meta: {
    id: string
    key_prefix: string
    scopes: string[]
  }
  warning: string
}

export type MintedKey = {
  id: string
  name: string | null
  /** The beginning of the key: all of it that is ever shown again. */
  key_prefix: string
  kind: 'live' | 'test' | 'session'
  /** test keys reach the sandbox only and have a meter of their own. */
  mode: 'live' | 'test'
  scopes: string[]
  created_at: string
  /** Only session keys expire. */
  expires_at: string | null
  /** The raw key, shown exactly once; null in an idempotent replay. */
  api_key: string | null
  warning: string
}

export type ScanAccepted = {
  /** The run, and the id of the scan under /aeo/scans. */
  run_id: string
  status: 'queued'
  agent_name: 'aeo-scanner'
  /** The platforms that will be scanned. */
  platforms: ('chatgpt' | 'claude' | 'gemini' | 'perplexity' | 'grok' | 'deepseek' | 'metaai' | 'ai_overview')[]
  /** Number of queries submitted. */
  query_count: number
  poll_url: string
}

export type AeoPlanDesign = {
  queries: number
  repeats: number
  platforms: string[]
  answers: number
  expected_half_width: {
    market: number
    panel: number
    market_per_platform: number
  }
  grade: 'exploratory' | 'directional' | 'decision'
  power: {
    change: number
    /** Chance to see such a change between two scans. */
    power: number
    /** The change that two such scans see four times in five. */
    detectable_change: number
  }
  /** At the usual price of an answer. */
  cost_usd: number
}

export type AeoScan = {
  /** Also the id of its run. */
  id: string
  brand: string
  status: 'queued' | 'running' | 'completed' | 'failed'
  /** True when the answers came from the sandbox. */
  simulated: boolean
  platforms: ('chatgpt' | 'claude' | 'gemini' | 'perplexity' | 'grok' | 'deepseek' | 'metaai' | 'ai_overview')[]
  query_count: number
  repeats: number
  created_at: string
  completed_at: string | null
  error_message?: string | undefined
}

export type AeoScanResult = {
  /** Also the id of its run. */
  id: string
  brand: string
  status: 'queued' | 'running' | 'completed' | 'failed'
  /** True when the answers came from the sandbox. */
  simulated: boolean
  platforms: ('chatgpt' | 'claude' | 'gemini' | 'perplexity' | 'grok' | 'deepseek' | 'metaai' | 'ai_overview')[]
  query_count: number
  repeats: number
  created_at: string
  completed_at: string | null
  error_message?: string | undefined
  methodology: {
    version: string
    detector_version: string
    repeats: number
    surface: 'api'
    web_search: boolean
    location: {
      country?: string | undefined
      region?: string | undefined
      city?: string | undefined
    } | null
    language: string | null
  }
  summary: VisibilityMetrics
  by_platform: {
    platform: string
    /** Answers that name the brand / answers that came back. */
    visibility: Rate
    /** Answers that link to an own domain / answers that came back. */
    citation_rate: Rate
    /** Own mentions / mentions of all tracked brands, on queries that do not name the brand. */
    share_of_voice: number | null
    avg_position: number | null
    first_mention_rate: number | null
    /** Cited but not named / cited. */
    ghost_rate: number | null
    prominence: number | null
    sentiment: {
      positive: number
      neutral: number
      negative: number
      n: number
    }
    /** Places where an ordinary word stands like a tracked name and nothing around it decides. */
    undecided: {
      brand: number
      competitors: number
      /** Answers that would name the brand as well if all of its undecided places did. */
      answers: number
    }
    outcomes: {
      named_and_cited: number
      named_only: number
      cited_only: number
      neither: number
    }
    intervals: {
      share_of_voice: Rate | null
      first_mention_rate: Rate
      ghost_rate: Rate
    }
    /** What came of the questions: nothing to say, down and not configured are three things. */
    answers: {
      ok: number
      no_answer: number
      error: number
      unavailable: number
    }
  }[]
  by_query: {
    query: string
    query_class: 'branded' | 'non_brand'
    intent: 'informational' | 'commercial' | 'transactional' | 'navigational' | 'local'
    /** Answers that name the brand / answers that came back. */
    visibility: Rate
    /** Answers that link to an own domain / answers that came back. */
    citation_rate: Rate
    /** Own mentions / mentions of all tracked brands, on queries that do not name the brand. */
    share_of_voice: number | null
    avg_position: number | null
    first_mention_rate: number | null
    /** Cited but not named / cited. */
    ghost_rate: number | null
    prominence: number | null
    sentiment: {
      positive: number
      neutral: number
      negative: number
      n: number
    }
    /** Places where an ordinary word stands like a tracked name and nothing around it decides. */
    undecided: {
      brand: number
      competitors: number
      /** Answers that would name the brand as well if all of its undecided places did. */
      answers: number
    }
    outcomes: {
      named_and_cited: number
      named_only: number
      cited_only: number
      neither: number
    }
    intervals: {
      share_of_voice: Rate | null
      first_mention_rate: Rate
      ghost_rate: Rate
    }
    /** What came of the questions: nothing to say, down and not configured are three things. */
    answers: {
      ok: number
      no_answer: number
      error: number
      unavailable: number
    }
  }[]
  competitors: {
    name: string
    mentions: number
    share: number | null
  }[]
  sources: {
    domain: string
    type: 'own' | 'competitor' | 'editorial' | 'ugc' | 'reference' | 'institutional' | 'other'
    retrieved: number
    cited: number
  }[]
  gaps: AeoGap[]
  blindspots: {
    platform: string
    intent: 'informational' | 'commercial' | 'transactional' | 'navigational' | 'local'
    n: number
    visibility: number
    ci_panel: [number, number]
  }[]
  coverage: {
    requested: string[]
    succeeded: string[]
    failed: {
      platform: string
      reason: string
    }[]
    /** Platforms that answered some questions and failed at others. */
    partial: {
      platform: string
      answered: number
      failed: number
      reason: string
    }[]
    /** Competitors whose citations can be told, and those without a domain, whose cannot. */
    citation_gaps: {
      checked: string[]
      not_checked: string[]
    }
  }
  /** What this result could not check, and how to change that. */
  warnings: string[]
  answers_total: number
  /** The raw answers that all of this comes from. */
  answers_url: string
}

export type VisibilityMetrics = {
  /** Answers that name the brand / answers that came back. */
  visibility: Rate
  /** Answers that link to an own domain / answers that came back. */
  citation_rate: Rate
  /** Own mentions / mentions of all tracked brands, on queries that do not name the brand. */
  share_of_voice: number | null
  avg_position: number | null
  first_mention_rate: number | null
  /** Cited but not named / cited. */
  ghost_rate: number | null
  prominence: number | null
  sentiment: {
    positive: number
    neutral: number
    negative: number
    n: number
  }
  /** Places where an ordinary word stands like a tracked name and nothing around it decides. */
  undecided: {
    brand: number
    competitors: number
    /** Answers that would name the brand as well if all of its undecided places did. */
    answers: number
  }
  outcomes: {
    named_and_cited: number
    named_only: number
    cited_only: number
    neither: number
  }
  intervals: {
    share_of_voice: Rate | null
    first_mention_rate: Rate
    ghost_rate: Rate
  }
}

export type Rate = {
  /** numerator / denominator; null when nothing came back. */
  point: number | null
  numerator: number
  denominator: number
  /** 95 % interval for these very questions. */
  ci_panel: [number, number] | null
  /** 95 % interval for buyers’ questions in general. */
  ci_market: [number, number] | null
  /** How far the number carries: 50 queries and a narrow market interval make a decision. */
  grade: 'exploratory' | 'directional' | 'decision'
}

export type AeoGap = {
  kind: 'mention' | 'citation'
  query: string
  platform: string
  competitors: string[]
  answers: number
  competitor_answers: number
  /** Scans in a row that show it, this one included. */
  scans: number
  /** Three scans in a row or more. */
  persistent: boolean
  opportunity: {
    /** ln(competitors + 1) × miss rate × citations × severity of the fix. */
    score: number
    version: string
    inputs: {
      competitors: number
      miss_rate: number
      citations: number
      fix: 'create' | 'add_schema' | 'expand' | 'refresh'
      severity: number
    }
  }
} | {
  kind: 'source'
  domain: string
  type: 'own' | 'competitor' | 'editorial' | 'ugc' | 'reference' | 'institutional' | 'other'
  competitors: string[]
  answers: number
  competitor_answers: number
  /** Scans in a row that show it, this one included. */
  scans: number
  /** Three scans in a row or more. */
  persistent: boolean
  opportunity: {
    /** ln(competitors + 1) × miss rate × citations × severity of the fix. */
    score: number
    version: string
    inputs: {
      competitors: number
      miss_rate: number
      citations: number
      fix: 'create' | 'add_schema' | 'expand' | 'refresh'
      severity: number
    }
  }
}

export type AeoCompared = {
  /** Null for all platforms together. */
  platform: string | null
  metric: 'visibility' | 'citation_rate'
  before: number | null
  after: number | null
  difference: number | null
  /** 95 % interval of the difference. */
  ci: [number, number] | null
  p_value: number | null
  /** After false-discovery control over all comparisons. */
  q_value: number | null
  prompts: number
  pairs: number
  /** insufficient: fewer than five common questions. */
  verdict: 'moved' | 'within_noise' | 'model_changed' | 'insufficient'
}

export type AeoAnswer = {
  id: string
  platform: string
  query: string
  repeat: number
  status: 'ok' | 'no_answer' | 'error' | 'unavailable'
  requested_model: string | null
  served_model: string | null
  searched: boolean
  text: string
  mentions: {
    entity: string
    /** In code points of the text. */
    start: number
    end: number
    alias: string
    position: number
    sentiment: 'positive' | 'neutral' | 'negative'
  }[]
  /** Places that may mean a tracked name, and are not counted as mentions. */
  undecided: {
    entity: string
    start: number
    end: number
  }[]
  citations: {
    url: string
    domain: string
    title: string | null
    position: number
  }[]
  /** What the engine looked at, cited or not. */
  retrieved: {
    url: string
    domain: string
    title: string | null
  }[]
  search_queries: string[]
  latency_ms: number | null
  cost_usd: number | null
  error?: string | undefined
  created_at: string
}

export type AgentListing = {
  name: string
  title: string
  description: string
  /** Whether a free key may run it. */
  access: 'free' | 'paid'
  /** Where to POST. */
  run_url: string
  /** JSON Schema of the input. */
  input_schema: { [key: string]: unknown }
  /** JSON Schema of a completed run’s output. */
  output_schema: { [key: string]: unknown }
  example_input: { [key: string]: unknown }
  /** A request that runs the example, ready to send. */
  example_request: ExampleRequest
  /** The most that a run of the example can cost here; null where it depends on more than the input. */
  example_max_cost_usd: number | null
}

export type ExampleRequest = {
  method: 'POST'
  url: string
  body: { [key: string]: unknown }
}

export type RunAccepted = {
  run_id: string
  status: 'queued'
  agent_name: string
  poll_url: string
  stream_url: string
}

export type RunSummary = {
  id: string
  agent_name: string
  kind: 'agent' | 'workflow'
  status: 'queued' | 'running' | 'completed' | 'failed'
  progress: {
    done: number
    total: number
    note: string | null
  }
  cost_usd: number
  created_at: string
  started_at: string | null
  completed_at: string | null
  /** Present when the run failed. */
  error_message?: string | undefined
}

export type Run = {
  id: string
  agent_name: string
  kind: 'agent' | 'workflow'
  status: 'queued' | 'running' | 'completed' | 'failed'
  progress: {
    done: number
    total: number
    note: string | null
  }
  cost_usd: number
  created_at: string
  started_at: string | null
  completed_at: string | null
  /** Present when the run failed. */
  error_message?: string | undefined
  /** The full result; present once completed. */
  output?: { [key: string]: unknown } | undefined
}

export type ApiKey = {
  id: string
  name: string | null
  /** The beginning of the key: all of it that is ever shown again. */
  key_prefix: string
  kind: 'live' | 'test' | 'session'
  /** test keys reach the sandbox only and have a meter of their own. */
  mode: 'live' | 'test'
  scopes: string[]
  created_at: string
  /** Only session keys expire. */
  expires_at: string | null
}

export type Checkout = {
  /** The page to pay on. Open it in a browser. */
  checkout_url: string
  /** Claims the key after the payment: keep it secret. */
  session_id: string
  tier: 'hobby' | 'pro' | 'scale' | 'agency'
  /** Of the page. */
  expires_at: string
  /** When the plan begins, if a dearer one is paid for until then; null for at once. */
  starts_at: string | null
  /** The page is the sandbox’s: nothing is charged. */
  simulated: boolean
}

export type ConnectStarted = {
  /** Send the person there. They come back to this service, which finishes. Holds the state: null in an idempotent replay. */
  auth_url: string | null
  /** Good for one return, within ten minutes. Shown once: null in an idempotent replay. */
  state: string | null
  expires_at: string
  simulated: boolean
}

export type ConnectedAccount = {
  id: string
  platform: 'google' | 'youtube' | 'facebook' | 'instagram' | 'threads' | 'linkedin' | 'x' | 'tiktok' | 'pinterest' | 'reddit' | 'wordpress' | 'webflow' | 'bluesky' | 'mastodon' | 'telegram' | 'discord'
  username: string | null
  display_name: string | null
  /** warning: it works, and issues says what to see to. needs_reconnect: connect it again. */
  status: 'connected' | 'warning' | 'needs_reconnect' | 'disconnected'
  can_post: boolean
  /** What of the platform was granted, where it has services. */
  services: string[]
  /** Asked for and not granted. */
  missing_scopes: string[]
  /** Access is renewed by itself where the platform lets us; null: it does not end. */
  token_expires_at: string | null
  issues: {
    code: string
    message: string
  }[]
  /** true: connected in the sandbox, to no real account. */
  simulated: boolean
  connected_at: string
  created_at: string
}

export type Connected = {
  /** One, or one for each page behind the authorization. */
  accounts: ConnectedAccount[]
}

export type Article = {
  id: string
  title: string
  status: string
  created_at: string
}

export type BusinessLocation = {
  id: string
  title: string
  store_code: string | null
  phone: string | null
  website: string | null
  primary_category: string | null
  additional_categories: string[]
  address: string | null
  service_area: boolean
  description: string | null
  has_hours: boolean
  has_special_hours: boolean
  open: boolean | null
  verified: boolean | null
  maps_uri: string | null
  new_review_uri: string | null
}

export type BusinessAudit = {
  location_id: string
  title: string
  /** 0 to 100, over what is known; null when nothing is. */
  score: number | null
  checks: {
    id: string
    status: 'pass' | 'fail' | 'unknown'
    weight: number
  }[]
  /** What to do, what counts most first. */
  fixes: {
    id: string
    weight: number
    fix: string
  }[]
  simulated: boolean
}

export type BusinessPost = {
  id: string
  location_id: string
  topic_type: 'STANDARD' | 'EVENT' | 'OFFER' | 'ALERT'
  summary: string
  /** As Google said when it was posted: LIVE, PROCESSING or REJECTED. UNKNOWN: its answer is missing, and the post may be there. */
  state: string
  /** Google’s name for it. */
  external_name: string
  search_url: string | null
  simulated: boolean
  created_at: string
}

export type OnpageApplied = {
  url: string
  deploy_mode: 'wordpress' | 'webflow' | 'js_snippet' | 'manual'
  dry_run: boolean
  /** The connected account that was used; null without one. */
  account_id: string | null
  /** Whether the page was changed by this call. */
  applied: boolean
  diff: {
    type: 'title' | 'meta_description' | 'jsonld' | 'canonical' | 'llms_txt'
    /** What the page has; null when none, or when it was not read. */
    before: string | null
    after: string
    /** unsupported: this deploy mode cannot change it. */
    effect: 'changed' | 'same' | 'unsupported'
  }[]
  /** For POST /onpage/rollback; null when nothing was changed. */
  rollback_id: string | null
  /** js_snippet: paste this into the page’s head; null when it can change nothing. */
  snippet: string | null
  /** manual: what to do, one step a change. */
  instructions: string[] | null
  simulated: boolean
}

export type OnpageRolledBack = {
  rollback_id: string
  url: string
  rolled_back: true
  restored: string[]
}

export type Plan = {
  tier: 'free' | 'hobby' | 'pro' | 'scale' | 'agency' | 'enterprise'
  actions_per_month: number
  agent_runs_per_month: number
  workflow_runs_per_month: number
  spend_cap_usd: number
  /** In the rate-limited groups only; nothing else is limited per minute. */
  requests_per_minute: number
  /** The operator sets the limits of each such tenant; these are where it starts. */
  custom: boolean
}

export type Rank = {
  keyword: string
  domain: string
  location: string
  device: 'desktop' | 'mobile'
  found: boolean
  /** Best place among organic results; null when not found. */
  position: number | null
  /** Its place among everything on the page, where it is known. */
  absolute_position: number | null
  url: string | null
  title: string | null
  snippet: string | null
  /** Every result of the domain and its subdomains, best first. */
  all_matches: {
    position: number
    absolute_position: number | null
    url: string
    title: string
  }[]
  serp_features: string[]
  ai_overview: {
    present: boolean
    cited: boolean
  }
  top_results: {
    position: number
    url: string
    domain: string
    title: string
  }[]
  /** How many organic results were looked at. */
  depth: number
  checked_at: string
  provider: string
  simulated: boolean
  cost_usd: number
}

export type Ranking = {
  keyword_id: string
  /** Whether it is looked up again on a schedule. */
  tracked: boolean
  keyword: string
  domain: string
  location: string
  device: 'desktop' | 'mobile'
  found: boolean
  /** Best place among organic results; null when not found. */
  position: number | null
  /** Its place among everything on the page, where it is known. */
  absolute_position: number | null
  url: string | null
  title: string | null
  snippet: string | null
  /** Every result of the domain and its subdomains, best first. */
  all_matches: {
    position: number
    absolute_position: number | null
    url: string
    title: string
  }[]
  serp_features: string[]
  ai_overview: {
    present: boolean
    cited: boolean
  }
  top_results: {
    position: number
    url: string
    domain: string
    title: string
  }[]
  /** How many organic results were looked at. */
  depth: number
  checked_at: string
  provider: string
  simulated: boolean
  cost_usd: number
}

export type TrackedKeyword = {
  id: string
  keyword: string
  domain: string
  location: string
  device: 'desktop' | 'mobile'
  schedule: 'daily' | 'weekly'
  /** Why the last scheduled check brought nothing. */
  last_error: string | null
  /** The last result; null until the first check is done. */
  latest: Rank | null
  created_at: string
}

export type DecayedPage = {
  site: string
  page: string
  /** The comparison in which it lost more clicks. */
  against: 'previous' | 'year_before'
  clicks_lost: number
  /** Share of the clicks that were lost. */
  drop: number
  /** Fewer searches, a worse position, or fewer clicks at the same position. */
  cause: 'demand' | 'rank' | 'ctr'
  current: {
    clicks: number
    impressions: number
    ctr: number
    /** Average, weighted by impressions; null without any. */
    position: number | null
  }
  previous: {
    clicks: number
    impressions: number
    ctr: number
    /** Average, weighted by impressions; null without any. */
    position: number | null
  }
  year_before: {
    clicks: number
    impressions: number
    ctr: number
    /** Average, weighted by impressions; null without any. */
    position: number | null
  } | null
}

export type DayRange = {
  from: string
  to: string
}

export type SiteWindows = {
  site: string
  current: DayRange
  previous: DayRange
  year_before: DayRange
}

export type CannibalizedQuery = {
  site: string
  query: string
  impressions: number
  severity: 'high' | 'medium' | 'low'
  /** Concentration of impressions: 1 is one page alone, 0.5 two equal ones. */
  hhi: number
  /** Days on which another page was on top than the day before. */
  top_changes: number
  pages: {
    page: string
    clicks: number
    impressions: number
    ctr: number
    /** Average, weighted by impressions; null without any. */
    position: number | null
    share: number
  }[]
}

export type LocalGrid = {
  id: string
  status: 'queued' | 'running' | 'completed' | 'failed'
  keyword: string
  lat: number
  lng: number
  size: number
  spacing_km: number
  zoom: number
  /** Mean rank where it was found. */
  arp: number | null
  /** Mean rank over all points, 21 where it was not found. */
  atrp: number | null
  /** Share of points in the top 3. */
  solv: number | null
  points: {
    row: number
    col: number
    lat: number
    lng: number
    /** Null when it is not among the first twenty. */
    rank: number | null
    status: 'pending' | 'measured' | 'failed'
  }[]
  points_failed: number
  provider: string
  simulated: boolean
  cost_usd: number
  error_message: string | null
  created_at: string
  completed_at: string | null
}

export type Heatmap = {
  grid_id: string
  keyword: string
  size: number
  /** Rows from north to south, columns from west to east. */
  ranks: ((number | null)[])[]
  /** Mean rank where it was found. */
  arp: number | null
  /** Mean rank over all points, 21 where it was not found. */
  atrp: number | null
  /** Share of points in the top 3. */
  solv: number | null
  legend: {
    label: string
    color: string
  }[]
  simulated: boolean
}

export type Site = {
  id: string
  /** Lower case, in punycode, without a trailing dot. */
  domain: string
  name: string | null
  /** pending: nobody has looked yet. */
  status: 'pending' | 'verified' | 'failed'
  /** How it was looked for the last time. */
  method: 'dns_txt' | 'html_file' | 'meta_tag' | null
  /** Why the last look did not find the proof. */
  last_error: string | null
  /** true: looked up in the sandbox, not on the internet. */
  simulated: boolean
  checked_at: string | null
  verified_at: string | null
  created_at: string
  instructions: SiteInstructions
}

/** Publish one of these, then verify with its name as the method. */
export type SiteInstructions = {
  dns_txt: {
    type: 'TXT'
    name: string
    value: string
  }
  html_file: {
    url: string
    content: string
  }
  meta_tag: {
    url: string
    html: string
  }
}

export type Tenant = {
  id: string
  email: string
  name: string | null
  tier: 'free' | 'hobby' | 'pro' | 'scale' | 'agency' | 'enterprise'
  timezone: string
  brand: BrandProfile
  overages_enabled: boolean
  created_at: string
}

export type BrandProfile = {
  /** Other names that mean this brand. */
  aliases: string[]
  /** Domains of its own: citing one of them counts as citing the brand. */
  domains: string[]
  /** Brands to measure it against. */
  competitors: string[]
}

export type Usage = {
  /** The first of the month, UTC. */
  period_start: string
  /** When the period resets. */
  period_end: string
  tier: 'free' | 'hobby' | 'pro' | 'scale' | 'agency' | 'enterprise'
  actions_used: number
  actions_limit: number
  agent_runs_used: number
  agent_runs_limit: number
  workflows_used: number
  workflows_limit: number
  /** Metered cost this period, overage charges included. */
  cost_usd_period: number
  /** The part of it that lies beyond the included quota. */
  overage_charges_usd: number
  /** Set aside for runs under way whose cost is not known yet. */
  held_usd: number
  /** Nothing is admitted that could take cost and holds past this. */
  spend_cap_usd: number
}

export type UsageEvent = {
  id: string
  operation: string
  meter: 'action' | 'agent_run' | 'workflow_run'
  /** The x-request-id of the request. */
  request_id: string
  api_key_id: string
  cost_usd: number
  /** Set aside until the run ends; then part of cost_usd, as far as it was spent. */
  held_usd: number
  created_at: string
}

export type WebhookEndpoint = {
  id: string
  url: string
  events: string[]
  description: string | null
  /** Of the key that registered it; it gets events of that mode only. */
  mode: 'live' | 'test'
  enabled: boolean
  /** gone: the receiver answered 410, so it was switched off. */
  disabled_reason: 'by_request' | 'gone' | null
  /** Set while deliveries wait because the endpoint failed many times in a row. */
  paused_until: string | null
  /** Until then a secret from before a rotation signs too. */
  previous_secret_until: string | null
  created_at: string
  updated_at: string
}

export type WebhookEndpointWithSecret = {
  id: string
  url: string
  events: string[]
  description: string | null
  /** Of the key that registered it; it gets events of that mode only. */
  mode: 'live' | 'test'
  enabled: boolean
  /** gone: the receiver answered 410, so it was switched off. */
  disabled_reason: 'by_request' | 'gone' | null
  /** Set while deliveries wait because the endpoint failed many times in a row. */
  paused_until: string | null
  /** Until then a secret from before a rotation signs too. */
  previous_secret_until: string | null
  created_at: string
  updated_at: string
  /** Verifies deliveries. Shown exactly once; null in an idempotent replay. */
  secret: string | null
}

export type WebhookEvent = {
  event: 'post.published' | 'post.failed' | 'post.scheduled' | 'account.connected' | 'agent.failed' | 'agent.completed' | 'post.partial' | 'post.cancelled' | 'account.disconnected' | 'message.received' | 'review.new' | 'campaign.status_changed' | 'call.ended' | 'webhook.test'
  description: string
  /** JSON Schema of data. */
  schema: { [key: string]: unknown }
  example: EventEnvelope
}

export type EventEnvelope = {
  /** The event: the same in every attempt, so that a receiver can tell repeats. */
  id: string
  event: 'post.published' | 'post.failed' | 'post.scheduled' | 'account.connected' | 'agent.failed' | 'agent.completed' | 'post.partial' | 'post.cancelled' | 'account.disconnected' | 'message.received' | 'review.new' | 'campaign.status_changed' | 'call.ended' | 'webhook.test'
  created_at: string
  tenant_id: string
  data: { [key: string]: unknown }
}

export type WebhookDelivery = {
  id: string
  /** The id in the body and in the webhook-id header. */
  event_id: string
  event: string
  endpoint_id: string
  /** How many attempts were made. */
  attempt: number
  /** failed: the last attempt failed and another follows. dead: given up, and can be replayed. */
  status: 'pending' | 'delivered' | 'failed' | 'dead'
  response_code: number | null
  duration_ms: number | null
  response_excerpt: string | null
  /** bad_status, redirect, gone, timeout, connection_refused, connection_reset, dns, tls, body_too_large, blocked_address, invalid_url, endpoint_disabled, endpoint_removed, expired or system_error. */
  error: string | null
  created_at: string
  next_attempt_at: string | null
}

export type WebhookDeliveryDetail = {
  id: string
  /** The id in the body and in the webhook-id header. */
  event_id: string
  event: string
  endpoint_id: string
  /** How many attempts were made. */
  attempt: number
  /** failed: the last attempt failed and another follows. dead: given up, and can be replayed. */
  status: 'pending' | 'delivered' | 'failed' | 'dead'
  response_code: number | null
  duration_ms: number | null
  response_excerpt: string | null
  /** bad_status, redirect, gone, timeout, connection_refused, connection_reset, dns, tls, body_too_large, blocked_address, invalid_url, endpoint_disabled, endpoint_removed, expired or system_error. */
  error: string | null
  created_at: string
  next_attempt_at: string | null
  /** What is sent, byte for byte the same in every attempt. */
  payload: EventEnvelope
  attempts: {
    attempt: number
    response_code: number | null
    duration_ms: number
    response_excerpt: string | null
    error: string | null
    created_at: string
  }[]
}

export type WorkflowListing = {
  name: string
  title: string
  description: string
  /** Where to POST. */
  run_url: string
  steps: {
    agent: string
    /** How often the agent runs at most in this step. */
    most: number
  }[]
  /** JSON Schema of the input. */
  input_schema: { [key: string]: unknown }
  example_input: { [key: string]: unknown }
  /** A request that runs the example, ready to send. */
  example_request: ExampleRequest
  /** The most that a run of the example can cost; held until it ends. */
  example_max_cost_usd: number
  /** The most that a run of the largest input can cost here. */
  max_cost_usd: number
}

export type WorkflowAccepted = {
  run_id: string
  status: 'queued'
  workflow_name: string
  /** The agents, in their order. */
  steps: string[]
  poll_url: string
  stream_url: string
}

export type Api = {
  /** For the operator: tenants, their tiers, limits and keys. */
  admin: {
    /**
     * List tenants
     * Newest first.
     * GET /admin/tenants, operator
     */
    listTenants(input?: {
      /** How many rows to return. */
      limit?: number | undefined
      /** next_cursor of the page before. */
      cursor?: string | undefined
    }, options?: CallOptions): PagePromise<{
      tenants: AdminTenant[]
      /** Pass as cursor for the next page; null on the last. */
      next_cursor: string | null
    }, AdminTenant>
    /**
     * Make a tenant on any tier
     * With its first live key, shown once. Limits override the tier’s plan for this tenant.
     * POST /admin/tenants, operator
     */
    createTenant(input: {
      /** Unique, without regard to case. */
      email: string
      tier: 'free' | 'hobby' | 'pro' | 'scale' | 'agency' | 'enterprise'
      name?: string | undefined
      limits?: LimitOverrides | undefined
    }, options?: CallOptions): Promise<SignupResult>
    /**
     * Read a tenant
     * Its tier, what differs from the plan, and whether it is suspended.
     * GET /admin/tenants/{id}, operator
     */
    getTenant(input: {
      id: string
    }, options?: CallOptions): Promise<AdminTenant>
    /**
     * Change a tenant’s tier or limits, or suspend it
     * Takes effect on the tenant’s next request here, and within a second on every other process. Limits that are left out stay as they are; null goes back to the tier’s plan.
     * PATCH /admin/tenants/{id}, operator
     */
    updateTenant(input: {
      id: string
      tier?: 'free' | 'hobby' | 'pro' | 'scale' | 'agency' | 'enterprise' | undefined
      limits?: LimitChanges | undefined
      suspended?: boolean | undefined
    }, options?: CallOptions): Promise<AdminTenant>
    /**
     * Mint a key for a tenant
     * For a tenant that lost its only key, for example. The raw key is shown once.
     * POST /admin/tenants/{id}/api-keys, operator
     */
    createKey(input: {
      id: string
      scopes?: ('*' | 'aeo:read' | 'aeo:scan' | 'aeo:write' | 'seo:read' | 'seo:write' | 'gbp:read' | 'gbp:write' | 'content:read' | 'content:write' | 'social:read' | 'social:write' | 'media:read' | 'media:write' | 'ads:read' | 'ads:write' | 'reviews:read' | 'reviews:write' | 'agents:run' | 'workflows:run' | 'contacts:read' | 'contacts:write' | 'sequences:read' | 'sequences:write' | 'inbox:read' | 'inbox:write' | 'dms:read' | 'dms:write' | 'automations:read' | 'automations:write' | 'job-postings:read' | 'job-postings:write' | 'calls:read' | 'calls:write' | 'onpage:write' | 'sites:read' | 'sites:write' | 'connect:read' | 'connect:write' | 'tenant:read' | 'tenant:write' | 'usage:read' | 'api-keys:read' | 'api-keys:write')[] | undefined
      kind?: 'live' | 'test' | undefined
      name?: string | undefined
    }, options?: CallOptions): Promise<MintedKey>
  }
  /** Visibility in AI answer engines: scans with honest intervals, what they show, and what to do. */
  aeo: {
    /**
     * Scan how AI answer engines mention a brand
     * Asks every platform every question in the background and keeps the raw answers. Aliases, domains and competitors left out come from the tenant’s brand profile when the brand is the tenant’s own. A query that is given twice is asked once. The most it can cost is held until it ends.
     * POST /aeo/scan, free
     */
    scan(input: {
      /** The brand to look for, as buyers write it. */
      brand: string
      /** Questions as a buyer would ask them. One that is given twice, whatever its case and spacing, is asked once. */
      queries: string[]
      /** All eight when left out. */
      platforms?: ('chatgpt' | 'claude' | 'gemini' | 'perplexity' | 'grok' | 'deepseek' | 'metaai' | 'ai_overview')[] | undefined
      /** Names, or objects with aliases and domains. Needed for share of voice and gaps. */
      competitors?: (string | {
        name: string
        aliases?: string[] | undefined
        domains?: string[] | undefined
      })[] | undefined
      /** Other names that mean the brand. */
      brand_aliases?: string[] | undefined
      /** Own domains: an answer that links to one of them cites the brand. */
      domains?: string[] | undefined
      /** How often each question is put to each platform. */
      repeats?: number | undefined
      /** Where the question is asked from, for the platforms that can be told. */
      location?: {
        country: string
        region?: string | undefined
        city?: string | undefined
      } | undefined
      language?: string | undefined
    }, options?: CallOptions): Promise<ScanAccepted>
    /**
     * Plan a scan before money is spent
     * How many questions, repeats and platforms reach a wished half-width of the market interval, or what a budget buys, with power and cost. With a brand that has been scanned, its own visibility is the expected rate. Starts nothing.
     * POST /aeo/scan/plan, free
     */
    planScan(input?: {
      /** 0.1 means ± 10 points. */
      target_half_width?: number | undefined
      budget_usd?: number | undefined
      platforms?: ('chatgpt' | 'claude' | 'gemini' | 'perplexity' | 'grok' | 'deepseek' | 'metaai' | 'ai_overview')[] | undefined
      brand?: string | undefined
      expected_rate?: number | undefined
      /** The change between two scans one wants to see. */
      change?: number | undefined
    }, options?: CallOptions): Promise<{
      feasible: boolean
      reason: 'target_out_of_reach' | 'budget_too_small' | 'no_platform' | null
      recommended: AeoPlanDesign | null
      alternatives: AeoPlanDesign[]
      assumptions: {
        expected_rate: number
        prompt_correlation: number
        confidence: number
        max_queries: number
        max_repeats: number
        /** Questions × repeats × platforms of one scan. */
        max_answers: number
      }
      /** Asked for, but not configured on this installation. */
      unavailable: ('chatgpt' | 'claude' | 'gemini' | 'perplexity' | 'grok' | 'deepseek' | 'metaai' | 'ai_overview')[]
    }>
    /**
     * List scans
     * Newest first, in every state, of one brand or of all. A test key sees the scans of test keys.
     * GET /aeo/scans, free
     */
    listScans(input?: {
      /** How many rows to return. */
      limit?: number | undefined
      /** next_cursor of the page before. */
      cursor?: string | undefined
      brand?: string | undefined
    }, options?: CallOptions): PagePromise<{
      scans: AeoScan[]
      /** Pass as cursor for the next page; null on the last. */
      next_cursor: string | null
    }, AeoScan>
    /**
     * Read a scan, worked out again from its raw answers
     * The id is the run_id of POST /aeo/scan. Uses the detector and the formulas of today, named in methodology. A scan under way shows what has come back so far.
     * GET /aeo/scans/{id}, free
     */
    getScan(input: {
      id: string
    }, options?: CallOptions): Promise<AeoScanResult>
    /**
     * Compare a scan with an earlier one
     * Paired question by question, with false-discovery control over all comparisons. moved is said only when noise would rarely look like it; a platform that served another model is set apart as model_changed. The later scan of the two is `after`.
     * GET /aeo/scans/{id}/compare, free
     */
    compareScans(input: {
      id: string
      /** Left out: the scan of the same brand, place and language before this one. */
      with?: string | undefined
    }, options?: CallOptions): Promise<{
      before: AeoScan
      after: AeoScan
      overall: AeoCompared[]
      by_platform: AeoCompared[]
      common_pairs: number
      /** Question and platform pairs that only one of the scans measured. */
      unpaired: number
      model_changes: {
        platform: string
        before: string[]
        after: string[]
      }[]
    }>
    /**
     * Export the raw answers of a scan
     * Every question with what came of it, in the order in which answers arrived, so that anyone can work the numbers out again.
     * GET /aeo/scans/{id}/answers, free
     */
    listAnswers(input: {
      id: string
      /** How many rows to return. */
      limit?: number | undefined
      /** next_cursor of the page before. */
      cursor?: string | undefined
      platform?: 'chatgpt' | 'claude' | 'gemini' | 'perplexity' | 'grok' | 'deepseek' | 'metaai' | 'ai_overview' | undefined
      status?: 'ok' | 'no_answer' | 'error' | 'unavailable' | undefined
    }, options?: CallOptions): PagePromise<{
      simulated: boolean
      answers: AeoAnswer[]
      /** Pass as cursor for the next page; null on the last. */
      next_cursor: string | null
    }, AeoAnswer>
    /**
     * Read where competitors are named or cited and the brand is not
     * From one scan: the newest of the brand, or scan_id. The best opportunity comes first, with the inputs of its score. Mention, citation and source gaps are kept apart. Before the first scan, scan is null and the list empty.
     * GET /aeo/gaps, free
     */
    gaps(input?: {
      /** Left out: the brand of the newest scan. */
      brand?: string | undefined
      scan_id?: string | undefined
      platform?: 'chatgpt' | 'claude' | 'gemini' | 'perplexity' | 'grok' | 'deepseek' | 'metaai' | 'ai_overview' | undefined
      kind?: 'mention' | 'citation' | 'source' | undefined
      /** true: only gaps that three scans in a row have shown. */
      persistent?: boolean | undefined
      limit?: number | undefined
    }, options?: CallOptions): Promise<{
      scan: AeoScan | null
      gaps: AeoGap[]
      /** How many there are, of which the first are shown. */
      total: number
      /** What this result could not check, and how to change that. */
      warnings: string[]
    }>
    /**
     * Read where the brand is as good as absent
     * A blindspot is a platform and an intent with at least ten answers whose interval for visibility ends below 10 %. From the newest scan of the brand, or scan_id. Before the first scan, scan is null and the list empty.
     * GET /aeo/blindspots, free
     */
    blindspots(input?: {
      /** Left out: the brand of the newest scan. */
      brand?: string | undefined
      scan_id?: string | undefined
      platform?: 'chatgpt' | 'claude' | 'gemini' | 'perplexity' | 'grok' | 'deepseek' | 'metaai' | 'ai_overview' | undefined
    }, options?: CallOptions): Promise<{
      scan: AeoScan | null
      blindspots: {
        platform: string
        intent: 'informational' | 'commercial' | 'transactional' | 'navigational' | 'local'
        n: number
        visibility: number
        ci_panel: [number, number]
      }[]
    }>
    /**
     * Read the brand’s share of voice against its competitors
     * Own mentions over mentions of all tracked brands, on queries that do not name the brand. Null without competitors. From the newest scan of the brand, or scan_id. Before the first scan, scan is null.
     * GET /aeo/share-of-voice, free
     */
    shareOfVoice(input?: {
      /** Left out: the brand of the newest scan. */
      brand?: string | undefined
      scan_id?: string | undefined
      platform?: 'chatgpt' | 'claude' | 'gemini' | 'perplexity' | 'grok' | 'deepseek' | 'metaai' | 'ai_overview' | undefined
    }, options?: CallOptions): Promise<{
      scan: AeoScan | null
      share_of_voice: Rate | null
      competitors: {
        name: string
        mentions: number
        share: number | null
      }[]
      by_platform: {
        platform: string
        share_of_voice: Rate | null
      }[]
    }>
    /**
     * Read how visibility has moved from scan to scan
     * One point a scan, oldest first, each with its intervals, and whether the last step is more than noise. All scans are read with the names of the newest, which share_of_voice_of lists. Points whose basis differs from the newest rest on other questions or platforms and are not comparable with it. Before the first scan the list is empty.
     * GET /aeo/visibility, free
     */
    visibility(input?: {
      /** Left out: the brand of the newest scan. */
      brand?: string | undefined
      platform?: 'chatgpt' | 'claude' | 'gemini' | 'perplexity' | 'grok' | 'deepseek' | 'metaai' | 'ai_overview' | undefined
      /** Only scans of the last days. */
      days?: number | undefined
      /** The newest so many scans. */
      limit?: number | undefined
    }, options?: CallOptions): Promise<{
      brand: string | null
      /** The competitors of the newest scan: every point’s share of voice is against these. */
      share_of_voice_of: string[]
      points: {
        scan: AeoScan
        visibility: Rate
        citation_rate: Rate
        share_of_voice: Rate | null
        /** What the numbers rest on: the questions, the platforms that answered, location and language. */
        basis: string
        /** Whether its basis is that of the newest point. */
        comparable: boolean
        /** The competitors that this scan tracked; it is read with those of the newest all the same. */
        tracked_then: string[]
      }[]
      /** What this result could not check, and how to change that. */
      warnings: string[]
      /** The newest scan against the one before it from the same place in the same language. */
      last_step: {
        overall: AeoCompared[]
        by_platform: AeoCompared[]
        common_pairs: number
        /** Question and platform pairs that only one of the scans measured. */
        unpaired: number
        model_changes: {
          platform: string
          before: string[]
          after: string[]
        }[]
      } | null
      /** How much cited domains change from scan to scan: 0 not at all, 1 completely. */
      volatility: {
        value: number | null
        pairs: number
      }
    }>
    /**
     * Generate JSON-LD from facts
     * Only supplied facts are emitted. A missing description is worded from them and checked word by word: one that says more than the facts is left out, with a warning. Says which fields are missing, the required ones first.
     * POST /aeo/schema, paid
     */
    schema(input: {
      type: 'Organization' | 'LocalBusiness' | 'FAQPage' | 'Article' | 'Product' | 'Service' | 'WebPage' | 'HowTo' | 'JobPosting'
      /** schema.org properties with their values. A FAQPage also takes questions: [{question, answer}], a HowTo steps: [text]. */
      facts: { [key: string]: __schema0 }
      /** Whether a missing description is worded from the facts. */
      describe?: boolean | undefined
      language?: string | undefined
    }, options?: CallOptions): Promise<{
      jsonld: { [key: string]: unknown }
      missing_fields: string[]
      warnings: string[]
      /** True when the sandbox worded the description. */
      simulated: boolean
    }>
    /**
     * Generate an llms.txt
     * In the format of llmstxt.org, from supplied names and links, and checked against that format. A missing summary is worded from details and links. The response says how weak the engines’ uptake is.
     * POST /aeo/llms-txt, paid
     */
    llmsTxt(input: {
      /** The H1: the name of the site or product. */
      name: string
      summary?: string | undefined
      /** Paragraphs without headings. */
      details?: string[] | undefined
      /** Lists of links. The one with the title Optional comes last: readers may skip it. */
      sections?: {
        title: string
        links: {
          name: string
          url: string
          notes?: string | undefined
        }[]
      }[] | undefined
      /** Whether a missing summary is worded from the facts. */
      describe?: boolean | undefined
      language?: string | undefined
    }, options?: CallOptions): Promise<{
      llms_txt: string
      missing_fields: string[]
      warnings: string[]
      /** What to expect of it. */
      uptake: string
      /** True when the sandbox worded the summary. */
      simulated: boolean
    }>
    /**
     * Propose fixes for the gaps of a scan
     * From the stored gaps of a scan, the best opportunity first, each ready for POST /onpage/apply. Texts are worded from the questions and the facts you give, and checked word by word: what they would invent is replaced by the plain facts or left out. Sources that only competitors appear in are listed as outreach. Without a scan the lists are empty.
     * POST /aeo/auto-fixes, paid
     */
    autoFixes(input?: {
      /** Left out: the brand of the newest scan. */
      brand?: string | undefined
      scan_id?: string | undefined
      /** The page to write for. */
      url?: string | undefined
      /** What may be claimed. */
      facts?: string[] | undefined
      limit?: number | undefined
    }, options?: CallOptions): Promise<{
      scan: AeoScan | null
      fixes: {
        /** Where it belongs: the page given, an own page that engines met, or the address of a new one. */
        url: string | null
        /** True when no own page was met for the question, so that one has to be made. */
        new_page: boolean
        type: 'title' | 'meta_description' | 'jsonld' | 'canonical' | 'llms_txt'
        /** Ready for POST /onpage/apply. */
        value: string
        why: string
        /** The gap that it should close, with the inputs of its score. */
        gap: AeoGap | null
      }[]
      /** Third-party sources that name competitors and never the brand. */
      outreach: {
        kind: 'source'
        domain: string
        type: 'own' | 'competitor' | 'editorial' | 'ugc' | 'reference' | 'institutional' | 'other'
        competitors: string[]
        answers: number
        competitor_answers: number
        /** Scans in a row that show it, this one included. */
        scans: number
        /** Three scans in a row or more. */
        persistent: boolean
        opportunity: {
          /** ln(competitors + 1) × miss rate × citations × severity of the fix. */
          score: number
          version: string
          inputs: {
            competitors: number
            miss_rate: number
            citations: number
            fix: 'create' | 'add_schema' | 'expand' | 'refresh'
            severity: number
          }
        }
      }[]
      warnings: string[]
      simulated: boolean
    }>
  }
  /** Packaged AI workflows: one-shot tasks that one triggers and reads. */
  agents: {
    /**
     * List the agents
     * The catalogue: what each agent does, the JSON Schema of its input and output, and the most that a run of its example can cost.
     * GET /agents, free
     */
    list(input?: Record<string, never>, options?: CallOptions): Promise<{
      agents: AgentListing[]
    }>
    /**
     * Run an agent
     * Accepts a one-shot AI task and answers at once. Poll the run at poll_url, or follow it at stream_url, until it is completed or failed.
     * POST /agents/{name}/run, paid
     */
    run(input: {
      /** Which agent: ad-copy, competitor-gap, content-brief, faq-writer, gbp-post, keyword-cluster, review-reply, social-calendar. */
      name: string
      /** What the agent needs; GET /agents has the schema of each. */
      input?: { [key: string]: unknown } | undefined
    }, options?: CallOptions): Promise<RunAccepted>
    /**
     * List runs
     * The tenant’s runs, newest first, without their outputs. Limited per minute: to follow one run, poll or stream it.
     * GET /agents/runs, free
     */
    listRuns(input?: {
      /** How many rows to return. */
      limit?: number | undefined
      /** next_cursor of the page before. */
      cursor?: string | undefined
      status?: 'queued' | 'running' | 'completed' | 'failed' | undefined
      agent_name?: string | undefined
    }, options?: CallOptions): PagePromise<{
      runs: RunSummary[]
      /** Pass as cursor for the next page; null on the last. */
      next_cursor: string | null
    }, RunSummary>
    /**
     * Read a run
     * Poll this until status is completed or failed. Polling is neither metered nor limited.
     * GET /agents/runs/{id}, free
     */
    getRun(input: {
      id: string
    }, options?: CallOptions): Promise<Run>
    /**
     * Follow a run
     * Server-sent events: progress while it works, then completed or failed with the whole run, and the end. A client that was cut off sends Last-Event-ID and gets only what came after; one that has heard the end gets 204, which tells an EventSource to stop.
     * GET /agents/runs/{id}/stream, free
     */
    streamRun(input: {
      id: string
      /** The id of the last event seen; usually sent as the header Last-Event-ID, which goes first. The Last-Event-ID header says the same, and goes first. */
      last_event_id?: string | undefined
    }, options?: CallOptions): Promise<AsyncIterable<ServerEvent>>
    /**
     * Cancel a run
     * A queued run ends at once, a running one as soon as its current step returns. What it spent so far is kept; its slot is not given back.
     * POST /agents/runs/{id}/cancel, free
     */
    cancelRun(input: {
      id: string
    }, options?: CallOptions): Promise<Run>
  }
  /** Keys of the tenant: list, mint, revoke, and short-lived session keys. */
  apiKeys: {
    /**
     * List the tenant’s keys
     * Newest first, without revoked and expired ones. Raw keys are never shown again.
     * GET /api-keys, free
     */
    list(input?: {
      /** How many rows to return. */
      limit?: number | undefined
      /** next_cursor of the page before. */
      cursor?: string | undefined
    }, options?: CallOptions): PagePromise<{
      api_keys: ApiKey[]
      /** Pass as cursor for the next page; null on the last. */
      next_cursor: string | null
    }, ApiKey>
    /**
     * Mint another key
     * A key hands on only scopes that it has itself. Left out, the new key gets all of them.
     * POST /api-keys, paid
     */
    create(input?: {
      name?: string | undefined
      scopes?: ('*' | 'aeo:read' | 'aeo:scan' | 'aeo:write' | 'seo:read' | 'seo:write' | 'gbp:read' | 'gbp:write' | 'content:read' | 'content:write' | 'social:read' | 'social:write' | 'media:read' | 'media:write' | 'ads:read' | 'ads:write' | 'reviews:read' | 'reviews:write' | 'agents:run' | 'workflows:run' | 'contacts:read' | 'contacts:write' | 'sequences:read' | 'sequences:write' | 'inbox:read' | 'inbox:write' | 'dms:read' | 'dms:write' | 'automations:read' | 'automations:write' | 'job-postings:read' | 'job-postings:write' | 'calls:read' | 'calls:write' | 'onpage:write' | 'sites:read' | 'sites:write' | 'connect:read' | 'connect:write' | 'tenant:read' | 'tenant:write' | 'usage:read' | 'api-keys:read' | 'api-keys:write')[] | undefined
      /** The kind of the calling key, unless said otherwise. */
      kind?: 'live' | 'test' | undefined
    }, options?: CallOptions): Promise<MintedKey>
    /**
     * Mint a short-lived session key
     * For a browser or an agent: it expires on schedule and cannot mint keys itself.
     * POST /api-keys/sessions, paid
     */
    createSession(input?: {
      scopes?: ('*' | 'aeo:read' | 'aeo:scan' | 'aeo:write' | 'seo:read' | 'seo:write' | 'gbp:read' | 'gbp:write' | 'content:read' | 'content:write' | 'social:read' | 'social:write' | 'media:read' | 'media:write' | 'ads:read' | 'ads:write' | 'reviews:read' | 'reviews:write' | 'agents:run' | 'workflows:run' | 'contacts:read' | 'contacts:write' | 'sequences:read' | 'sequences:write' | 'inbox:read' | 'inbox:write' | 'dms:read' | 'dms:write' | 'automations:read' | 'automations:write' | 'job-postings:read' | 'job-postings:write' | 'calls:read' | 'calls:write' | 'onpage:write' | 'sites:read' | 'sites:write' | 'connect:read' | 'connect:write' | 'tenant:read' | 'tenant:write' | 'usage:read' | 'api-keys:read' | 'api-keys:write')[] | undefined
      ttl_seconds?: number | undefined
    }, options?: CallOptions): Promise<MintedKey>
    /**
     * Revoke a key
     * It is refused by every process within a second, and for good.
     * DELETE /api-keys/{id}, paid
     */
    remove(input: {
      id: string
    }, options?: CallOptions): Promise<void>
  }
  /** Sign up and pay. */
  checkout: {
    /**
     * Sign up for the free tier
     * Makes a tenant and its first live key, which is shown exactly once. Limited per address and per day.
     * POST /checkout/free, free
     */
    free(input: {
      /** Unique, without regard to case. */
      email: string
      name?: string | undefined
    }, options?: CallOptions): Promise<SignupResult>
    /**
     * Start paying for a plan
     * Answers the address of a payment page. Without a key it makes a tenant, whose key POST /checkout/claim hands out once after the payment; with a live key it upgrades that tenant. A plan that is cheaper than the one it pays for begins when that is over, and costs nothing before.
     * POST /checkout/{tier}, free
     */
    start(input: {
      tier: 'hobby' | 'pro' | 'scale' | 'agency'
      /** Of the new tenant; asked for on the page when it is left out. */
      email?: string | undefined
      /** Where the page leads after payment; {CHECKOUT_SESSION_ID} is filled in. */
      success_url?: string | undefined
      cancel_url?: string | undefined
    }, options?: CallOptions): Promise<Checkout>
    /**
     * Claim the key that was paid for
     * One time, with the id of the checkout session, within 72 hours of the payment. The key is shown exactly once.
     * POST /checkout/claim, free
     */
    claim(input: {
      session_id: string
    }, options?: CallOptions): Promise<SignupResult>
  }
  /** Accounts on other platforms, connected by authorization or by credentials. */
  connect: {
    /**
     * Connect an account
     * Platforms with an authorization page answer 200 with its address. Those with passwords or tokens of your own take them in credentials, check them with a call, and answer 201 with the account.
     * POST /connect/{platform}, free
     */
    start(input: {
      platform: 'google' | 'youtube' | 'facebook' | 'instagram' | 'threads' | 'linkedin' | 'x' | 'tiktok' | 'pinterest' | 'reddit' | 'wordpress' | 'webflow' | 'bluesky' | 'mastodon' | 'telegram' | 'discord'
      /** What of the platform to ask for, where it has services. */
      services?: ('search_console' | 'business_profile' | 'youtube')[] | undefined
      /** Always this service’s own; any other is refused. */
      redirect_uri?: string | undefined
      credentials?: ConnectCredentials | undefined
    }, options?: CallOptions): Promise<ConnectStarted>
    /**
     * Finish connecting an account
     * Where a platform sends the person back to. The state is good for one return, and says whose it is; with a key, it has to be that tenant’s. A browser gets a page, everybody else JSON.
     * GET /connect/{platform}/callback, free
     */
    callback(input: {
      platform: 'google' | 'youtube' | 'facebook' | 'instagram' | 'threads' | 'linkedin' | 'x' | 'tiktok' | 'pinterest' | 'reddit' | 'wordpress' | 'webflow' | 'bluesky' | 'mastodon' | 'telegram' | 'discord'
      state: string
      code?: string | undefined
      /** Set when the person or the platform refused. */
      error?: string | undefined
      /** The accept header says the same, and goes first. */
      accept?: string | undefined
      /** Sent along by some platforms, and not used. */
      error_description?: string | undefined
      /** Sent along by some platforms, and not used. */
      error_reason?: string | undefined
      /** Sent along by some platforms, and not used. */
      error_code?: string | undefined
      /** Sent along by some platforms, and not used. */
      error_uri?: string | undefined
      /** Sent along by some platforms, and not used. */
      scope?: string | undefined
      /** Sent along by some platforms, and not used. */
      scopes?: string | undefined
      /** Sent along by some platforms, and not used. */
      granted_scopes?: string | undefined
      /** Sent along by some platforms, and not used. */
      denied_scopes?: string | undefined
      /** Sent along by some platforms, and not used. */
      authuser?: string | undefined
      /** Sent along by some platforms, and not used. */
      prompt?: string | undefined
      /** Sent along by some platforms, and not used. */
      hd?: string | undefined
      /** Sent along by some platforms, and not used. */
      iss?: string | undefined
    }, options?: CallOptions): Promise<Connected>
    /**
     * List connected accounts
     * Newest first, with what is wrong with each. Tokens are never shown.
     * GET /connect/accounts, free
     */
    listAccounts(input?: {
      /** How many rows to return. */
      limit?: number | undefined
      /** next_cursor of the page before. */
      cursor?: string | undefined
      platform?: 'google' | 'youtube' | 'facebook' | 'instagram' | 'threads' | 'linkedin' | 'x' | 'tiktok' | 'pinterest' | 'reddit' | 'wordpress' | 'webflow' | 'bluesky' | 'mastodon' | 'telegram' | 'discord' | undefined
    }, options?: CallOptions): PagePromise<{
      accounts: ConnectedAccount[]
      /** Pass as cursor for the next page; null on the last. */
      next_cursor: string | null
    }, ConnectedAccount>
    /**
     * Disconnect an account
     * Access is given back to the platform where it takes it, and the tokens are deleted.
     * DELETE /connect/accounts/{id}, free
     */
    removeAccount(input: {
      id: string
    }, options?: CallOptions): Promise<void>
  }
  /** Articles: read, write, publish. */
  content: {
    /**
     * List articles
     * The tenant’s articles, newest first. Writing them is not built yet, so the list is empty.
     * GET /content/articles, free
     */
    listArticles(input?: {
      /** How many rows to return. */
      limit?: number | undefined
      /** next_cursor of the page before. */
      cursor?: string | undefined
    }, options?: CallOptions): PagePromise<{
      articles: Article[]
      /** Pass as cursor for the next page; null on the last. */
      next_cursor: string | null
    }, Article>
  }
  /** Google Business Profile: locations, audits, metrics and posts. */
  gbp: {
    /**
     * List business locations
     * The locations that the connected Google account manages, as Google has them now.
     * GET /gbp/locations, free
     */
    listLocations(input?: {
      /** Of several connected Google accounts; the one connected last when left out. */
      account_id?: string | undefined
    }, options?: CallOptions): PagePromise<{
      locations: BusinessLocation[]
      next_cursor: null
      simulated: boolean
    }, BusinessLocation>
    /**
     * Audit a business profile
     * How complete it is, check by check, and what to do first. What Google does not say counts for nothing.
     * GET /gbp/audit, free
     */
    audit(input?: {
      /** Of several connected Google accounts; the one connected last when left out. */
      account_id?: string | undefined
      /** From GET /gbp/locations; the first location when left out. */
      location_id?: string | undefined
    }, options?: CallOptions): Promise<BusinessAudit>
    /**
     * Read a location’s metrics
     * Impressions, calls, directions and clicks by day; the last 28 complete days unless asked otherwise.
     * GET /gbp/metrics, free
     */
    metrics(input?: {
      /** Of several connected Google accounts; the one connected last when left out. */
      account_id?: string | undefined
      /** From GET /gbp/locations; the first location when left out. */
      location_id?: string | undefined
      /** Default 27 days before to. */
      from?: string | undefined
      /** Not in the future. Default 3 days ago, which Google has complete. */
      to?: string | undefined
    }, options?: CallOptions): Promise<{
      location_id: string
      from: string
      to: string
      metrics: {
        /** Google’s name for it, in lower case. */
        metric: string
        total: number
        days: {
          date: string
          value: number
        }[]
      }[]
      simulated: boolean
    }>
    /**
     * List business posts
     * What was posted through this service, newest first.
     * GET /gbp/posts, paid
     */
    listPosts(input?: {
      /** How many rows to return. */
      limit?: number | undefined
      /** next_cursor of the page before. */
      cursor?: string | undefined
    }, options?: CallOptions): PagePromise<{
      posts: BusinessPost[]
      /** Pass as cursor for the next page; null on the last. */
      next_cursor: string | null
    }, BusinessPost>
    /**
     * Post to a business profile
     * An update, event, offer or alert on a location. Google has no idempotency of its own: send an Idempotency-Key, so that a retry does not post twice. When its reply is lost, the same request looks for the post first.
     * POST /gbp/posts, paid
     */
    createPost(input: {
      /** Of several connected Google accounts; the one connected last when left out. */
      account_id?: string | undefined
      /** From GET /gbp/locations; the first location when left out. */
      location_id?: string | undefined
      topic_type?: 'STANDARD' | 'EVENT' | 'OFFER' | 'ALERT' | undefined
      summary: string
      language?: string | undefined
      call_to_action?: {
        action_type: 'BOOK' | 'ORDER' | 'SHOP' | 'LEARN_MORE' | 'SIGN_UP' | 'CALL'
        url?: string | undefined
      } | undefined
      /** Needed by EVENT and OFFER. */
      event?: {
        title: string
        starts_at: string
        ends_at: string
      } | undefined
      offer?: {
        coupon_code?: string | undefined
        redeem_url?: string | undefined
        terms?: string | undefined
      } | undefined
      /** A picture that Google can fetch. */
      media_url?: string | undefined
      /** Needed by ALERT. */
      alert_type?: 'COVID_19' | undefined
    }, options?: CallOptions): Promise<BusinessPost>
  }
  /** The same operations as tools for AI clients, over the Model Context Protocol. */
  mcp: {
    /**
     * Speak MCP
     * A Model Context Protocol server: JSON-RPC 2.0, one request to one response. `tools/list` names the tools that the key may use, `tools/call` runs one and is charged like the operation behind it. Faults of the protocol come as JSON-RPC errors.
     * POST /mcp, free
     */
    call(input: {
      jsonrpc: '2.0'
      /** Comes back with the answer. */
      id?: string | number | undefined
      /** tools/list, tools/call, initialize, ping or server/discover. */
      method: string
      params?: { [key: string]: unknown } | undefined
    }, options?: CallOptions): Promise<{
      jsonrpc: '2.0'
      id: string | number | null
      result?: { [key: string]: unknown } | undefined
      /** Instead of result, when the protocol was not kept. */
      error?: {
        code: number
        message: string
        data?: unknown | undefined
      } | undefined
    }>
  }
  /** Changes to pages: through a content system, as code to paste, or as instructions. */
  onpage: {
    /**
     * Change a page’s title, description, structured data or canonical address
     * wordpress and webflow write through the connected account and can be rolled back; js_snippet returns code to paste, manual returns instructions.
     * POST /onpage/apply, paid
     */
    apply(input: {
      site_id: string
      /** The page; it belongs to the site’s domain. */
      url: string
      /** cf_worker and owned_source are not live: 501. */
      deploy_mode: 'wordpress' | 'webflow' | 'js_snippet' | 'manual' | 'cf_worker' | 'owned_source'
      changes: {
        type: 'title' | 'meta_description' | 'jsonld' | 'canonical' | 'llms_txt'
        value: string
      }[]
      /** Of wordpress and webflow, where several connected accounts serve the page. */
      account_id?: string | undefined
      /** Show the difference and change nothing. */
      dry_run?: boolean | undefined
    }, options?: CallOptions): Promise<OnpageApplied>
    /**
     * Take an applied change back
     * Writes back what the page had before, once. A second time is a conflict, and so is a page that was changed again since: the later change goes first.
     * POST /onpage/rollback, paid
     */
    rollback(input: {
      rollback_id: string
    }, options?: CallOptions): Promise<OnpageRolledBack>
  }
  /** The tiers and what each includes. */
  plans: {
    /**
     * List the tiers
     * What each tier includes a month, and the rates where a plan allows usage beyond it.
     * GET /plans, free
     */
    list(input?: Record<string, never>, options?: CallOptions): Promise<{
      plans: Plan[]
      overage: {
        action_usd: number
        agent_run_usd: number
        workflow_run_usd: number
      }
    }>
  }
  /** Where a domain stands in search: live ranks, tracking, maps, decay and cannibalization. */
  seo: {
    /**
     * Look up where a domain ranks now
     * A live look at Google’s results for one keyword and one domain. The result is kept and answered again by GET /seo/rankings.
     * POST /seo/rank, paid
     */
    rank(input: {
      keyword: string
      /** Without protocol, such as example.com. Subdomains count as the domain. */
      domain: string
      /** A country, or narrower: Austin, Texas, United States. */
      location?: string | undefined
      device?: 'desktop' | 'mobile' | undefined
    }, options?: CallOptions): Promise<Rank>
    /**
     * Read the latest known rankings
     * The last result of every keyword that was looked up or is tracked. Nothing is looked up for it.
     * GET /seo/rankings, free
     */
    listRankings(input?: {
      /** How many rows to return. */
      limit?: number | undefined
      /** next_cursor of the page before. */
      cursor?: string | undefined
      /** Without protocol, such as example.com. Subdomains count as the domain. */
      domain?: string | undefined
    }, options?: CallOptions): PagePromise<{
      rankings: Ranking[]
      /** Pass as cursor for the next page; null on the last. */
      next_cursor: string | null
    }, Ranking>
    /**
     * List tracked keywords
     * Newest first, each with its latest result.
     * GET /seo/keywords, paid
     */
    listKeywords(input?: {
      /** How many rows to return. */
      limit?: number | undefined
      /** next_cursor of the page before. */
      cursor?: string | undefined
    }, options?: CallOptions): PagePromise<{
      keywords: TrackedKeyword[]
      /** Pass as cursor for the next page; null on the last. */
      next_cursor: string | null
    }, TrackedKeyword>
    /**
     * Track a keyword
     * Looks it up now and then daily or weekly; every check is charged like POST /seo/rank. Tracking what is tracked changes its schedule.
     * POST /seo/keywords, paid
     */
    createKeyword(input: {
      keyword: string
      /** Without protocol, such as example.com. Subdomains count as the domain. */
      domain: string
      /** A country, or narrower: Austin, Texas, United States. */
      location?: string | undefined
      device?: 'desktop' | 'mobile' | undefined
      schedule?: 'daily' | 'weekly' | undefined
    }, options?: CallOptions): Promise<TrackedKeyword>
    /**
     * Stop tracking a keyword
     * It is not looked up any more. What was found stays in GET /seo/rankings and in its history.
     * DELETE /seo/keywords/{id}, paid
     */
    removeKeyword(input: {
      id: string
    }, options?: CallOptions): Promise<void>
    /**
     * Read how a keyword ranked over time
     * Every check of the keyword, newest first.
     * GET /seo/keywords/{id}/history, paid
     */
    listHistory(input: {
      id: string
      /** How many rows to return. */
      limit?: number | undefined
      /** next_cursor of the page before. */
      cursor?: string | undefined
    }, options?: CallOptions): PagePromise<{
      history: Rank[]
      /** Pass as cursor for the next page; null on the last. */
      next_cursor: string | null
    }, Rank>
    /**
     * Find pages that lose clicks
     * The last 28 days against the 28 before and the year before, from stored Search Console rows; the newest 3 days are left out. Each site is counted back from its own newest day.
     * GET /seo/content-decay, free
     */
    contentDecay(input?: {
      /** One site only; all of them when left out. */
      site?: string | undefined
      /** Share of clicks lost from which a page counts, to four digits. */
      min_drop?: number | undefined
      limit?: number | undefined
    }, options?: CallOptions): Promise<{
      pages: DecayedPage[]
      /** Of the pages listed. */
      clicks_lost: number
      /** The last 28 days of the newest site; null without data. */
      current: DayRange | null
      previous: DayRange | null
      year_before: DayRange | null
      /** The periods of every site that has data, the newest first. */
      windows: SiteWindows[]
    }>
    /**
     * Find queries that several of your pages compete for
     * Queries of the last 28 days whose second page of the same site has at least a fifth of the impressions and whose top page changed.
     * GET /seo/cannibalization, free
     */
    cannibalization(input?: {
      /** One site only; all of them when left out. */
      site?: string | undefined
      limit?: number | undefined
    }, options?: CallOptions): Promise<{
      queries: CannibalizedQuery[]
      /** The last 28 days of the newest site; null without data. */
      current: DayRange | null
      /** The last 28 days of every site that has data, the newest first. */
      windows: {
        site: string
        current: DayRange
      }[]
    }>
    /**
     * Import search performance rows
     * Rows by page, query and day, as Search Console exports them. A row that is known is replaced, so an import may be repeated; with one bad row nothing is imported.
     * POST /seo/performance, paid
     */
    importPerformance(input: {
      /** Without protocol, such as example.com. Subdomains count as the domain. */
      site: string
      rows: {
        date: string
        /** On the site or a subdomain of it. */
        page: string
        query: string
        /** At most the impressions. */
        clicks: number
        impressions: number
        /** 1 is the first place. */
        position: number
      }[]
    }, options?: CallOptions): Promise<{
      site: string
      rows: number
    }>
    /**
     * Fetch search performance from Search Console
     * Reads the rows of a property through the connected Google account and stores them as POST /seo/performance does. complete is false when the range holds more than one request takes.
     * POST /seo/performance/sync, paid
     */
    syncPerformance(input: {
      /** Without protocol, such as example.com. Subdomains count as the domain. */
      site: string
      /** As Search Console names it. Default sc-domain:<site>. */
      property?: string | undefined
      /** Of several connected Google accounts; the one connected last when left out. */
      account_id?: string | undefined
      /** Default 90 days before to. */
      from?: string | undefined
      /** Default today. */
      to?: string | undefined
    }, options?: CallOptions): Promise<{
      site: string
      property: string
      from: string
      to: string
      rows: number
      /** Rows of pages that are not on the site, which a wider property has. */
      skipped: number
      complete: boolean
      simulated: boolean
    }>
    /**
     * Measure local ranks on a grid
     * One Google Maps search a point. Up to 5 × 5 it answers 201 with the result; larger grids answer 202 at once, and GET /seo/local-grid/{id} shows them fill.
     * POST /seo/local-grid, paid
     */
    localGrid(input: {
      keyword: string
      lat: number
      lng: number
      /** Points along each side: odd, 3 to 15. */
      size?: number | undefined
      /** Between two points. */
      spacing_km?: number | undefined
      /** How far in Google Maps is zoomed at each point. */
      zoom?: number | undefined
      /** The business by its Google place id. */
      place_id?: string | undefined
      /** Without protocol, such as example.com. Subdomains count as the domain. */
      domain?: string | undefined
      business_name?: string | undefined
    }, options?: CallOptions): Promise<LocalGrid>
    /**
     * Read a grid
     * With every point; while it is running, the ones that are not pending are measured.
     * GET /seo/local-grid/{id}, paid
     */
    getGrid(input: {
      id: string
    }, options?: CallOptions): Promise<LocalGrid>
    /**
     * Read a grid as a heatmap
     * JSON, or a picture: whichever Accept prefers, by its q-values, or format=svg.
     * GET /seo/local-grid/{id}/heatmap, paid
     */
    getHeatmap(input: {
      id: string
      /** Goes before Accept. */
      format?: 'json' | 'svg' | undefined
      /** image/svg+xml for the picture. The Accept header says the same, and goes first. */
      accept?: string | undefined
    }, options?: CallOptions): Promise<Heatmap>
  }
  /** The service about itself: is it up, is it ready, what can it do. */
  service: {
    /**
     * Is the process up
     * Answers while the process runs, whatever else is broken. Use it as the liveness probe.
     * GET /health, free
     */
    health(input?: Record<string, never>, options?: CallOptions): Promise<{
      status: 'ok'
      version: string
      simulated: boolean
    }>
    /**
     * Can it serve requests
     * Answers 503 while something that requests need is gone. Use it as the readiness probe.
     * GET /ready, free
     */
    ready(input?: Record<string, never>, options?: CallOptions): Promise<{
      status: 'ready'
      checks: { [key: string]: 'ok' | 'failed' }
    }>
    /**
     * The OpenAPI 3.1 description
     * Every operation with its schemas, examples, errors, price class and limits.
     * GET /openapi.json, free
     */
    openapi(input?: Record<string, never>, options?: CallOptions): Promise<{
      openapi: string
    }>
    /**
     * The API reference as a page
     * Every operation with its schemas, errors and an example that runs against this server. Made from the OpenAPI description; loads nothing from elsewhere.
     * GET /docs, free
     */
    docs(input?: Record<string, never>, options?: CallOptions): Promise<string>
    /**
     * A guide as a page
     * Quick start, errors and retries, and the other guides that GET /docs links to.
     * GET /docs/{page}, free
     */
    guide(input: {
      /** The guide’s name. */
      page: string
    }, options?: CallOptions): Promise<string>
    /**
     * The service for language models
     * An llms.txt (llmstxt.org): what this is, and where the guides and the description are. Also at /llms.txt.
     * GET /llms.txt, free
     */
    llmsTxt(input?: Record<string, never>, options?: CallOptions): Promise<string>
  }
  /** The tenant’s web sites, and the proof that they are its own. */
  sites: {
    /**
     * List sites
     * Newest first, with what proves each of them.
     * GET /sites, free
     */
    list(input?: {
      /** How many rows to return. */
      limit?: number | undefined
      /** next_cursor of the page before. */
      cursor?: string | undefined
    }, options?: CallOptions): PagePromise<{
      sites: Site[]
      /** Pass as cursor for the next page; null on the last. */
      next_cursor: string | null
    }, Site>
    /**
     * Register a site
     * The reply says what to publish to prove that the domain is yours; POST /sites/{id}/verify then looks for it.
     * POST /sites, free
     */
    create(input: {
      /** Without protocol, such as example.com. Subdomains count as the domain. */
      domain: string
      name?: string | undefined
    }, options?: CallOptions): Promise<Site>
    /**
     * Read a site
     * Its status, what the last look found, and what to publish.
     * GET /sites/{id}, free
     */
    get(input: {
      id: string
    }, options?: CallOptions): Promise<Site>
    /**
     * Remove a site
     * Its domain can be registered again, with a new token.
     * DELETE /sites/{id}, free
     */
    remove(input: {
      id: string
    }, options?: CallOptions): Promise<void>
    /**
     * Look for the proof that a site is yours
     * Looks at the domain from outside, now. The reply is the site: verified, or failed with last_error. In the sandbox, domains with "verified" in their name publish the proof by themselves.
     * POST /sites/{id}/verify, free
     */
    verify(input: {
      id: string
      method: 'dns_txt' | 'html_file' | 'meta_tag'
    }, options?: CallOptions): Promise<Site>
  }
  /** Where the payment provider reports what was paid, changed and ended. */
  stripe: {
    /**
     * Take an event of Stripe
     * For Stripe alone: the signature over the raw body is the credential. Each event has one effect, however often and in whatever order it arrives.
     * POST /stripe/webhook, free
     */
    webhook(input?: Record<string, never>, options?: CallOptions): Promise<{
      received: true
    }>
  }
  /** Settings of the tenant and its brand profile. */
  tenant: {
    /**
     * Read the tenant’s settings
     * Name, tier, time zone, brand profile and whether usage beyond the quota is allowed.
     * GET /tenant, free
     */
    get(input?: Record<string, never>, options?: CallOptions): Promise<Tenant>
    /**
     * Change the tenant’s settings
     * Fields left out stay as they are. Overages let paid tiers go past their quotas; the spend cap still holds.
     * PATCH /tenant, free
     */
    update(input?: {
      name?: string | null | undefined
      timezone?: string | undefined
      brand?: {
        /** Other names that mean this brand. */
        aliases?: string[] | undefined
        domains?: string[] | undefined
        /** Brands to measure it against. */
        competitors?: string[] | undefined
      } | undefined
      overages_enabled?: boolean | undefined
    }, options?: CallOptions): Promise<Tenant>
  }
  /** What the tenant has used this month. */
  usage: {
    /**
     * Read this month’s usage
     * Counts and cost of the current calendar month (UTC) beside the limits. A test key reads its own test meter.
     * GET /usage, free
     */
    get(input?: Record<string, never>, options?: CallOptions): Promise<Usage>
    /**
     * List metered requests
     * One event for each metered request, newest first, with the x-request-id that it carried.
     * GET /usage/events, free
     */
    listEvents(input?: {
      /** How many rows to return. */
      limit?: number | undefined
      /** next_cursor of the page before. */
      cursor?: string | undefined
      request_id?: string | undefined
      operation?: string | undefined
    }, options?: CallOptions): PagePromise<{
      events: UsageEvent[]
      /** Pass as cursor for the next page; null on the last. */
      next_cursor: string | null
    }, UsageEvent>
  }
  /** Endpoints that events are posted to, their deliveries, dead letters and replay. */
  webhooks: {
    /**
     * List webhook endpoints
     * Newest first, without their secrets.
     * GET /webhooks, free
     */
    list(input?: {
      /** How many rows to return. */
      limit?: number | undefined
      /** next_cursor of the page before. */
      cursor?: string | undefined
    }, options?: CallOptions): PagePromise<{
      webhooks: WebhookEndpoint[]
      /** Pass as cursor for the next page; null on the last. */
      next_cursor: string | null
    }, WebhookEndpoint>
    /**
     * Register a webhook endpoint
     * Events are posted to it as they happen, signed with the secret that this reply shows once. Events of test keys go to endpoints that a test key registered.
     * POST /webhooks, free
     */
    create(input: {
      /** HTTPS, on a public address, on port 443, 8443 or from 1024 up. Redirects are not followed. */
      url: string
      /** Names of events, or * for all, those that come later included. */
      events: ('*' | 'post.published' | 'post.failed' | 'post.scheduled' | 'account.connected' | 'agent.failed' | 'agent.completed' | 'post.partial' | 'post.cancelled' | 'account.disconnected' | 'message.received' | 'review.new' | 'campaign.status_changed' | 'call.ended' | 'webhook.test')[]
      description?: string | undefined
    }, options?: CallOptions): Promise<WebhookEndpointWithSecret>
    /**
     * List the events there are
     * Each with the schema of its data and an example of what is sent.
     * GET /webhooks/events, free
     */
    listEvents(input?: Record<string, never>, options?: CallOptions): Promise<{
      events: WebhookEvent[]
    }>
    /**
     * List deliveries
     * Newest event first, with status and response code. Kept for 30 days.
     * GET /webhooks/deliveries, free
     */
    listDeliveries(input?: {
      /** How many rows to return. */
      limit?: number | undefined
      /** next_cursor of the page before. */
      cursor?: string | undefined
      endpoint_id?: string | undefined
      status?: 'pending' | 'delivered' | 'failed' | 'dead' | undefined
      event?: 'post.published' | 'post.failed' | 'post.scheduled' | 'account.connected' | 'agent.failed' | 'agent.completed' | 'post.partial' | 'post.cancelled' | 'account.disconnected' | 'message.received' | 'review.new' | 'campaign.status_changed' | 'call.ended' | 'webhook.test' | undefined
    }, options?: CallOptions): PagePromise<{
      deliveries: WebhookDelivery[]
      /** Pass as cursor for the next page; null on the last. */
      next_cursor: string | null
    }, WebhookDelivery>
    /**
     * Read a delivery
     * With what is sent and its latest 100 attempts, newest first.
     * GET /webhooks/deliveries/{id}, free
     */
    getDelivery(input: {
      id: string
    }, options?: CallOptions): Promise<WebhookDeliveryDetail>
    /**
     * List dead letters
     * Deliveries that were given up, newest event first: their retries are used up, or their endpoint was switched off.
     * GET /webhooks/dead-letters, free
     */
    listDeadLetters(input?: {
      /** How many rows to return. */
      limit?: number | undefined
      /** next_cursor of the page before. */
      cursor?: string | undefined
      endpoint_id?: string | undefined
    }, options?: CallOptions): PagePromise<{
      dead_letters: WebhookDelivery[]
      /** Pass as cursor for the next page; null on the last. */
      next_cursor: string | null
    }, WebhookDelivery>
    /**
     * Replay a dead letter
     * Sends it again with a fresh retry budget: the same event id and the same bytes, signed with the secret of now.
     * POST /webhooks/dead-letters/{id}/replay, free
     */
    replayDeadLetter(input: {
      id: string
    }, options?: CallOptions): Promise<WebhookDelivery>
    /**
     * Replay a range of events
     * Sends again what was not delivered of the events between since (included) and until (excluded), to every enabled endpoint that subscribes to them now; also to one that was registered later. Tests are left out.
     * POST /webhooks/replay, free
     */
    replay(input: {
      since: string
      until: string
      event?: 'post.published' | 'post.failed' | 'post.scheduled' | 'account.connected' | 'agent.failed' | 'agent.completed' | 'post.partial' | 'post.cancelled' | 'account.disconnected' | 'message.received' | 'review.new' | 'campaign.status_changed' | 'call.ended' | 'webhook.test' | undefined
      endpoint_id?: string | undefined
      /** Send again even what has arrived. */
      include_delivered?: boolean | undefined
    }, options?: CallOptions): Promise<{
      /** Deliveries that were queued. */
      replayed: number
      /** Set when the range has more than 5000 events: go on with this as since; nothing is sent twice. */
      next_since: string | null
    }>
    /**
     * Read a webhook endpoint
     * Shows whether it is enabled and whether its deliveries are paused. The secret is not shown again.
     * GET /webhooks/{id}, free
     */
    get(input: {
      id: string
    }, options?: CallOptions): Promise<WebhookEndpoint>
    /**
     * Change a webhook endpoint
     * Switching it off stops the retries that wait; they become dead letters, which can be replayed once it is on again.
     * PATCH /webhooks/{id}, free
     */
    update(input: {
      id: string
      /** HTTPS, on a public address, on port 443, 8443 or from 1024 up. Redirects are not followed. */
      url?: string | undefined
      /** Names of events, or * for all, those that come later included. */
      events?: ('*' | 'post.published' | 'post.failed' | 'post.scheduled' | 'account.connected' | 'agent.failed' | 'agent.completed' | 'post.partial' | 'post.cancelled' | 'account.disconnected' | 'message.received' | 'review.new' | 'campaign.status_changed' | 'call.ended' | 'webhook.test')[] | undefined
      /** Null clears it. */
      description?: string | null | undefined
      enabled?: boolean | undefined
    }, options?: CallOptions): Promise<WebhookEndpoint>
    /**
     * Remove a webhook endpoint
     * Nothing more is sent to it, retries that wait included. Its deliveries can still be read.
     * DELETE /webhooks/{id}, free
     */
    remove(input: {
      id: string
    }, options?: CallOptions): Promise<void>
    /**
     * Replace the signing secret
     * For the overlap the old secret signs Service-Signature and both are in webhook-signature, so receivers can switch one by one. Rotated again meanwhile, each secret keeps its own overlap, and the oldest signs Service-Signature. With overlap_seconds 0 all earlier ones are worthless at once.
     * POST /webhooks/{id}/rotate-secret, free
     */
    rotateSecret(input: {
      id: string
      overlap_seconds?: number | undefined
    }, options?: CallOptions): Promise<WebhookEndpointWithSecret>
    /**
     * Send a test event
     * Goes the way of every event, signature and retries included, to this endpoint alone, and no range replay repeats it. With event it carries that event’s example.
     * POST /webhooks/{id}/test, free
     */
    sendTest(input: {
      id: string
      event?: 'post.published' | 'post.failed' | 'post.scheduled' | 'account.connected' | 'agent.failed' | 'agent.completed' | 'post.partial' | 'post.cancelled' | 'account.disconnected' | 'message.received' | 'review.new' | 'campaign.status_changed' | 'call.ended' | 'webhook.test' | undefined
    }, options?: CallOptions): Promise<WebhookDelivery>
  }
  /** Chains of agents as one run, from Pro upward. */
  workflows: {
    /**
     * List the workflows
     * Chains of agents, each with its steps, the JSON Schema of its input and the most that a run can cost.
     * GET /workflows, paid
     */
    list(input?: Record<string, never>, options?: CallOptions): Promise<{
      workflows: WorkflowListing[]
    }>
    /**
     * Run a workflow
     * Accepts a chain of agents as one workflow run and answers at once; its agents use no agent runs. Poll or stream it like any run. Each finished step is kept, so that an interruption costs nothing twice.
     * POST /workflows/{name}/run, paid
     */
    run(input: {
      /** Which workflow: campaign-launch, content-sprint, local-presence, visibility-sprint. */
      name: string
      /** What the workflow needs; GET /workflows has the schema of each. */
      input?: { [key: string]: unknown } | undefined
    }, options?: CallOptions): Promise<WorkflowAccepted>
  }
}

export const OPERATIONS: { readonly [group: string]: { readonly [method: string]: OperationShape } } = {
  admin: {
    listTenants: { method: 'GET', path: '/admin/tenants', items: 'tenants' },
    createTenant: { method: 'POST', path: '/admin/tenants', body: true },
    getTenant: { method: 'GET', path: '/admin/tenants/{id}' },
    updateTenant: { method: 'PATCH', path: '/admin/tenants/{id}', body: true },
    createKey: { method: 'POST', path: '/admin/tenants/{id}/api-keys', body: true },
  },
  aeo: {
    scan: { method: 'POST', path: '/aeo/scan', idempotent: true, body: true },
    planScan: { method: 'POST', path: '/aeo/scan/plan', idempotent: true, body: true },
    listScans: { method: 'GET', path: '/aeo/scans', items: 'scans' },
    getScan: { method: 'GET', path: '/aeo/scans/{id}' },
    compareScans: { method: 'GET', path: '/aeo/scans/{id}/compare' },
    listAnswers: { method: 'GET', path: '/aeo/scans/{id}/answers', items: 'answers' },
    gaps: { method: 'GET', path: '/aeo/gaps' },
    blindspots: { method: 'GET', path: '/aeo/blindspots' },
    shareOfVoice: { method: 'GET', path: '/aeo/share-of-voice' },
    visibility: { method: 'GET', path: '/aeo/visibility' },
    schema: { method: 'POST', path: '/aeo/schema', idempotent: true, body: true },
    llmsTxt: { method: 'POST', path: '/aeo/llms-txt', idempotent: true, body: true },
    autoFixes: { method: 'POST', path: '/aeo/auto-fixes', idempotent: true, body: true },
  },
  agents: {
    list: { method: 'GET', path: '/agents' },
    run: { method: 'POST', path: '/agents/{name}/run', idempotent: true, body: true },
    listRuns: { method: 'GET', path: '/agents/runs', items: 'runs' },
    getRun: { method: 'GET', path: '/agents/runs/{id}' },
    streamRun: { method: 'GET', path: '/agents/runs/{id}/stream', reading: 'events' },
    cancelRun: { method: 'POST', path: '/agents/runs/{id}/cancel', idempotent: true },
  },
  apiKeys: {
    list: { method: 'GET', path: '/api-keys', items: 'api_keys' },
    create: { method: 'POST', path: '/api-keys', idempotent: true, body: true },
    createSession: { method: 'POST', path: '/api-keys/sessions', idempotent: true, body: true },
    remove: { method: 'DELETE', path: '/api-keys/{id}' },
  },
  checkout: {
    free: { method: 'POST', path: '/checkout/free', body: true },
    start: { method: 'POST', path: '/checkout/{tier}', body: true },
    claim: { method: 'POST', path: '/checkout/claim', body: true },
  },
  connect: {
    start: { method: 'POST', path: '/connect/{platform}', idempotent: true, body: true },
    callback: { method: 'GET', path: '/connect/{platform}/callback' },
    listAccounts: { method: 'GET', path: '/connect/accounts', items: 'accounts' },
    removeAccount: { method: 'DELETE', path: '/connect/accounts/{id}' },
  },
  content: {
    listArticles: { method: 'GET', path: '/content/articles', items: 'articles' },
  },
  gbp: {
    listLocations: { method: 'GET', path: '/gbp/locations', items: 'locations' },
    audit: { method: 'GET', path: '/gbp/audit' },
    metrics: { method: 'GET', path: '/gbp/metrics' },
    listPosts: { method: 'GET', path: '/gbp/posts', items: 'posts' },
    createPost: { method: 'POST', path: '/gbp/posts', idempotent: true, body: true },
  },
  mcp: {
    call: { method: 'POST', path: '/mcp', body: true },
  },
  onpage: {
    apply: { method: 'POST', path: '/onpage/apply', idempotent: true, body: true },
    rollback: { method: 'POST', path: '/onpage/rollback', idempotent: true, body: true },
  },
  plans: {
    list: { method: 'GET', path: '/plans' },
  },
  seo: {
    rank: { method: 'POST', path: '/seo/rank', idempotent: true, body: true },
    listRankings: { method: 'GET', path: '/seo/rankings', items: 'rankings' },
    listKeywords: { method: 'GET', path: '/seo/keywords', items: 'keywords' },
    createKeyword: { method: 'POST', path: '/seo/keywords', idempotent: true, body: true },
    removeKeyword: { method: 'DELETE', path: '/seo/keywords/{id}' },
    listHistory: { method: 'GET', path: '/seo/keywords/{id}/history', items: 'history' },
    contentDecay: { method: 'GET', path: '/seo/content-decay' },
    cannibalization: { method: 'GET', path: '/seo/cannibalization' },
    importPerformance: { method: 'POST', path: '/seo/performance', idempotent: true, body: true },
    syncPerformance: { method: 'POST', path: '/seo/performance/sync', idempotent: true, body: true },
    localGrid: { method: 'POST', path: '/seo/local-grid', idempotent: true, body: true },
    getGrid: { method: 'GET', path: '/seo/local-grid/{id}' },
    getHeatmap: { method: 'GET', path: '/seo/local-grid/{id}/heatmap' },
  },
  service: {
    health: { method: 'GET', path: '/health' },
    ready: { method: 'GET', path: '/ready' },
    openapi: { method: 'GET', path: '/openapi.json' },
    docs: { method: 'GET', path: '/docs', reading: 'text' },
    guide: { method: 'GET', path: '/docs/{page}', reading: 'text' },
    llmsTxt: { method: 'GET', path: '/llms.txt', reading: 'text' },
  },
  sites: {
    list: { method: 'GET', path: '/sites', items: 'sites' },
    create: { method: 'POST', path: '/sites', idempotent: true, body: true },
    get: { method: 'GET', path: '/sites/{id}' },
    remove: { method: 'DELETE', path: '/sites/{id}' },
    verify: { method: 'POST', path: '/sites/{id}/verify', idempotent: true, body: true },
  },
  stripe: {
    webhook: { method: 'POST', path: '/stripe/webhook', body: true },
  },
  tenant: {
    get: { method: 'GET', path: '/tenant' },
    update: { method: 'PATCH', path: '/tenant', idempotent: true, body: true },
  },
  usage: {
    get: { method: 'GET', path: '/usage' },
    listEvents: { method: 'GET', path: '/usage/events', items: 'events' },
  },
  webhooks: {
    list: { method: 'GET', path: '/webhooks', items: 'webhooks' },
    create: { method: 'POST', path: '/webhooks', idempotent: true, body: true },
    listEvents: { method: 'GET', path: '/webhooks/events' },
    listDeliveries: { method: 'GET', path: '/webhooks/deliveries', items: 'deliveries' },
    getDelivery: { method: 'GET', path: '/webhooks/deliveries/{id}' },
    listDeadLetters: { method: 'GET', path: '/webhooks/dead-letters', items: 'dead_letters' },
    replayDeadLetter: { method: 'POST', path: '/webhooks/dead-letters/{id}/replay', idempotent: true },
    replay: { method: 'POST', path: '/webhooks/replay', idempotent: true, body: true },
    get: { method: 'GET', path: '/webhooks/{id}' },
    update: { method: 'PATCH', path: '/webhooks/{id}', idempotent: true, body: true },
    remove: { method: 'DELETE', path: '/webhooks/{id}' },
    rotateSecret: { method: 'POST', path: '/webhooks/{id}/rotate-secret', idempotent: true, body: true },
    sendTest: { method: 'POST', path: '/webhooks/{id}/test', idempotent: true, body: true },
  },
  workflows: {
    list: { method: 'GET', path: '/workflows' },
    run: { method: 'POST', path: '/workflows/{name}/run', idempotent: true, body: true },
  },
}

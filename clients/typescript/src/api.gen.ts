// Generated from openapi.json by generate.ts: change the operation, then run npm run openapi.
import type { CallOptions, OperationShape, PagePromise } from './types.ts'

export const API_VERSION = '0.1.0'

/** Every code that the API documents. */
export type ErrorCode =
  | 'admin_not_configured'
  | 'already_exists'
  | 'bad_request'
  | 'conflict'
  | 'forbidden'
  | 'idempotency_collision'
  | 'not_found'
  | 'payload_too_large'
  | 'quota_exceeded'
  | 'rate_limited'
  | 'server_error'
  | 'unauthorized'
  | 'unavailable'
  | 'unsupported_media_type'
  | 'validation_failed'

export type LimitOverrides = {
  actions?: number | undefined
  agent_runs?: number | undefined
  workflow_runs?: number | undefined
  spend_cap_usd?: number | undefined
  requests_per_minute?: number | undefined
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
  output?: Record<string, unknown> | undefined
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

export type Article = {
  id: string
  title: string
  status: string
  created_at: string
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
  /** Cost and holds together never pass this. */
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
  /** Until then the secret before the last rotation signs too. */
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
  /** Until then the secret before the last rotation signs too. */
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
  schema: Record<string, unknown>
  example: EventEnvelope
}

export type EventEnvelope = {
  /** The event: the same in every attempt, so that a receiver can tell repeats. */
  id: string
  event: 'post.published' | 'post.failed' | 'post.scheduled' | 'account.connected' | 'agent.failed' | 'agent.completed' | 'post.partial' | 'post.cancelled' | 'account.disconnected' | 'message.received' | 'review.new' | 'campaign.status_changed' | 'call.ended' | 'webhook.test'
  created_at: string
  tenant_id: string
  data: Record<string, unknown>
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
     * Takes effect on the tenant’s next request, on every process. Limits given replace the earlier ones.
     * PATCH /admin/tenants/{id}, operator
     */
    updateTenant(input: {
      id: string
      tier?: 'free' | 'hobby' | 'pro' | 'scale' | 'agency' | 'enterprise' | undefined
      limits?: LimitOverrides | undefined
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
  /** Packaged AI workflows: one-shot tasks that one triggers and reads. */
  agents: {
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
      params?: Record<string, unknown> | undefined
    }, options?: CallOptions): Promise<{
      jsonrpc: '2.0'
      id: string | number | null
      result?: Record<string, unknown> | undefined
      /** Instead of result, when the protocol was not kept. */
      error?: {
        code: number
        message: string
        data?: unknown | undefined
      } | undefined
    }>
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
      checks: Record<string, 'ok' | 'failed'>
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
        /** Domains of its own: citing one of them counts as citing the brand. */
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
     * Sends again what was not delivered of the events between since (included) and until (excluded), to every enabled endpoint that subscribes to them now; also to one that was registered later.
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
      /** Set when the range has more than 5000 events: go on with this as since. */
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
      description?: string | undefined
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
     * For the overlap the old secret signs Service-Signature and both are in webhook-signature, so receivers can switch one by one. With overlap_seconds 0 the old one is worthless at once.
     * POST /webhooks/{id}/rotate-secret, free
     */
    rotateSecret(input: {
      id: string
      overlap_seconds?: number | undefined
    }, options?: CallOptions): Promise<WebhookEndpointWithSecret>
    /**
     * Send a test event
     * Goes the way of every event, signature and retries included, to this endpoint alone. With event it carries that event’s example.
     * POST /webhooks/{id}/test, free
     */
    sendTest(input: {
      id: string
      event?: 'post.published' | 'post.failed' | 'post.scheduled' | 'account.connected' | 'agent.failed' | 'agent.completed' | 'post.partial' | 'post.cancelled' | 'account.disconnected' | 'message.received' | 'review.new' | 'campaign.status_changed' | 'call.ended' | 'webhook.test' | undefined
    }, options?: CallOptions): Promise<WebhookDelivery>
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
  agents: {
    listRuns: { method: 'GET', path: '/agents/runs', items: 'runs' },
    getRun: { method: 'GET', path: '/agents/runs/{id}' },
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
  },
  content: {
    listArticles: { method: 'GET', path: '/content/articles', items: 'articles' },
  },
  mcp: {
    call: { method: 'POST', path: '/mcp', body: true },
  },
  plans: {
    list: { method: 'GET', path: '/plans' },
  },
  service: {
    health: { method: 'GET', path: '/health' },
    ready: { method: 'GET', path: '/ready' },
    openapi: { method: 'GET', path: '/openapi.json' },
    docs: { method: 'GET', path: '/docs', reading: 'text' },
    guide: { method: 'GET', path: '/docs/{page}', reading: 'text' },
    llmsTxt: { method: 'GET', path: '/llms.txt', reading: 'text' },
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
}

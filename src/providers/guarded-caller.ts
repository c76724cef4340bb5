/**
 * The one way out of the process. Two doors: `callProvider` for base URLs from configuration, with each
 * provider's concurrency and rate, and `callTenantUrl` for whatever a tenant supplied, behind the SSRF guard.
 */
import { Agent } from 'undici'
import {
  type CallOptions,
  type CallProvider,
  failed,
  type HttpReply,
  type HttpRequest,
  type Outcome,
  type ProviderCallOptions,
  type ProviderDoor,
} from './contract.ts'
import { exchange, transportFailure } from './exchange.ts'
import { createLane, type Lane, type LaneLimits, limitsOf } from './lanes.ts'
import { redactUrl } from './redact.ts'
import { retryAfterHeader } from './retry-after.ts'
import {
  checkTenantUrl,
  createPinnedLookup,
  type Resolve,
  resolveWithSystem,
  type TenantUrlCheck,
  type TenantUrlPolicy,
} from './ssrf.ts'

export interface OutboundLog {
  door: 'provider' | 'tenant'
  lane?: string
  method: string
  url: string
  status?: number
  code?: string
  duration_ms: number
}

export interface GuardedCallerOptions {
  /** Opens loopback and http for tenant-supplied URLs. */
  allowPrivate?: boolean
  resolve?: Resolve
  /** How long a checked DNS answer may serve further connects. */
  dns_cache_ms?: number
  /** Extra trust anchors for the tenant door (PEM), beside the system's. */
  ca?: string
  /** Connections kept per origin. */
  connections?: number
  user_agent?: string
  limits?: (lane: string) => LaneLimits
  log?: (entry: OutboundLog) => void
}

export interface TenantCallOptions extends CallOptions {
  /** Redirects followed by GET and HEAD, each hop checked like the first. Default 0. */
  max_redirects?: number
}

export interface GuardedCaller extends ProviderDoor {
  callTenantUrl(request: HttpRequest, options: TenantCallOptions): Promise<Outcome<HttpReply>>
  /** Ends all connections. */
  close(): Promise<void>
}

const CONNECT_TIMEOUT_MS = 10_000
const DROPPED_ACROSS_ORIGINS = new Set(['authorization', 'cookie', 'proxy-authorization'])

/**
 * The Host header decides the certificate name undici asks for, so it is never the caller's to choose.
 * No compressed bodies, so that the cap counts what is really held in memory.
 */
function outgoingHeaders(request: HttpRequest, user_agent: string): Record<string, string> {
  const headers: Record<string, string> = { 'user-agent': user_agent, 'accept-encoding': 'identity' }
  for (const name in request.headers) {
    const lower = name.toLowerCase()
    if (lower !== 'host') headers[lower] = request.headers[name] ?? ''
  }
  return headers
}

function redirectTarget(reply: HttpReply): string | undefined {
  return reply.status >= 300 && reply.status < 400 ? reply.headers.location : undefined
}

function refuseRedirect(result: Outcome<HttpReply>): Outcome<HttpReply> {
  if (!result.ok || redirectTarget(result.value) === undefined) return result
  const { status, duration_ms } = result.value
  return failed('rejected', 'redirect', 'The other side redirected the request, which is not followed.', {
    status,
    duration_ms,
  })
}

type Recorder = (
  door: OutboundLog['door'],
  request: HttpRequest,
  result: Outcome<HttpReply>,
  call?: Pick<ProviderCallOptions, 'lane' | 'secrets'>,
) => void

function recorderFor(log: GuardedCallerOptions['log']): Recorder {
  if (log === undefined) return () => {}
  return (door, request, result, call) => {
    const status = result.ok ? result.value.status : result.status
    log({
      door,
      ...(call === undefined ? {} : { lane: call.lane }),
      method: request.method,
      url: redactUrl(request.url, call?.secrets),
      ...(status === undefined ? {} : { status }),
      ...(result.ok ? {} : { code: result.code }),
      duration_ms: (result.ok ? result.value.duration_ms : result.duration_ms) ?? 0,
    })
  }
}

function openProviderDoor(
  agent: Agent,
  laneOf: (name: string) => Lane,
  user_agent: string,
  record: Recorder,
): CallProvider {
  return async (request, call) => {
    const url = URL.parse(request.url)
    if (url === null) return transportFailure('invalid_url', false)
    const lane = laneOf(call.lane)
    const turnedAway = await lane.enter(call.signal)
    if (turnedAway !== null) return turnedAway
    const outgoing = { ...request, headers: outgoingHeaders(request, user_agent) }
    const result = refuseRedirect(await exchange(agent, url, outgoing, call))
    if (result.ok && (result.value.status === 429 || result.value.status >= 500)) {
      lane.hold(retryAfterHeader(result.value.headers) ?? 0)
    }
    lane.leave()
    record('provider', request, result, call)
    return result
  }
}

const REMEMBERED_URLS = 10_000

/** What can be seen of a URL never changes, and a webhook is called again and again. */
function rememberedCheck(policy: TenantUrlPolicy): (url: string) => TenantUrlCheck {
  const seen = new Map<string, TenantUrlCheck>()
  return (url) => {
    const known = seen.get(url)
    if (known !== undefined) return known
    if (seen.size >= REMEMBERED_URLS) seen.clear()
    const checked = checkTenantUrl(url, policy)
    seen.set(url, checked)
    return checked
  }
}

function openTenantDoor(
  agent: Agent,
  policy: TenantUrlPolicy,
  user_agent: string,
  record: Recorder,
): GuardedCaller['callTenantUrl'] {
  const check = rememberedCheck(policy)
  return async (request, call) => {
    const started_at = performance.now()
    let hops = request.method === 'GET' || request.method === 'HEAD' ? (call.max_redirects ?? 0) : 0
    let outgoing: HttpRequest = { ...request, headers: outgoingHeaders(request, user_agent) }
    for (;;) {
      const checked = check(outgoing.url)
      if (!checked.ok) {
        const refused = failed('rejected', checked.code, checked.message, { duration_ms: 0 })
        record('tenant', outgoing, refused)
        return refused
      }
      const left = call.deadline_ms - (performance.now() - started_at)
      const result = await exchange(agent, checked.url, outgoing, { ...call, deadline_ms: Math.max(1, left) })
      record('tenant', outgoing, result)
      const target = result.ok && hops > 0 ? redirectTarget(result.value) : undefined
      const next = target === undefined ? null : URL.parse(target, checked.url)
      if (next === null) return refuseRedirect(result)
      hops -= 1
      outgoing = { ...outgoing, url: next.href, headers: headersFor(outgoing, checked.url, next) }
    }
  }
}

export function createGuardedCaller(options: GuardedCallerOptions = {}): GuardedCaller {
  const { limits = limitsOf, user_agent = 'Herald/0.1', resolve = resolveWithSystem } = options
  const policy = { allowPrivate: options.allowPrivate ?? false }
  const record = recorderFor(options.log)
  // HTTP/1.1 only: with one exchange a connection, aborting one call cannot disturb another.
  const pool = { connections: options.connections ?? 64, pipelining: 1, allowH2: false }
  const providers = new Agent({ ...pool, connect: { timeout: CONNECT_TIMEOUT_MS } })
  const tenants = new Agent({
    ...pool,
    connect: {
      timeout: CONNECT_TIMEOUT_MS,
      lookup: createPinnedLookup(resolve, policy, options.dns_cache_ms ?? 5_000),
      ...(options.ca === undefined ? {} : { ca: options.ca }),
    },
  })
  const lanes = new Map<string, Lane>()
  function laneOf(name: string): Lane {
    const lane = lanes.get(name) ?? createLane(limits(name))
    lanes.set(name, lane)
    return lane
  }
  return {
    callProvider: openProviderDoor(providers, laneOf, user_agent, record),
    callTenantUrl: openTenantDoor(tenants, policy, user_agent, record),
    hold: (lane, ms) => laneOf(lane).hold(ms),
    async close() {
      await Promise.all([providers.destroy(), tenants.destroy()])
    },
  }
}

/** Credentials meant for one host do not follow a redirect to another. */
function headersFor(request: HttpRequest, from: URL, to: URL): Record<string, string> {
  const headers = request.headers ?? {}
  if (from.origin === to.origin) return headers
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !DROPPED_ACROSS_ORIGINS.has(name)))
}

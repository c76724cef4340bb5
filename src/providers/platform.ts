/** Calls to the platforms of connected accounts: their own addresses, or the sandbox that plays them. */
import type { z } from 'zod'
import { failed, type HttpReply, type HttpRequest, type Outcome, succeed } from './contract.ts'
import type { GuardedCaller } from './guarded-caller.ts'
import { failureOf, parseJson, readVendorError, unreadable } from './vendor-errors.ts'

/** How long one call may take, unless the installation says otherwise. */
export const PLATFORM_TIMEOUT_MS = 30_000
const MAX_BYTES = 32 * 1024 * 1024

export const MOUNTS = ['google', 'wordpress', 'webflow'] as const
export type Mount = (typeof MOUNTS)[number]

/** Where the platforms are reached. The sandbox and a proxy of the operator's are addressed in the same way. */
export interface PlatformSettings {
  simulated: boolean
  /** Behind one address each: https://host/path is {base}/host/path there. Left out: the platform itself. */
  bases: Readonly<Partial<Record<Mount, string>>>
  timeout_ms: number
}

export interface Platforms extends PlatformSettings {
  caller: GuardedCaller
}

export function sandboxPlatforms(sandbox_url: string | undefined, timeout_ms: number): PlatformSettings {
  const bases = sandbox_url === undefined ? [] : MOUNTS.map((mount) => [mount, `${sandbox_url}/${mount}`])
  return { simulated: true, bases: Object.fromEntries(bases), timeout_ms }
}

/** An address behind a base. */
export function behind(base: string, url: string): string {
  return `${base.replace(/\/+$/, '')}/${url.replace(/^https?:\/\//, '')}`
}

export interface PlatformCall {
  mount: Mount
  method: HttpRequest['method']
  url: string
  authorization: string
  body?: unknown
  /** The tenant chose the host, so that the call passes the guard. */
  guarded?: boolean
}

/** One call whose 2xx has the schema's shape. */
export async function callPlatform<T>(
  { caller, simulated, bases, timeout_ms }: Platforms,
  call: PlatformCall,
  schema: z.ZodType<T>,
): Promise<Outcome<T>> {
  const secrets = [call.authorization.replace(/^\w+ /, '')]
  const base = bases[call.mount]
  if (simulated && base === undefined)
    return failed('rejected', 'forbidden', 'No sandbox is running for test keys.')
  const request: HttpRequest = {
    method: call.method,
    url: base === undefined ? call.url : behind(base, call.url),
    headers: {
      authorization: call.authorization,
      accept: 'application/json',
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
  }
  const limits = { deadline_ms: timeout_ms, max_bytes: MAX_BYTES }
  const lane = simulated ? `sandbox:${call.mount}` : call.mount
  const reply =
    call.guarded && base === undefined
      ? await caller.callTenantUrl(request, limits)
      : await caller.callProvider(request, { ...limits, lane, secrets })
  return reply.ok ? readReply(reply.value, schema, secrets) : reply
}

export function readReply<T>(reply: HttpReply, schema: z.ZodType<T>, secrets: readonly string[]): Outcome<T> {
  const json = parseJson(reply.text)
  if (reply.status >= 300) return failureOf(reply, readVendorError(json), secrets)
  const body = schema.safeParse(json)
  return body.success ? succeed(body.data) : unreadable(reply, secrets)
}

/** Calls to the platforms of connected accounts: their own addresses, or the sandbox that plays them. */
import type { z } from 'zod'
import { type HttpReply, type HttpRequest, type Outcome, succeed } from './contract.ts'
import type { GuardedCaller } from './guarded-caller.ts'
import { failureOf, parseJson, readVendorError, unreadable } from './vendor-errors.ts'

const DEADLINE_MS = 30_000
const MAX_BYTES = 32 * 1024 * 1024

export interface Platforms {
  caller: GuardedCaller
  sandbox_url: string | null
}

export interface PlatformCall {
  /** The sandbox's mount: https://host/path is {sandbox}/{mount}/host/path there. */
  mount: 'google' | 'wordpress' | 'webflow'
  method: HttpRequest['method']
  url: string
  authorization: string
  body?: unknown
  /** The tenant chose the host, so that the call passes the guard. */
  guarded?: boolean
}

/** One call whose 2xx has the schema's shape. */
export async function callPlatform<T>(
  { caller, sandbox_url }: Platforms,
  call: PlatformCall,
  schema: z.ZodType<T>,
): Promise<Outcome<T>> {
  const secrets = [call.authorization.replace(/^\w+ /, '')]
  const played =
    sandbox_url === null ? call.url : `${sandbox_url}/${call.mount}/${call.url.replace(/^https?:\/\//, '')}`
  const request: HttpRequest = {
    method: call.method,
    url: played,
    headers: {
      authorization: call.authorization,
      accept: 'application/json',
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
  }
  const limits = { deadline_ms: DEADLINE_MS, max_bytes: MAX_BYTES }
  const lane = sandbox_url === null ? call.mount : `sandbox:${call.mount}`
  const reply =
    call.guarded && sandbox_url === null
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

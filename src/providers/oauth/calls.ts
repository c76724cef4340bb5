/** How the connectors reach a platform: its own address, or the sandbox that plays it. */
import { type Failure, failed, type HttpReply, type HttpRequest, type Outcome } from '../contract.ts'
import type { GuardedCaller } from '../guarded-caller.ts'
import { behind } from '../platform.ts'
import { checkTenantUrl } from '../ssrf.ts'
import { failureOf, parseJson, readVendorError, unreadable } from '../vendor-errors.ts'

/** A person waits for most of these, so an answer that takes longer is as good as none. */
export const CONNECT_TIMEOUT_MS = 15_000
const MAX_BYTES = 256 * 1024

export interface Reach {
  caller: GuardedCaller
  /** Set when everything goes to the sandbox. */
  sandbox_url: string | null
  /** Proxies in front of platforms, by name: https://host/path is {base}/host/path there. */
  bases: Readonly<Record<string, string>>
  timeout_ms: number
  allow_private: boolean
}

/** The sandbox plays every host behind one address. Pages that a browser opens are never behind a proxy of ours. */
export function pageOf({ sandbox_url }: Reach, url: string): string {
  return sandbox_url === null ? url : behind(`${sandbox_url}/oauth`, url)
}

function addressOf(reach: Reach, url: string, proxy: string): string {
  const base = reach.bases[proxy]
  return reach.sandbox_url === null && base !== undefined ? behind(base, url) : pageOf(reach, url)
}

export interface Asked {
  request: HttpRequest
  lane: string
  /** Whose proxy it goes through, where there is one. */
  proxy: string
  secrets: readonly string[]
  /** The tenant chose the host: the call passes the guard. In the sandbox nothing leaves, and the rules are the same. */
  guarded: boolean
}

export async function reachOut(reach: Reach, asked: Asked): Promise<Outcome<HttpReply>> {
  const { request, lane, proxy, secrets } = asked
  const limits = { deadline_ms: reach.timeout_ms, max_bytes: MAX_BYTES }
  if (asked.guarded) {
    if (reach.sandbox_url === null) return reach.caller.callTenantUrl(request, limits)
    const checked = checkTenantUrl(request.url, { allowPrivate: reach.allow_private })
    if (!checked.ok) return failed('rejected', checked.code, checked.message)
  }
  const sandboxed = reach.sandbox_url === null ? lane : `sandbox:${lane}`
  return reach.caller.callProvider(
    { ...request, url: addressOf(reach, request.url, proxy) },
    { ...limits, lane: sandboxed, secrets },
  )
}

/** The body of a 2xx, or the failure that the reply stands for. */
export function bodyOf(reply: HttpReply, secrets: readonly string[]): Outcome<unknown> {
  const body = parseJson(reply.text)
  if (reply.status >= 300) return refusalOf(reply, body, secrets)
  return body === undefined ? unreadable(reply, secrets) : { ok: true, value: body }
}

export function refusalOf(reply: HttpReply, body: unknown, secrets: readonly string[]): Failure {
  return failureOf(reply, readVendorError(body), secrets)
}

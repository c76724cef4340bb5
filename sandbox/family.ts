import type { IncomingHttpHeaders } from 'node:http'
import type { Ledger } from './ledger.ts'
import type { Market } from './market/brands.ts'
import type { Faults } from './settings.ts'

/** What a family sees of a request; `path` is what follows the mount point. */
export type SandboxRequest = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  raw: Buffer
}

export type Headers = Record<string, string | string[]>

/**
 * What a family answers. `hold` keeps the connection open and silent, `drop` cuts it:
 * both are failures that no status code can play.
 */
export type Reply =
  | { kind: 'send'; status: number; headers: Headers; body: string | Buffer }
  | { kind: 'hold' }
  | { kind: 'drop' }

/** What all families of one running sandbox share. */
export type World = {
  url(): string
  /** The calendar day the world is in, YYYY-MM-DD. */
  day(): string
  market: Market
  ledger: Ledger
  faults: Faults
}

/**
 * One platform family. State that a platform keeps (posts, subscriptions, tokens) lives in the
 * closure of the maker, so that every server and every reset starts with a fresh one.
 */
export type Family = {
  name: string
  mount: string
  /** The platform's own host, for the banner and the documentation. */
  plays: string
  /** Names a latency setting may use for this family beside its own. */
  platforms: readonly string[]
  handle(request: SandboxRequest): Reply | Promise<Reply>
}

export type FamilyMaker = (world: World) => Family

export function send(status: number, body: string | Buffer, headers: Headers = {}): Reply {
  return { kind: 'send', status, headers, body }
}

export function json(status: number, value: unknown, headers: Headers = {}): Reply {
  return send(status, JSON.stringify(value), { 'content-type': 'application/json', ...headers })
}

export function html(status: number, page: string, headers: Headers = {}): Reply {
  return send(status, page, { 'content-type': 'text/html; charset=utf-8', ...headers })
}

export function empty(status: 204 | 302 | 303 | 304, headers: Headers = {}): Reply {
  return send(status, '', headers)
}

export function form(request: SandboxRequest): URLSearchParams {
  return new URLSearchParams(request.raw.toString('utf8'))
}

/** The parsed JSON body, or undefined when it is not JSON (JSON itself has no undefined). */
export function jsonBody(request: SandboxRequest): unknown {
  try {
    return JSON.parse(request.raw.toString('utf8'))
  } catch {
    return undefined
  }
}

export function header(request: SandboxRequest, name: string): string {
  const value = request.headers[name]
  return (Array.isArray(value) ? value[0] : value) ?? ''
}

export function bearer(request: SandboxRequest): string {
  const match = /^Bearer\s+(.*)$/i.exec(header(request, 'authorization'))
  return match?.[1]?.trim() ?? ''
}

import type { IncomingMessage } from 'node:http'
import type { Outgoing } from './exchange.ts'

/** What a page may send and read. Keys travel in a header and never in a cookie, so any origin listed is safe. */
const SENT =
  'Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID, x-request-id, ' +
  'MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id'
const READ = 'ETag, Idempotent-Replayed, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, x-request-id'

/** A shared cache must not give one page what was answered to another. */
const EITHER_WAY = { Vary: 'Origin' }

export type Cors = {
  /** What an answer carries: to a page that was let in, that it was; to anybody, that this depends on the page. */
  headers(request: IncomingMessage): Readonly<Record<string, string>>
  /** The answer to a browser that asks before it sends; null when this is no such question. */
  preflight(request: IncomingMessage): Outgoing | null
}

/** Lets pages of these origins call the API from a browser; `*` lets every page. */
export function allowOrigins(origins: readonly string[]): Cors {
  const any = origins.includes('*')
  const isAllowed = (origin: string | undefined) =>
    origin !== undefined && (any || origins.includes(origin)) ? origin : null
  return {
    headers(request) {
      const origin = isAllowed(request.headers.origin)
      if (origin === null) return EITHER_WAY
      return {
        'Access-Control-Allow-Origin': origin,
        'Access-Control-Expose-Headers': READ,
        ...EITHER_WAY,
      }
    },
    preflight({ method, headers }) {
      if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return null
      if (isAllowed(headers.origin) === null) return null
      return {
        status: 204,
        headers: {
          'Access-Control-Allow-Methods': 'GET, POST, PUT, PATCH, DELETE',
          'Access-Control-Allow-Headers': SENT,
          'Access-Control-Max-Age': '600',
        },
        body: null,
      }
    },
  }
}

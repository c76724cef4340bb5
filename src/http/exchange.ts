import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { type ParsedUrlQuery, parse } from 'node:querystring'

/** One request as a handler sees it: whole, with its body as the bytes that came. */
export type Incoming = {
  /** The caller's x-request-id or one of ours. */
  id: string
  method: string
  /** Path and query, as sent. */
  url: string
  headers: IncomingHttpHeaders
  /** The path's parts that have a name, decoded. */
  params: Readonly<Record<string, string>>
  body: Buffer | null
  /** The client's address: the connection's, or what trusted proxies say. */
  ip: string
  raw: IncomingMessage
}

/**
 * Text, bytes, a stream that may go on for ever, or two parts that are not worth joining: a short text, which leaves in
 * one piece with the headers, and bytes.
 */
export type OutgoingBody =
  | string
  | Uint8Array
  | readonly [string, Uint8Array]
  | AsyncIterable<string | Uint8Array>

export type Outgoing = {
  status: number
  headers?: Readonly<Record<string, string>>
  content_type?: string
  body: OutgoingBody | null
}

/** A request and its answer under way, as the transport itself sees them. */
export type Exchange = {
  request: IncomingMessage
  response: ServerResponse
  id: string
  /** When it began. */
  at: number
  /** The path that was declared, which tells requests apart without saying what is in them. */
  route: string
}

/** Answers a request, or throws what is wrong with it. */
export type Handler = (incoming: Incoming) => Outgoing | Promise<Outgoing>

/** Does a handler's work within something of its own, such as the trace of whoever called. */
export type Around = <T>(incoming: Incoming, work: () => T) => T

export const JSON_TYPE = 'application/json; charset=utf-8'

export function queryOf({ url }: Incoming): ParsedUrlQuery {
  const at = url.indexOf('?')
  return at < 0 ? {} : parse(url.slice(at + 1))
}

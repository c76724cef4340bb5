import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { Exchange, Outgoing, OutgoingBody } from './exchange.ts'

type Fields = Readonly<Record<string, string>>
type Chunks = Exclude<OutgoingBody, string | Uint8Array | readonly [string, Uint8Array]>

const LINGER_MS = 2_000

export type Writer = {
  /** `last` ends the connection with this answer, whose request is still arriving. */
  write(exchange: Exchange, outgoing: Outgoing, shared: Fields | null, last: boolean): void
  /** A stream may go on for ever, and its client comes back to another process and says how far it had read. */
  endStreams(): void
}

export type Heard = {
  /** Nothing more of this answer is to come. */
  written(exchange: Exchange, status: number): void
  broken(exchange: Exchange, error: Error): void
}

/** Puts answers on the wire, each with its head and its body in one go where it has them. */
export function createWriter({ written, broken }: Heard): Writer {
  const streams = new Set<Readable>()
  let closing = false

  function stream(exchange: Exchange, status: number, chunks: Chunks): void {
    const { response } = exchange
    const source = Readable.from(chunks)
    streams.add(source)
    source.once('error', (error) => {
      broken(exchange, error)
      response.destroy()
    })
    source.once('close', () => {
      streams.delete(source)
      response.end()
      written(exchange, status)
    })
    // A client may have gone, or we begun to stop, while the answer was made: then nobody will say so again.
    if (closing || response.closed) return void source.destroy()
    response.once('close', () => source.destroy())
    response.flushHeaders()
    source.pipe(response)
  }

  return {
    write(exchange, { status, headers, content_type, body }, shared, last) {
      const { response, id } = exchange
      const length = lengthOf(status, body)
      const head = headOf(id, content_type, length)
      if (shared !== null) add(head, shared)
      if (headers !== undefined) add(head, headers)
      if (last || closing) head.push('Connection', 'close')
      response.writeHead(status, head)
      if (last && typeof body === 'string') endAfterRequest(response, body)
      else if (body === null) response.end()
      // As many bytes as characters: then each is one, which is written without looking at them again.
      else if (typeof body === 'string') response.end(body, length === body.length ? 'latin1' : 'utf8')
      else if (body instanceof Uint8Array) response.end(body)
      else if (isPair(body)) {
        response.write(body[0])
        response.end(body[1])
      } else return stream(exchange, status, body)
      written(exchange, status)
    },
    endStreams() {
      closing = true
      for (const source of streams) source.destroy()
    },
  }
}

/**
 * A connection that ends while its client still sends is reset, which can cost the client the answer. So it may send
 * on for a while, into nothing.
 */
function endAfterRequest(response: ServerResponse, body: string): void {
  response.write(body)
  const end = () => void response.end()
  const late = setTimeout(end, LINGER_MS)
  response.once('close', () => clearTimeout(late))
  response.req.once('end', end).resume()
}

function headOf(id: string, contentType: string | undefined, length: number | null): string[] {
  // The usual one as a whole: an array that grows is made twice.
  if (contentType !== undefined && length !== null)
    return ['x-request-id', id, 'Content-Type', contentType, 'Content-Length', String(length)]
  const head = ['x-request-id', id]
  if (contentType !== undefined) head.push('Content-Type', contentType)
  if (length !== null) head.push('Content-Length', String(length))
  return head
}

function add(head: string[], fields: Fields): void {
  for (const name in fields) head.push(name, fields[name] as string)
}

function isPair(body: OutgoingBody): body is readonly [string, Uint8Array] {
  return Array.isArray(body)
}

/** Null where there is none to tell: no body by definition, or one that is still being made. */
function lengthOf(status: number, body: OutgoingBody | null): number | null {
  if (body === null) return status === 204 || status === 304 ? null : 0
  if (typeof body === 'string') return Buffer.byteLength(body)
  if (body instanceof Uint8Array) return body.length
  return isPair(body) ? Buffer.byteLength(body[0]) + body[1].length : null
}

import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { fail } from '../kernel/errors.ts'
import { sha256Hex } from '../kernel/ids.ts'
import { type AnyOperation, isRead, methodOf, pathOf, pathParams, type Reply } from '../kernel/operation.ts'
import { Raw, RawRequest, rawInputOf } from '../kernel/raw.ts'
import type { Call, Invoke } from '../pipeline/invoke.ts'

type Fields = Record<string, unknown>

/** Replies that are still being written. Whoever closes the server ends them, since they may go on for ever. */
export type OpenStreams = Set<Readable>

/** Turns a declared operation into a route: reads the request into a call, and writes the reply. */
export function bind(declared: AnyOperation, invoke: Invoke, streams: OpenStreams) {
  const inPath = new Set(pathParams(declared))
  const fromQuery = isRead(declared) ? queryReader(declared) : null
  const fromHeaders = headerReader(declared)
  const isGet = methodOf(declared) === 'GET'
  const takesRaw = rawInputOf(declared) !== null

  return async function handler(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const params = request.params as Fields
    const call: Call = {
      operation: declared,
      authorization: request.headers.authorization,
      request_id: request.id,
      ip: request.ip,
      idempotency_key: idempotencyKeyOf(request),
      input: () => {
        if (takesRaw) return { raw: rawOf(request) }
        const fields = fromQuery === null ? readBody(request) : fromQuery(request.query as Fields)
        return withPath(
          fromHeaders === null ? fields : { ...fields, ...fromHeaders(request) },
          params,
          inPath,
        )
      },
      fingerprint: () => sha256Hex(`${request.url}\n${bodyOf(request)?.toString('latin1') ?? ''}`),
    }
    const result = await invoke(call)
    if (result.body instanceof Raw) return writeRaw(reply, result, result.body, streams)
    return write(reply, result, isGet ? request.headers['if-none-match'] : undefined, isGet)
  }
}

export function fastifyPath(declared: AnyOperation): string {
  return `/v1${pathOf(declared).replace(/\{(\w+)\}/g, ':$1')}`
}

function bodyOf(request: FastifyRequest): Buffer | null {
  return Buffer.isBuffer(request.body) && request.body.length > 0 ? request.body : null
}

function rawOf(request: FastifyRequest): RawRequest {
  return new RawRequest(bodyOf(request) ?? Buffer.alloc(0), (name) => {
    const value = request.headers[name]
    return typeof value === 'string' ? value : undefined
  })
}

function readBody(request: FastifyRequest): Fields {
  const body = bodyOf(request)
  if (body === null) return {}
  if (!/^application\/(?:json|[\w.+-]+\+json)\s*(?:;|$)/i.test(request.headers['content-type'] ?? '')) {
    throw fail('unsupported_media_type', 'The body must be JSON.', {
      fix_hint: 'Send Content-Type: application/json.',
    })
  }
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw fail('unsupported_media_type', 'Compressed bodies are not read.', {
      fix_hint: 'Send the body without Content-Encoding.',
    })
  }
  const parsed = parseJson(body)
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw fail('validation_failed', 'body: must be a JSON object')
  }
  return parsed as Fields
}

export function parseJson(body: Buffer): unknown {
  if (!isUtf8(body)) throw fail('bad_request', 'The body is not valid UTF-8.')
  try {
    return JSON.parse(body.toString('utf8'))
  } catch (cause) {
    throw fail(
      'bad_request',
      `The body is not valid JSON: ${cause instanceof Error ? cause.message.slice(0, 120) : ''}`,
      { cause },
    )
  }
}

function withPath(fields: Fields, params: Fields, inPath: ReadonlySet<string>): Fields {
  if (inPath.size === 0) return fields
  for (const name of inPath) {
    if (name in fields) throw fail('validation_failed', `${name}: is set by the path`)
  }
  return { ...fields, ...params }
}

/** Query strings carry text only: what the schema wants as a number, a truth value or a list is read as that. */
function queryReader(declared: AnyOperation): (query: Fields) => Fields {
  const schema = z.toJSONSchema(declared.input, { io: 'input', unrepresentable: 'any' })
  const wanted = new Map(
    Object.entries(schema.properties ?? {}).map(([name, property]) => [
      name,
      typeof property === 'object' ? property.type : undefined,
    ]),
  )
  return (query) => {
    const fields: Fields = Object.create(null)
    for (const [name, value] of Object.entries(query)) fields[name] = fromText(wanted.get(name), value)
    return fields
  }
}

function fromText(type: unknown, value: unknown): unknown {
  if (type === 'array') return Array.isArray(value) ? value : String(value).split(',')
  if (typeof value !== 'string') return value
  if ((type === 'integer' || type === 'number') && /^-?\d+(\.\d+)?$/.test(value)) return Number(value)
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  return value
}

/** Fields that say so in their schema are taken from a header, which goes before the query. Null where none does. */
function headerReader(declared: AnyOperation): ((request: FastifyRequest) => Fields) | null {
  const named = Object.entries(declared.input.shape).flatMap(([field, schema]) => {
    const header = (schema as z.ZodType).meta()?.from_header
    return typeof header === 'string' ? [[field, header.toLowerCase()] as const] : []
  })
  if (named.length === 0) return null
  return (request) => {
    const sent = named.map(([field, header]) => [field, request.headers[header]] as const)
    return Object.fromEntries(sent.filter(([, value]) => value !== undefined))
  }
}

/** Node joins repeated headers with a comma, which would hide that two were sent. */
function idempotencyKeyOf(request: FastifyRequest): string | string[] | undefined {
  const joined = request.headers['idempotency-key']
  if (joined === undefined) return undefined
  const sent = request.raw.headersDistinct['idempotency-key']
  return sent !== undefined && sent.length > 1 ? sent : joined
}

function write(
  reply: FastifyReply,
  result: Reply,
  ifNoneMatch: string | undefined,
  tagged: boolean,
): FastifyReply {
  reply.code(result.status)
  if (result.headers !== undefined) reply.headers(result.headers)
  if (result.body === null) return reply.send()
  const text = JSON.stringify(result.body)
  if (tagged) {
    const etag = `W/"${sha256Hex(text).slice(0, 27)}"`
    reply.header('ETag', etag)
    if (matches(ifNoneMatch, etag)) return reply.code(304).send()
  }
  return reply.header('Content-Type', 'application/json; charset=utf-8').send(text)
}

function writeRaw(reply: FastifyReply, result: Reply, body: Raw, streams: OpenStreams): FastifyReply {
  reply.code(result.status).type(body.content_type)
  if (result.headers !== undefined) reply.headers(result.headers)
  if (typeof body.data === 'string' || body.data instanceof Uint8Array) return reply.send(body.data)
  const stream = Readable.from(body.data)
  streams.add(stream)
  stream.once('close', () => streams.delete(stream))
  return reply.send(stream)
}

/** One tag, several, or any. */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch === '*' || ifNoneMatch.split(',').some((tag) => tag.trim() === etag)
}

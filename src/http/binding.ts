import { isUtf8 } from 'node:buffer'
import { z } from 'zod'
import { fail } from '../kernel/errors.ts'
import { sha256Hex } from '../kernel/ids.ts'
import { type AnyOperation, isRead, methodOf, pathParams, type Reply } from '../kernel/operation.ts'
import { Raw, RawRequest, rawInputOf } from '../kernel/raw.ts'
import type { Call, Invoke } from '../pipeline/invoke.ts'
import { type Handler, type Incoming, JSON_TYPE, type Outgoing, queryOf } from './exchange.ts'

type Fields = Record<string, unknown>

/** Turns a declared operation into a handler: reads the request into a call, and the reply into an answer. */
export function bind(declared: AnyOperation, invoke: Invoke): Handler {
  const readInput = inputReader(declared)
  // Without async functions here: each costs a request as much as it does to read its body.
  if (methodOf(declared) !== 'GET')
    return (incoming) => invoke(new HttpCall(declared, incoming, readInput)).then(present)
  return (incoming) =>
    invoke(new HttpCall(declared, incoming, readInput)).then((reply) =>
      reply.body instanceof Raw ? present(reply) : tagged(reply, incoming.headers['if-none-match']),
    )
}

function present(reply: Reply): Outgoing {
  const { status, headers, body } = reply
  if (!(body instanceof Raw)) return inJson(reply)
  return { status, ...(headers && { headers }), content_type: body.content_type, body: body.data }
}

/** A class, so that a request does not make its functions anew. */
class HttpCall implements Call {
  readonly operation: AnyOperation
  readonly authorization: string | undefined
  readonly request_id: string
  readonly ip: string
  readonly idempotency_key: string | string[] | undefined
  readonly #incoming: Incoming
  readonly #read: (incoming: Incoming) => Fields

  constructor(operation: AnyOperation, incoming: Incoming, read: (incoming: Incoming) => Fields) {
    this.operation = operation
    this.authorization = incoming.headers.authorization
    this.request_id = incoming.id
    this.ip = incoming.ip
    this.idempotency_key = idempotencyKeyOf(incoming)
    this.#incoming = incoming
    this.#read = read
  }

  input(): Fields {
    return this.#read(this.#incoming)
  }

  fingerprint(): string {
    const { url, body } = this.#incoming
    return sha256Hex(`${url}\n${body?.toString('latin1') ?? ''}`)
  }
}

/** Path, query or body, and headers that the schema names, in one flat object. */
function inputReader(declared: AnyOperation): (incoming: Incoming) => Fields {
  if (rawInputOf(declared) !== null) return (incoming) => ({ raw: rawOf(incoming) })
  const inPath = pathParams(declared)
  const fromHeaders = headerReader(declared)
  const read = isRead(declared) ? queryReader(declared) : readBody
  return (incoming) => {
    const fields = read(incoming)
    return withPath(
      fromHeaders === null ? fields : { ...fields, ...fromHeaders(incoming) },
      incoming.params,
      inPath,
    )
  }
}

function rawOf({ headers, body }: Incoming): RawRequest {
  return new RawRequest(body ?? Buffer.alloc(0), (name) => {
    const value = headers[name]
    return typeof value === 'string' ? value : undefined
  })
}

function readBody({ headers, body }: Incoming): Fields {
  if (body === null) return {}
  const type = headers['content-type'] ?? ''
  if (type !== 'application/json' && !/^application\/(?:json|[\w.+-]+\+json)\s*(?:;|$)/i.test(type)) {
    throw fail('unsupported_media_type', 'The body must be JSON.', {
      fix_hint: 'Send Content-Type: application/json.',
    })
  }
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
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

function withPath(fields: Fields, params: Fields, inPath: readonly string[]): Fields {
  if (inPath.length === 0) return fields
  for (const name of inPath) {
    if (name in fields) throw fail('validation_failed', `${name}: is set by the path`)
  }
  return { ...fields, ...params }
}

/** Query strings carry text only: what the schema wants as a number, a truth value or a list is read as that. */
function queryReader(declared: AnyOperation): (incoming: Incoming) => Fields {
  const schema = z.toJSONSchema(declared.input, { io: 'input', unrepresentable: 'any' })
  const wanted = new Map(
    Object.entries(schema.properties ?? {}).map(([name, property]) => [
      name,
      typeof property === 'object' ? property.type : undefined,
    ]),
  )
  return (incoming) => {
    const fields: Fields = Object.create(null)
    for (const [name, value] of Object.entries(queryOf(incoming)))
      fields[name] = fromText(wanted.get(name), value)
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
function headerReader(declared: AnyOperation): ((incoming: Incoming) => Fields) | null {
  const named = Object.entries(declared.input.shape).flatMap(([field, schema]) => {
    const header = (schema as z.ZodType).meta()?.from_header
    return typeof header === 'string' ? [[field, header.toLowerCase()] as const] : []
  })
  if (named.length === 0) return null
  return ({ headers }) => {
    const sent = named.map(([field, header]) => [field, headers[header]] as const)
    return Object.fromEntries(sent.filter(([, value]) => value !== undefined))
  }
}

/** Node joins repeated headers with a comma, which would hide that two were sent. */
function idempotencyKeyOf({ headers, raw }: Incoming): string | string[] | undefined {
  const joined = headers['idempotency-key']
  if (joined === undefined) return undefined
  const sent = raw.headersDistinct['idempotency-key']
  return sent !== undefined && sent.length > 1 ? sent : joined
}

function inJson({ status, headers, body }: Reply): Outgoing {
  if (body === null) return headers === undefined ? { status, body } : { status, headers, body }
  const text = JSON.stringify(body)
  return headers === undefined
    ? { status, content_type: JSON_TYPE, body: text }
    : { status, headers, content_type: JSON_TYPE, body: text }
}

/** What a client has already is not sent again. */
function tagged(reply: Reply, ifNoneMatch: string | undefined): Outgoing {
  const answer = inJson(reply)
  if (typeof answer.body !== 'string') return answer
  const etag = `W/"${sha256Hex(answer.body).slice(0, 27)}"`
  const headers = { ...answer.headers, ETag: etag }
  return matches(ifNoneMatch, etag) ? { status: 304, headers, body: null } : { ...answer, headers }
}

/** One tag, several, or any. */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch === '*' || ifNoneMatch.split(',').some((tag) => tag.trim() === etag)
}

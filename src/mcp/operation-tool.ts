import { type ApiError, asApiError, envelope, fail } from '../kernel/errors.ts'
import { sha256Hex } from '../kernel/ids.ts'
import type { AnyOperation, Reply } from '../kernel/operation.ts'
import { Raw } from '../kernel/raw.ts'
import type { Call, Invoke } from '../pipeline/invoke.ts'
import { type Fields, isFields } from './protocol.ts'
import type { ToolCall, ToolReply } from './tools.ts'

/** The operations behind one tool. With more than one, the argument called `pick` says which. */
export type Behind = { pick: string | null; operations: ReadonlyMap<string, AnyOperation> }

export type Runner = { invoke: Invoke; report(error: ApiError, requestId: string): void }

/** Runs a tool through the same gates as REST and puts the reply, or the refusal, into a tool result. */
export function callOperation(behind: Behind, runner: Runner) {
  return async function call(asked: ToolCall): Promise<ToolReply> {
    try {
      return { result: success(await runner.invoke(toCall(behind, asked))) }
    } catch (thrown) {
      const error = asApiError(thrown, asked.request_id)
      // A key that was revoked since the request came in is the transport's to refuse, as it is at the door.
      if (error.status === 401) throw error
      if (error.status >= 500 && error.status !== 501) runner.report(error, asked.request_id)
      return { result: refusal(error) }
    }
  }
}

function toCall(behind: Behind, asked: ToolCall): Call {
  const given = asked.arguments ?? {}
  if (!isFields(given)) throw fail('validation_failed', 'arguments: must be a JSON object')
  const { operation, rest } = choose(behind, given)
  const { fields, idempotency_key } = takeKey(operation, rest)
  return {
    operation,
    authorization: asked.authorization,
    request_id: asked.request_id,
    ip: asked.ip,
    idempotency_key,
    input: () => fields,
    fingerprint: () => sha256Hex(`mcp ${operation.route}\n${canonical(fields)}`),
  }
}

function choose({ pick, operations }: Behind, given: Fields): { operation: AnyOperation; rest: Fields } {
  if (pick === null) {
    const [only] = operations.values()
    if (only === undefined) throw new Error('a tool has no operation')
    return { operation: only, rest: given }
  }
  const { [pick]: choice, ...rest } = given
  const operation = typeof choice === 'string' ? operations.get(choice) : undefined
  if (operation === undefined) {
    throw fail('validation_failed', `${pick}: must be one of ${[...operations.keys()].join(', ')}`)
  }
  return { operation, rest }
}

/** The header of REST is an argument here. Where the operation takes none, the argument is an unknown field. */
function takeKey(
  operation: AnyOperation,
  given: Fields,
): { fields: Fields; idempotency_key: string | string[] | undefined } {
  if (operation.idempotent === false || given.idempotency_key === undefined) {
    return { fields: given, idempotency_key: undefined }
  }
  const { idempotency_key: key, ...fields } = given
  // The pipeline refuses a list, which is what a key of another type deserves as well.
  return { fields, idempotency_key: typeof key === 'string' ? key : [] }
}

/** The same arguments in another order are the same request. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (!isFields(value)) return JSON.stringify(value) ?? 'null'
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`)
  return `{${members.join(',')}}`
}

function success(reply: Reply): string {
  const text = JSON.stringify(structured(reply.body))
  const replayed = reply.headers?.['Idempotent-Replayed'] === 'true' ? ',"idempotent_replayed":true' : ''
  return `{"content":[{"type":"text","text":${JSON.stringify(text)}}],"structuredContent":${text},"_meta":{"status":${reply.status}${replayed}}}`
}

/** Structured content has to be an object: a bare value gets a name, and nothing becomes "done". */
export function structured(body: unknown): unknown {
  if (body === null || body === undefined) return { done: true }
  if (body instanceof Raw) return unwrapped(body)
  return isFields(body) ? body : { result: body }
}

function unwrapped(raw: Raw): Fields {
  const { content_type, data } = raw
  if (typeof data === 'string') return { content_type, text: data }
  if (data instanceof Uint8Array) return { content_type, base64: Buffer.from(data).toString('base64') }
  throw fail('not_implemented', 'A stream cannot be a tool’s result: use the HTTP operation.')
}

/** On an error the envelope is text only: structured content would be held against the output schema. */
function refusal(error: ApiError): string {
  const { retry_after } = error.details
  return JSON.stringify({
    content: [{ type: 'text', text: JSON.stringify(envelope(error)) }],
    isError: true,
    _meta: { status: error.status, ...(retry_after === undefined ? {} : { retry_after }) },
  })
}

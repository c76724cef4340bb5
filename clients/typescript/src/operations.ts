import { HeraldError } from './errors.ts'
import { type Outgoing, type Settings, send } from './request.ts'
import { serverEvents } from './sse.ts'
import type { CallOptions, OperationShape } from './types.ts'

export type Input = Record<string, unknown>
export type Method = (input?: Input, options?: CallOptions) => unknown

/** The method that calls one operation. */
export function methodFor(settings: Settings, shape: OperationShape): Method {
  const { items } = shape
  if (items === undefined) return (input = {}, options = {}) => call(settings, shape, input, options)
  return (input = {}, options = {}) =>
    paged((cursor) => call(settings, shape, { ...input, ...cursor }, options), items)
}

function call(
  settings: Settings,
  shape: OperationShape,
  input: Input,
  options: CallOptions,
): Promise<unknown> {
  return send(settings, outgoingOf(shape, input), options, (response) => read(shape, response))
}

/** Fields of the path go there; of the rest, reads send a query and writes a JSON body. */
function outgoingOf(shape: OperationShape, input: Input): Outgoing {
  const rest = { ...input }
  const path = shape.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    // An empty segment would be another path, and so another operation.
    if (value === undefined || value === '')
      throw new TypeError(`${shape.method} ${shape.path}: ${name} is missing`)
    return encodeURIComponent(String(value))
  })
  const reads = shape.method === 'GET' || shape.method === 'DELETE'
  const query = reads ? queryOf(rest) : ''
  return {
    method: shape.method,
    path: query === '' ? path : `${path}?${query}`,
    body: shape.body === true && !reads ? JSON.stringify(rest) : undefined,
    idempotent: shape.idempotent === true,
    accept: shape.reading === undefined ? 'application/json' : '*/*',
    streams: shape.reading === 'events',
  }
}

function queryOf(fields: Input): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === null) continue
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, String(one))
  }
  return query.toString()
}

async function read(shape: OperationShape, response: Response): Promise<unknown> {
  if (shape.reading === 'text') return response.text()
  if (shape.reading === 'blob') return response.blob()
  if (shape.reading === 'events') return serverEvents(response)
  const text = await response.text()
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new HeraldError('unexpected_reply', 'The reply is not JSON.', { status: response.status, cause })
  }
}

/** The first page is asked for at once; the others when the iteration gets there. */
function paged(
  page: (cursor: Input) => Promise<unknown>,
  items: string,
): Promise<unknown> & AsyncIterable<unknown> {
  const first = page({}) as Promise<Input>
  return Object.assign(first, {
    async *[Symbol.asyncIterator]() {
      let at = await first
      for (;;) {
        yield* at[items] as unknown[]
        if (typeof at.next_cursor !== 'string') return
        at = (await page({ cursor: at.next_cursor })) as Input
      }
    },
  })
}

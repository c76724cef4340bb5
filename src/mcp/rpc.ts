import type { IncomingHttpHeaders } from 'node:http'
import type { Principal } from '../kernel/context.ts'
import { type Era, eraOf, idOf, type Message, parseBody, readMessage } from './message.ts'
import {
  errorBody,
  type Fields,
  LEGACY_VERSIONS,
  META,
  MODERN_VERSION,
  RPC,
  RpcError,
  type RpcId,
} from './protocol.ts'
import type { Caller, Catalogue, Narrowing, ToolReply } from './tools.ts'

/** How long a client may keep what it was told; tools change with a deployment or a new plan. */
const TTL_MS = 300_000
const JSON_TYPE = 'application/json; charset=utf-8'

export type RpcRequest = {
  body: Buffer
  headers: IncomingHttpHeaders
  principal: Principal
  caller: Caller
  narrowing: Narrowing
}
/**
 * A body in two parts is written as it is: copying a long list for each client would cost more than all the rest. The
 * first is text, which leaves in one piece with the headers.
 */
export type RpcAnswer = {
  status: number
  content_type: string | null
  body: string | readonly [string, Buffer]
}

export type Identity = { name: string; version: string; instructions: string }

/** One endpoint for both eras of the protocol: each request carries all that is needed to answer it. */
export function createRpc(catalogue: Catalogue, identity: Identity) {
  const fixed = fixedResults(identity)

  function answer(
    message: Message,
    id: string | number,
    era: Era,
    request: RpcRequest,
  ): RpcAnswer | Promise<RpcAnswer> {
    switch (message.method) {
      case 'tools/list':
        refuseCursor(message.params.cursor)
        return list(
          id,
          era === 'modern' ? fixed.modern_list : '{"tools":',
          catalogue.list(request.principal, request.narrowing),
        )
      case 'tools/call':
        return callTool(catalogue, message.params, request).then((reply) => called(id, era, reply))
      case 'server/discover':
        if (era === 'modern') return result(id, fixed.discover)
        break
      case 'initialize':
        if (era === 'legacy') return result(id, fixed.initialize(message.params.protocolVersion))
        break
      case 'ping':
        if (era === 'legacy') return result(id, '{}')
    }
    throw new RpcError(RPC.method_not_found, `Method not found: ${message.method.slice(0, 120)}`, {
      http: era === 'modern' ? 404 : 200,
    })
  }

  return async function handle(request: RpcRequest): Promise<RpcAnswer> {
    let id: RpcId = null
    try {
      const parsed = parseBody(request.body)
      id = idOf(parsed)
      const message = readMessage(parsed)
      const era = eraOf(message, request.headers)
      if (message.id === undefined) return { status: 202, content_type: null, body: '' }
      return await answer(message, message.id, era, request)
    } catch (error) {
      if (!(error instanceof RpcError)) throw error
      return { status: error.http, content_type: JSON_TYPE, body: errorBody(error, id) }
    }
  }
}

/** Every list is one page, since clients read only the first: no cursor of ours exists. */
function refuseCursor(cursor: unknown): void {
  if (cursor !== undefined && cursor !== null) {
    throw new RpcError(RPC.invalid_params, 'The list is one page: there is no cursor to pass.')
  }
}

function callTool(catalogue: Catalogue, params: Fields, request: RpcRequest): Promise<ToolReply> {
  const { name, arguments: given } = params
  if (typeof name !== 'string') throw new RpcError(RPC.invalid_params, 'params.name must name a tool.')
  const tool = catalogue.find(name, request.narrowing)
  return tool.call({ ...request.caller, arguments: given, params })
}

/** Modern results say what kind they are; a tool that speaks the protocol itself has said so first thing. */
function called(id: string | number, era: Era, { result: text, notifications = [] }: ToolReply): RpcAnswer {
  const stamped =
    era === 'modern' && !text.startsWith('{"resultType"') ? `{"resultType":"complete",${text.slice(1)}` : text
  if (notifications.length === 0) return result(id, stamped)
  const events = [...notifications, `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${stamped}}`]
  return {
    status: 200,
    content_type: 'text/event-stream',
    body: events.map((event) => `event: message\ndata: ${event}\n\n`).join(''),
  }
}

/** Results come as JSON that is written already: only the frame is made for each request. */
function result(id: string | number, text: string): RpcAnswer {
  return {
    status: 200,
    content_type: JSON_TYPE,
    body: `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${text}}`,
  }
}

function list(id: string | number, head: string, tools: Buffer): RpcAnswer {
  const before = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${head}`
  return { status: 200, content_type: JSON_TYPE, body: [before, tools] }
}

function fixedResults({ name, version, instructions }: Identity) {
  const serverInfo = { name, version }
  const capabilities = { tools: {} }
  const stamp = {
    resultType: 'complete',
    ttlMs: TTL_MS,
    cacheScope: 'private',
    _meta: { [META.server]: serverInfo },
  }
  return {
    discover: JSON.stringify({
      ...stamp,
      supportedVersions: [MODERN_VERSION],
      capabilities,
      instructions,
    }),
    modern_list: `${JSON.stringify(stamp).slice(0, -1)},"tools":`,
    initialize(requested: unknown): string {
      const known = typeof requested === 'string' && LEGACY_VERSIONS.includes(requested)
      const protocolVersion = known ? requested : LEGACY_VERSIONS[0]
      return JSON.stringify({ protocolVersion, capabilities, serverInfo, instructions })
    },
  }
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { requestIdOf } from '../http/request-id.ts'
import type { Principal } from '../kernel/context.ts'
import { type ApiError, fail } from '../kernel/errors.ts'
import { operation, reply as replies } from '../kernel/operation.ts'
import type { Registry } from '../kernel/registry.ts'
import type { Invoke } from '../pipeline/invoke.ts'
import { VERSION } from '../version.ts'
import { curatedTools } from './curated.ts'
import { generatedTools } from './generated.ts'
import { refuseForeignOrigin } from './origin.ts'
import { createRpc, type RpcAnswer } from './rpc.ts'
import { createCatalogue, type Narrowing, type Tool } from './tools.ts'

const PATH = '/v1/mcp'
const INSTRUCTIONS =
  'Herald is a marketing API: AEO, SEO, business profiles, ads, content, reviews and social posting. ' +
  'Tools marked access: paid need a paid key. Errors are an envelope: branch on error.code.'

export type McpDeps = {
  registry: Registry
  invoke: Invoke
  public_url: string
  /** A fault of ours inside a tool call, which the transport never sees as one. */
  report(error: ApiError, requestId: string): void
  /** Tools beside those of the registry. */
  tools?: readonly Tool[]
}

/** Puts the MCP endpoint on the server. Everything it offers follows from the registry. */
export function mountMcp(server: FastifyInstance, deps: McpDeps): void {
  const curated = curatedTools(deps.registry, deps)
  const generated = generatedTools(deps.registry, curated.operations, deps)
  const catalogue = createCatalogue([...curated.tools, ...generated, ...(deps.tools ?? [])])
  const handle = createRpc(catalogue, { name: 'herald', version: VERSION, instructions: INSTRUCTIONS })

  server.post(PATH, async (request, reply) => {
    const principal = await enter(deps.invoke, request)
    refuseForeignOrigin(request.headers.origin, deps.public_url)
    return write(
      reply,
      await handle({
        body: bodyOf(request),
        headers: request.headers,
        principal,
        caller: {
          authorization: request.headers.authorization,
          request_id: requestIdOf(request.raw),
          ip: request.ip,
        },
        narrowing: () => narrowingOf(request),
      }),
    )
  })
  server.route({
    method: ['GET', 'DELETE', 'PUT', 'PATCH'],
    url: PATH,
    handler: async () => {
      throw fail('method_not_allowed', 'MCP here is one POST a request: there is no stream and no session.', {
        fix_hint: 'Use POST.',
        headers: { Allow: 'POST' },
      })
    },
  })
}

/** The door is an operation like any other, so that a key is refused here exactly as it is everywhere else. */
const door = operation({
  id: 'mcp.enter',
  route: 'POST /mcp',
  summary: 'Speak MCP',
  description: 'JSON-RPC 2.0: tools/list and tools/call.',
  scope: 'any',
  meter: 'none',
  hold: null,
  rate: null,
  idempotent: false,
  live: true,
  input: z.object({}),
  output: { 200: z.unknown() },
  errors: {},
  example: { input: {}, output: null },
  handle: async (ctx) => replies.ok<unknown>(ctx.principal),
})

async function enter(invoke: Invoke, request: FastifyRequest): Promise<Principal> {
  const entered = await invoke({
    operation: door,
    authorization: request.headers.authorization,
    request_id: requestIdOf(request.raw),
    ip: request.ip,
    idempotency_key: undefined,
    input: () => ({}),
    fingerprint: () => '',
  })
  // The door's handler, a few lines up, answers with the principal and nothing else.
  return entered.body as Principal
}

function bodyOf(request: FastifyRequest): Buffer {
  const type = request.headers['content-type']
  if (type !== undefined && !/^application\/(?:json|[\w.+-]+\+json)\s*(?:;|$)/i.test(type)) {
    throw fail('unsupported_media_type', 'The body must be JSON.', {
      fix_hint: 'Send Content-Type: application/json.',
    })
  }
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
}

function narrowingOf(request: FastifyRequest): Narrowing {
  const { toolsets, readonly } = request.query as Record<string, string | string[] | undefined>
  const names = [toolsets ?? []].flat().flatMap((names) => names.split(',').map((name) => name.trim()))
  const wanted = names.filter((name) => name !== '' && name !== 'all')
  return {
    toolsets: wanted.length === 0 ? null : new Set(wanted),
    read_only: readonly === '1' || readonly === 'true',
  }
}

function write(reply: FastifyReply, { status, content_type, body }: RpcAnswer): FastifyReply {
  reply.code(status)
  if (content_type !== null) reply.header('Content-Type', content_type)
  return body === '' ? reply.send() : reply.send(body)
}

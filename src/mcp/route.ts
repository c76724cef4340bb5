import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ApiError, fail } from '../kernel/errors.ts'
import type { Registry } from '../kernel/registry.ts'
import type { Authenticator } from '../pipeline/authenticate.ts'
import type { Invoke } from '../pipeline/invoke.ts'
import { StoreUnavailable } from '../store/db.ts'
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
  authenticate: Authenticator['authenticate']
  public_url: string
  /** Origins whose pages may call the API, or *. */
  cors_origins: readonly string[]
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
    // The key before all else: nothing is read on the word of a stranger.
    const entered = enter(deps.authenticate, request.headers.authorization)
    const principal = entered instanceof Promise ? await entered : entered
    refuseForeignOrigin(request.headers.origin, deps.public_url, deps.cors_origins)
    return write(
      reply,
      await handle({
        body: bodyOf(request),
        headers: request.headers,
        principal,
        caller: {
          authorization: request.headers.authorization,
          // Set for every request by the server, and sent back with the answer.
          request_id: String(reply.getHeader('x-request-id')),
          ip: request.ip,
        },
        narrowing: narrowingOf(request),
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

/** The common key is known already: waiting a turn for it would show up in the figures. */
function enter(authenticate: McpDeps['authenticate'], authorization: string | undefined) {
  const principal = authenticate(authorization)
  return principal instanceof Promise ? principal.catch(translate) : principal
}

function translate(error: unknown): never {
  if (!(error instanceof StoreUnavailable)) throw error
  throw fail('unavailable', 'The service cannot reach its database right now.', {
    retry_after: 1,
    headers: { 'Retry-After': '1' },
    cause: error,
  })
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

const EVERYTHING: Narrowing = { toolsets: null, read_only: false }

function narrowingOf(request: FastifyRequest): Narrowing {
  if (!request.url.includes('?')) return EVERYTHING
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
  if (typeof body === 'string') return body === '' ? reply.send() : reply.send(body)
  const [head, rest] = body
  reply.header('Content-Length', Buffer.byteLength(head) + rest.length)
  reply.hijack()
  reply.raw.writeHead(status, reply.getHeaders() as OutgoingHttpHeaders)
  reply.raw.write(head)
  reply.raw.end(rest)
  return reply
}

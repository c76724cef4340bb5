import { type Incoming, type Outgoing, queryOf } from '../http/exchange.ts'
import type { Http } from '../http/server.ts'
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
export function mountMcp(http: Http, deps: McpDeps): void {
  const curated = curatedTools(deps.registry, deps)
  const generated = generatedTools(deps.registry, curated.operations, deps)
  const catalogue = createCatalogue([...curated.tools, ...generated, ...(deps.tools ?? [])])
  const handle = createRpc(catalogue, { name: 'herald', version: VERSION, instructions: INSTRUCTIONS })

  http.route('POST', PATH, async (incoming) => {
    const { headers, id, ip } = incoming
    // The key before all else: nothing is read on the word of a stranger.
    const entered = enter(deps.authenticate, headers.authorization)
    const principal = entered instanceof Promise ? await entered : entered
    refuseForeignOrigin(headers.origin, deps.public_url, deps.cors_origins)
    const answer = await handle({
      body: bodyOf(incoming),
      headers,
      principal,
      caller: { authorization: headers.authorization, request_id: id, ip },
      narrowing: narrowingOf(incoming),
    })
    return outgoing(answer)
  })
  for (const method of ['GET', 'DELETE', 'PUT', 'PATCH']) http.route(method, PATH, refuseMethod)
}

function refuseMethod(): never {
  throw fail('method_not_allowed', 'MCP here is one POST a request: there is no stream and no session.', {
    fix_hint: 'Use POST.',
    headers: { Allow: 'POST' },
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

function bodyOf({ headers, body }: Incoming): Buffer {
  const type = headers['content-type']
  if (type !== undefined && !/^application\/(?:json|[\w.+-]+\+json)\s*(?:;|$)/i.test(type)) {
    throw fail('unsupported_media_type', 'The body must be JSON.', {
      fix_hint: 'Send Content-Type: application/json.',
    })
  }
  return body ?? Buffer.alloc(0)
}

const EVERYTHING: Narrowing = { toolsets: null, read_only: false }

function narrowingOf(incoming: Incoming): Narrowing {
  if (!incoming.url.includes('?')) return EVERYTHING
  const { toolsets, readonly } = queryOf(incoming)
  const names = [toolsets ?? []].flat().flatMap((names) => names.split(',').map((name) => name.trim()))
  const wanted = names.filter((name) => name !== '' && name !== 'all')
  return {
    toolsets: wanted.length === 0 ? null : new Set(wanted),
    read_only: readonly === '1' || readonly === 'true',
  }
}

function outgoing({ status, content_type, body }: RpcAnswer): Outgoing {
  const sent = body === '' ? null : body
  return content_type === null ? { status, body: sent } : { status, content_type, body: sent }
}

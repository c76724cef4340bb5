import { STATUS_CODES } from 'node:http'
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import type { Logger } from 'pino'
import { ApiError, asApiError, envelope, fail } from '../kernel/errors.ts'
import { methodOf, pathOf } from '../kernel/operation.ts'
import { unbuilt } from '../kernel/planned.ts'
import type { Registry } from '../kernel/registry.ts'
import type { Invoke } from '../pipeline/invoke.ts'
import { bind, fastifyPath, type OpenStreams } from './binding.ts'
import { allowOrigins } from './cors.ts'
import { requestIdOf } from './request-id.ts'

const BODY_LIMIT = 1024 * 1024
const REQUEST_TIMEOUT_MS = 60_000

export type HttpOptions = {
  registry: Registry
  invoke: Invoke
  log: Logger
  trust_proxy: number | string[]
  cors_origins: readonly string[]
}

/** The HTTP transport: routes from the registry, the envelope on everything that goes wrong, one log line a request. */
export function createHttp({
  registry,
  invoke,
  log,
  trust_proxy,
  cors_origins,
}: HttpOptions): FastifyInstance {
  const server = Fastify({
    bodyLimit: BODY_LIMIT,
    trustProxy: trustOf(trust_proxy),
    // A client that never finishes its request must not keep a stopping process alive.
    requestTimeout: REQUEST_TIMEOUT_MS,
    return503OnClosing: false,
    routerOptions: { maxParamLength: 500 },
    exposeHeadRoutes: false,
    requestIdHeader: false,
    genReqId: requestIdOf,
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => sendError(log, error, request, reply),
    clientErrorHandler(error, socket) {
      if (!socket.writable) return
      const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400
      const body = JSON.stringify(
        envelope(fail('bad_request', 'The request is not valid HTTP, or its headers are too large.')),
      )
      socket.end(
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
          `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
      )
    },
  })
  // Bodies stay bytes until the gates before validation have passed; the fingerprint needs the bytes as well.
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  server.addHook('onResponse', (request, reply, done) => {
    log.info({
      request_id: request.id,
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 100) / 100,
    })
    done()
  })
  if (cors_origins.length > 0) allowOrigins(server, cors_origins)
  server.setErrorHandler((error: FastifyError, request, reply) => sendError(log, error, request, reply))
  const streams: OpenStreams = new Set()
  endOnClose(server, streams)
  for (const declared of registry.operations) {
    const handler = bind(declared, invoke, streams)
    const bodyLimit = declared.max_body_bytes ?? BODY_LIMIT
    // Probes and browsers ask HEAD for what is public; a metered read is asked for in full.
    const exposeHeadRoute = methodOf(declared) === 'GET' && declared.scope === 'public'
    server.route({
      method: methodOf(declared),
      url: fastifyPath(declared),
      bodyLimit,
      exposeHeadRoute,
      handler,
    })
  }
  // What is documented and not built says 501 to any valid key, as its MCP tool does.
  for (const declared of unbuilt(registry)) {
    server.route({
      method: methodOf(declared),
      url: fastifyPath(declared),
      handler: bind(declared, invoke, streams),
    })
  }
  mountRoot(server, registry, invoke, streams)
  const methodsOf = methodsByPath(registry)
  server.setNotFoundHandler((request, reply) =>
    sendError(log, nothingHere(methodsOf, request), request, reply),
  )
  return server
}

/** A stream may go on for ever, and its client comes back to another process and says how far it had read. */
function endOnClose(server: FastifyInstance, streams: OpenStreams): void {
  let sweeping: NodeJS.Timeout | undefined
  server.addHook('preClose', (done) => {
    for (const stream of streams) stream.destroy()
    // A connection that was busy when closing began stays open for its keep-alive time once it is idle.
    sweeping = setInterval(() => server.server.closeIdleConnections(), 50)
    done()
  })
  server.addHook('onClose', (_instance, done) => {
    clearInterval(sweeping)
    done()
  })
}

/** Whom to believe about the client's address. Nobody costs nothing; anybody else is looked at on every request. */
function trustOf(proxies: number | string[]) {
  if (typeof proxies !== 'number') return proxies
  return proxies === 0 ? false : (_address: string, hop: number) => hop < proxies
}

/** Outside /v1 only what visitors look for there: a person the reference, a language model its llms.txt. */
function mountRoot(server: FastifyInstance, registry: Registry, invoke: Invoke, streams: OpenStreams): void {
  server.get('/', (_request, reply) => reply.redirect('/v1/docs', 302))
  const llmsTxt = registry.operations.find(({ route }) => route === 'GET /llms.txt')
  if (llmsTxt !== undefined) server.get('/llms.txt', bind(llmsTxt, invoke, streams))
}

/** Which methods a path has, so that a wrong one is told from a wrong path. */
function methodsByPath(registry: Registry): (path: string) => string[] {
  const patterns = registry.operations.map((declared) => ({
    method: methodOf(declared),
    pattern: new RegExp(
      `^/v1${pathOf(declared)
        .replaceAll('.', '\\.')
        .replace(/\{\w+\}/g, '[^/]+')}$`,
    ),
  }))
  return (path) => patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
}

function nothingHere(methodsOf: (path: string) => string[], request: FastifyRequest): ApiError {
  const path = request.url.split('?', 1)[0] ?? ''
  const allowed = methodsOf(path)
  if (allowed.length > 0) {
    return fail('method_not_allowed', `${request.method} is not an operation here.`, {
      fix_hint: `Use ${allowed.join(' or ')}.`,
      headers: { Allow: allowed.join(', ') },
    })
  }
  return fail('not_found', `Nothing answers ${request.method} ${path.slice(0, 200)}.`, {
    fix_hint: 'Paths start with /v1. GET /v1/openapi.json lists them all.',
  })
}

/** The framework's own refusals, in our words. */
function translate(error: FastifyError, bodyLimit = BODY_LIMIT): ApiError | FastifyError {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return fail('payload_too_large', `The body is larger than ${bodyLimit} bytes.`, { cause: error })
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return fail('unsupported_media_type', 'The body must be JSON.', {
        fix_hint: 'Send Content-Type: application/json.',
      })
    default:
      if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
        return fail('bad_request', 'The request cannot be read.', { status: error.statusCode, cause: error })
      }
      return error
  }
}

function sendError(
  log: Logger,
  thrown: FastifyError | ApiError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const error = asApiError(
    thrown instanceof ApiError ? thrown : translate(thrown, request.routeOptions.bodyLimit),
    request.id,
  )
  if (error.status >= 500 && error.status !== 501) {
    log.error({ request_id: request.id, err: error.cause ?? error }, error.message)
  }
  return reply
    .code(error.status)
    .headers({
      ...error.details.headers,
      'x-request-id': request.id,
      'Content-Type': 'application/json; charset=utf-8',
    })
    .send(JSON.stringify(envelope(error)))
}

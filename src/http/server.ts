import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Logger } from 'pino'
import { ApiError, asApiError, envelope, fail } from '../kernel/errors.ts'
import { receiveBody } from './body.ts'
import { readAddresses } from './client-address.ts'
import { refuseConnection, refuseTunnel } from './client-error.ts'
import { allowOrigins } from './cors.ts'
import { type Around, type Exchange, type Handler, JSON_TYPE, type Outgoing } from './exchange.ts'
import { requestIdOf } from './request-id.ts'
import { createRouter, type Found, type Router } from './router.ts'
import { createTurns } from './turns.ts'
import { createWriter } from './writer.ts'

export const BODY_LIMIT = 1024 * 1024
const OPTIONS = {
  // A client that never finishes its request must not keep a stopping process alive.
  requestTimeout: 60_000,
  // Longer than a load balancer keeps its side, so that it is never the one to find the connection gone.
  keepAliveTimeout: 72_000,
  // What is missing is said in our envelope, not in an empty answer.
  requireHostHeader: false,
}

/** Told of every request once its answer is written. */
export type AccessLog = (id: string, method: string, route: string, status: number, ms: number) => void

/** Connections that may wait while the process is busy: with the usual 511 a burst of a thousand loses some to resets. */
const BACKLOG = 4_096

export type HttpOptions = {
  log: Logger
  access: AccessLog
  around: Around | null
  trust_proxy: number | readonly string[]
  cors_origins: readonly string[]
}

export type Http = {
  /** Paths are whole, with `{name}` for what a handler finds in its params. */
  route(method: string, path: string, handler: Handler, limits?: { body_limit?: number }): void
  /** Resolves with the address once it listens. */
  listen(at: { port: number; host: string }): Promise<string>
  /** Takes no more connections, ends streams, and resolves when the open requests have their answers. */
  close(): Promise<void>
  server: Server
}

/**
 * The HTTP transport: one answer a request, the envelope on everything that goes wrong, one log line. It stands on
 * node:http itself, since a framework between cost a third of all throughput (docs/decisions/0031).
 */
export function createHttp({ log, access, around, trust_proxy, cors_origins }: HttpOptions): Http {
  const router = createRouter()
  const addressOf = readAddresses(trust_proxy)
  const cors = cors_origins.length === 0 ? null : allowOrigins(cors_origins)
  const writer = createWriter({
    written: ({ request: { method = '' }, id, route, at }, status) =>
      access(id, method, route, status, performance.now() - at),
    broken: ({ id }, error) => log.error({ request_id: id, err: error }, 'a stream broke'),
  })

  function send(exchange: Exchange, outgoing: Outgoing, last = false): void {
    writer.write(exchange, outgoing, cors === null ? null : cors.headers(exchange.request), last)
  }

  function refuse(exchange: Exchange, thrown: unknown): void {
    const error = asApiError(thrown, exchange.id)
    if (error.status >= 500 && error.status !== 501) {
      log.error({ request_id: exchange.id, err: error.cause ?? error }, error.message)
    }
    if (exchange.response.headersSent) return void exchange.response.destroy()
    const { headers } = error.details
    const body = JSON.stringify(envelope(error))
    // The rest of a body that is too large is not worth reading, so nothing can follow it on this connection.
    send(
      exchange,
      { status: error.status, ...(headers && { headers }), content_type: JSON_TYPE, body },
      error.status === 413,
    )
  }

  function answer(exchange: Exchange, { route, params }: Found, body: Buffer | null): void {
    try {
      const { request, id } = exchange
      const { method = '', url = '', headers } = request
      const incoming = { id, method, url, headers, params, body, ip: addressOf(request), raw: request }
      const made = around === null ? route.handler(incoming) : around(incoming, () => route.handler(incoming))
      if (!(made instanceof Promise)) return void send(exchange, made)
      made.then(
        (outgoing) => deliver(exchange, outgoing),
        (error) => refuse(exchange, error),
      )
    } catch (error) {
      refuse(exchange, error)
    }
  }

  function deliver(exchange: Exchange, outgoing: Outgoing): void {
    try {
      send(exchange, outgoing)
    } catch (error) {
      refuse(exchange, error)
    }
  }

  function receive(exchange: Exchange): void {
    try {
      const { request } = exchange
      const { method = '' } = request
      const preflight = cors === null ? null : cors.preflight(request)
      if (preflight !== null) return void send(exchange, preflight)
      const found = findRoute(router, method, pathOf(request))
      exchange.route = found.route.path
      if (method === 'GET' || method === 'HEAD') answer(exchange, found, null)
      else {
        receiveBody(request, found.route.body_limit, (body) => {
          if (body instanceof ApiError) refuse(exchange, body)
          else answer(exchange, found, body)
        })
      }
    } catch (error) {
      refuse(exchange, error)
    }
  }

  const turns = createTurns()
  const server = createServer(OPTIONS, (request, response) => {
    const exchange = { request, response, id: requestIdOf(request), at: performance.now(), route: 'unknown' }
    if (turns.has(response)) receive(exchange)
    else turns.wait(request, response, () => receive(exchange))
  })
  const connections = new Set<Socket>()
  server.on('connection', (socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  // An expectation we do not know changes nothing about the answer.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  server.on('clientError', refuseConnection)
  server.on('connect', refuseTunnel)
  return {
    route: (method, path, handler, { body_limit = BODY_LIMIT } = {}) =>
      router.add(method, { path, handler, body_limit }),
    listen: (at) => listen(server, at),
    close: () => close(server, connections, writer.endStreams),
    server,
  }
}

function pathOf({ url = '/' }: IncomingMessage): string {
  // A client may name the whole address, as it does to a proxy.
  const target = url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?]+\/?/i, '/')
  const end = target.indexOf('?')
  return end < 0 ? target : target.slice(0, end)
}

function findRoute(router: Router, method: string, path: string): Found {
  const found = router.find(method, path)
  if (found !== null) return found
  const allowed = router.methods(path)
  if (allowed.length > 0) {
    throw fail('method_not_allowed', `${method} is not an operation here.`, {
      fix_hint: `Use ${allowed.filter((name) => name !== 'HEAD').join(' or ')}.`,
      headers: { Allow: allowed.join(', ') },
    })
  }
  throw fail('not_found', `Nothing answers ${method} ${path.slice(0, 200)}.`, {
    fix_hint: 'Paths start with /v1. GET /v1/openapi.json lists them all.',
  })
}

function listen(server: Server, { port, host }: { port: number; host: string }): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host, backlog: BACKLOG }, () => {
      server.off('error', reject)
      // A server that listens on a host and port has an address with a port.
      const { port: taken } = server.address() as AddressInfo
      const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
      resolve(`http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${taken}`)
    })
  })
}

function close(server: Server, connections: ReadonlySet<Socket>, endStreams: () => void): Promise<void> {
  endStreams()
  if (!server.listening) return Promise.resolve()
  return new Promise((resolve) => {
    // Node takes only those for idle that have asked something before.
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
    // A connection that was busy when closing began stays open for its keep-alive time once it is idle.
    const sweeping = setInterval(() => server.closeIdleConnections(), 50)
    server.close(() => {
      clearInterval(sweeping)
      resolve()
    })
  })
}

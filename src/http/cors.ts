import type { FastifyInstance } from 'fastify'

/** What a page may send and read. Keys travel in a header and never in a cookie, so any origin listed is safe. */
const SENT = 'Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID, x-request-id'
const READ = 'ETag, Idempotent-Replayed, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, x-request-id'

/** Lets pages of these origins call the API from a browser; `*` lets every page. */
export function allowOrigins(server: FastifyInstance, origins: readonly string[]): void {
  const any = origins.includes('*')
  server.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers
    if (origin === undefined || !(any || origins.includes(origin))) return done()
    reply.headers({
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Expose-Headers': READ,
      Vary: 'Origin',
    })
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined)
      return done()
    reply
      .code(204)
      .headers({
        'Access-Control-Allow-Methods': 'GET, POST, PUT, PATCH, DELETE',
        'Access-Control-Allow-Headers': SENT,
        'Access-Control-Max-Age': '600',
      })
      .send()
  })
}

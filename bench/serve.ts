/** What is measured, in a process of its own: a bare echo, or the service with two operations that do nothing. */
import { createServer } from 'node:http'
import { z } from 'zod'
import { operation, reply, surface } from '../src/kernel/operation.ts'
import { start } from '../src/start.ts'
import type { Db } from '../src/store/db.ts'

const Echo = z.object({ text: z.string() })
const common = { hold: null, rate: null, idempotent: false, live: true, errors: {}, scope: 'any' } as const

const free = operation({
  ...common,
  id: 'bench.free',
  route: 'POST /bench/free',
  summary: 'Authenticated, validated, not metered',
  description: 'Answers what it was sent.',
  meter: 'none',
  input: Echo,
  output: { 200: Echo },
  example: { input: { text: 'x' }, output: { text: 'x' } },
  handle: async (_ctx, input) => reply.ok({ text: input.text }),
})

const metered = operation({
  ...common,
  id: 'bench.metered',
  route: 'POST /bench/metered',
  summary: 'The same, metered',
  description: 'Answers what it was sent, after the commit.',
  meter: 'action',
  input: Echo,
  output: { 200: Echo },
  example: { input: { text: 'x' }, output: { text: 'x' } },
  handle: async (_ctx, input) => reply.ok({ text: input.text }),
})

const limited = operation({
  ...common,
  id: 'bench.limited',
  route: 'POST /bench/limited',
  summary: 'The same, rate-limited',
  description: 'Answers what it was sent, if the window has room.',
  meter: 'none',
  rate: 'contacts',
  input: Echo,
  output: { 200: Echo },
  example: { input: { text: 'x' }, output: { text: 'x' } },
  handle: async (_ctx, input) => reply.ok({ text: input.text }),
})

let stores: Db[] = []

const stats = operation({
  ...common,
  id: 'bench.stats',
  route: 'GET /bench/stats',
  summary: 'What the process used',
  description: 'Statements sent to the database, and memory.',
  meter: 'none',
  input: z.object({ collect: z.boolean().default(false) }),
  output: { 200: z.object({ statements: z.int(), rss_mb: z.number(), heap_mb: z.number() }) },
  example: { input: {}, output: { statements: 1, rss_mb: 100, heap_mb: 20 } },
  async handle(_ctx, input) {
    if (input.collect) globalThis.gc?.()
    const { rss, heapUsed } = process.memoryUsage()
    const statements = stores.reduce((sum, db) => sum + db.statements(), 0)
    return reply.ok({ statements, rss_mb: rss / 2 ** 20, heap_mb: heapUsed / 2 ** 20 })
  },
})

if (process.argv[2] === 'echo') {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      response.writeHead(200, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': body.length,
      })
      response.end(body)
    })
  })
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    console.log(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/v1`)
  })
} else {
  await start({
    surfaces: [
      surface({ name: 'bench', description: 'For measuring.', operations: [free, metered, limited, stats] }),
    ],
    prepare: async (db, gates) => {
      stores = [...new Set([db, gates])]
    },
  })
}

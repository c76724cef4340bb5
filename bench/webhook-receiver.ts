// The receiver of bench/webhooks.ts, in a process of its own. /hang never answers; every other path answers 204 and
// counts, and under /timed it keeps how long after the event's created_at the request came in.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

let count = 0
let delays: number[] = []

const server = createServer((request, response) => {
  if (request.url === '/hang') return void request.resume()
  const timed = request.url === '/timed'
  let body = ''
  request.on('data', (chunk) => {
    if (timed) body += chunk
  })
  request.on('end', () => {
    count++
    if (timed) {
      const created = /"created_at":"([^"]+)"/.exec(body)?.[1] ?? ''
      delays.push(Date.now() - Date.parse(created))
    }
    response.writeHead(204).end()
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
process.on('message', () => {
  process.send?.({ count, delays })
  delays = []
})
process.on('disconnect', () => process.exit(0))

import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ClientOptions, createClient, type Herald } from '../src/index.ts'

export type Reply = { status: number; body?: unknown; headers?: Record<string, string> } | 'hang' | 'reset'
export type Asked = { method: string; url: string; headers: IncomingHttpHeaders; body: string }

/** A service that answers as it is told, in order; the last answer is repeated. */
export async function startFake() {
  const asked: Asked[] = []
  let script: Reply[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      asked.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body })
      const reply = script.length > 1 ? script.shift() : script[0]
      if (reply === 'hang') return
      if (reply === undefined || reply === 'reset') return request.socket.destroy()
      const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body ?? {})
      response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers }).end(text)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  return {
    asked,
    url,
    /** A client on this server whose waits are written down instead of waited for. */
    client(replies: Reply[], options: ClientOptions = {}): { herald: Herald; waits: number[] } {
      script = [...replies]
      asked.length = 0
      const waits: number[] = []
      const sleep = async (ms: number) => {
        waits.push(ms)
      }
      return {
        herald: createClient({ apiKey: 'k', baseUrl: url, random: () => 0.5, sleep, ...options }),
        waits,
      }
    },
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

export function envelope(
  status: number,
  code: string,
  more: Record<string, unknown> = {},
): Exclude<Reply, string> {
  return {
    status,
    body: { error: { code, message: `this is ${code}`, ...more } },
    headers: { 'x-request-id': 'req-1' },
  }
}

import { connect, type Socket } from 'node:net'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'

/** One request, as bytes, sent over and over on a few connections, each waiting for its answer. */
export type Load = { port: number; request: string; connections: number; ms: number }
export type Measured = { requests: number; ms: number; status: number; p50_ms: number; p99_ms: number }
export type Loader = { run(load: Load): Promise<Measured>; close(): Promise<number> }

/** Runs the load on a thread of its own. It parses as little as it can, so that the server is what is measured. */
export function createLoader(): Loader {
  const worker = new Worker(new URL(import.meta.url))
  return {
    run: (load) =>
      new Promise((resolve, reject) => {
        worker.once('error', reject)
        worker.once('message', (measured: Measured) => {
          worker.off('error', reject)
          resolve(measured)
        })
        worker.postMessage(load)
      }),
    close: () => worker.terminate(),
  }
}

async function generate(load: Load): Promise<Measured> {
  const sockets = await Promise.all(Array.from({ length: load.connections }, () => open(load.port)))
  const request = Buffer.from(load.request)
  const waits: number[] = []
  let status = 0
  const from = performance.now()
  const until = from + load.ms
  await Promise.all(
    sockets.map(
      (socket) =>
        new Promise<void>((resolve, reject) => {
          let sentAt = performance.now()
          const answered = (got: number) => {
            const now = performance.now()
            status = got
            waits.push(now - sentAt)
            if (now >= until) {
              socket.destroy()
              resolve()
              return
            }
            sentAt = now
            socket.write(request)
          }
          readAnswers(socket, answered)
          socket.once('error', reject)
          socket.write(request)
        }),
    ),
  )
  const ms = performance.now() - from
  waits.sort((a, b) => a - b)
  const at = (share: number) => waits[Math.floor(waits.length * share)] ?? 0
  return { requests: waits.length, ms, status, p50_ms: at(0.5), p99_ms: at(0.99) }
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket.setNoDelay()))
    socket.once('error', reject)
  })
}

/** Calls back for each whole answer: headers, then as many bytes as they promise. */
function readAnswers(socket: Socket, answered: (status: number) => void): void {
  let missing = -1
  let status = 0
  let head: Buffer | null = null
  socket.on('data', (chunk: Buffer) => {
    if (missing < 0) {
      const seen = head === null ? chunk : Buffer.concat([head, chunk])
      const end = seen.indexOf('\r\n\r\n')
      if (end < 0) {
        head = seen
        return
      }
      const text = seen.toString('latin1', 0, end).toLowerCase()
      const length = text.indexOf('content-length: ')
      status = Number(text.slice(9, 12))
      missing =
        (length < 0 ? 0 : Number.parseInt(text.slice(length + 16, length + 26), 10)) - (seen.length - end - 4)
      head = null
    } else missing -= chunk.length
    if (missing > 0) return
    missing = -1
    answered(status)
  })
}

if (!isMainThread) {
  parentPort?.on('message', async (load: Load) => parentPort?.postMessage(await generate(load)))
}

import { connect, type Socket } from 'node:net'

/** One request, as bytes, sent again and again over a few connections, each waiting for its answer. */
export type Load = { port: number; request: string; connections: number; ms: number }
export type Measured = { requests: number; ms: number; status: number }

/** Sends until the time is up; the answers are read no further than their length. */
export async function generate(load: Load): Promise<Measured> {
  const sockets = await Promise.all(Array.from({ length: load.connections }, () => open(load.port)))
  const request = Buffer.from(load.request)
  let requests = 0
  let status = 0
  const from = performance.now()
  const until = from + load.ms
  await Promise.all(
    sockets.map(async (socket) => {
      const read = reader(socket)
      while (performance.now() < until) {
        socket.write(request)
        status = await read()
        requests++
      }
      socket.destroy()
    }),
  )
  return { requests, ms: performance.now() - from, status }
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket.setNoDelay()))
    socket.once('error', reject)
  })
}

/** Waits for one whole answer: headers, then as many bytes as they promise. */
function reader(socket: Socket): () => Promise<number> {
  let missing = -1
  let status = 0
  let head: Buffer = Buffer.alloc(0)
  let done: (status: number) => void = () => {}
  socket.on('data', (chunk: Buffer) => {
    if (missing < 0) {
      head = head.length === 0 ? chunk : Buffer.concat([head, chunk])
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      const text = head.toString('latin1', 0, end)
      status = Number(text.slice(9, 12))
      missing = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0) - (head.length - end - 4)
    } else missing -= chunk.length
    if (missing > 0) return
    missing = -1
    head = Buffer.alloc(0)
    done(status)
  })
  return () =>
    new Promise((resolve) => {
      done = resolve
    })
}

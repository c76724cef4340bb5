import { connect, type Socket } from 'node:net'

/** One connection, byte for byte: what a client library would hide is what some promises are about. */
export type Wire = {
  socket: Socket
  send(text: string): void
  /** Everything received so far. */
  received(): Buffer
  /** Waits for that many whole answers, or for the end of the connection. */
  answered(count: number): Promise<void>
  closed: Promise<void>
}

export async function openWire(url: string): Promise<Wire> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  // A reset is an end like any other here: what was received before it is what counts.
  socket.on('error', () => {})
  const received = () => Buffer.concat(chunks)
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  const whole = (count: number) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (answersIn(received()).whole.length < count) return
        socket.off('data', look)
        resolve()
      }
      socket.on('data', look)
      look()
    })
  return {
    socket,
    send: (text) => void socket.write(text),
    received,
    answered: (count) => Promise.race([whole(count), closed]),
    closed,
  }
}

export function requestText(route: string, key: string, body?: unknown): string {
  const [method, path] = route.split(' ')
  const text = body === undefined ? '' : JSON.stringify(body)
  const framing =
    body === undefined
      ? ''
      : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n`
  return `${method} /v1${path} HTTP/1.1\r\nHost: herald\r\nAuthorization: Bearer ${key}\r\n${framing}\r\n${text}`
}

export type WireAnswer = { status: number; body: Record<string, unknown> }

/** The whole answers among the bytes, and whatever is left of one that broke off. */
export function answersIn(bytes: Buffer): { whole: WireAnswer[]; broken: Buffer } {
  const whole: WireAnswer[] = []
  let rest = bytes
  for (;;) {
    const end = rest.indexOf('\r\n\r\n')
    const head = rest.toString('latin1', 0, Math.max(end, 0))
    const length = /^content-length: (\d+)/im.exec(head)?.[1]
    const until = end + 4 + Number(length)
    if (end < 0 || length === undefined || rest.length < until) return { whole, broken: rest }
    whole.push({
      status: Number(head.slice(9, 12)),
      body: JSON.parse(rest.toString('utf8', end + 4, until)),
    })
    rest = rest.subarray(until)
  }
}

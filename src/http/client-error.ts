import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { type ApiError, envelope, fail } from '../kernel/errors.ts'

/** What never became a request is answered on its bare connection, in the envelope all the same. */
export function refuseConnection(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  const refusal = refusalOf(error.code)
  const body = JSON.stringify(envelope(refusal))
  socket.end(
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}

function refusalOf(code: string | undefined): ApiError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return fail('bad_request', 'The request did not arrive in time.', { status: 408 })
  return fail('bad_request', 'The request is not valid HTTP, or its headers are too large.', {
    status: code === 'HPE_HEADER_OVERFLOW' ? 431 : 400,
  })
}

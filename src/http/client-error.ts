import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { type ApiError, envelope, fail } from '../kernel/errors.ts'
import { newRequestId } from '../kernel/ids.ts'
import { JSON_TYPE } from './exchange.ts'
import { requestIdOf } from './request-id.ts'

/** What never became a request is answered on its bare connection, in the envelope all the same. */
export function refuseConnection(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET' || isAnswering(socket)) return void socket.destroy()
  answerBare(socket, refusalOf(error.code), newRequestId())
}

/** Node hands CONNECT over as a bare connection, and without anybody to take it closes it without a word. */
export function refuseTunnel(request: IncomingMessage, socket: Duplex): void {
  socket.on('error', () => socket.destroy())
  answerBare(socket, fail('method_not_allowed', 'This is no proxy.'), requestIdOf(request))
}

/**
 * A whole request waits for its answer here, or part of an answer has left. What is wrong came after it, and a refusal
 * now would be read as the answer to it, or as part of that.
 */
function isAnswering(socket: Duplex): boolean {
  // Node's own handler goes by this field too: nothing public leads from a connection to its answer.
  const { _httpMessage: answer } = socket as { _httpMessage?: ServerResponse | null }
  return answer != null && (answer.headersSent || answer.req.complete)
}

function answerBare(socket: Duplex, refusal: ApiError, id: string): void {
  const body = JSON.stringify(envelope(refusal))
  socket.end(
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\nx-request-id: ${id}\r\nContent-Type: ${JSON_TYPE}\r\n` +
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

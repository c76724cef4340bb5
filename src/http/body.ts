import type { IncomingMessage } from 'node:http'
import { type ApiError, fail } from '../kernel/errors.ts'

type Done = (body: Buffer | ApiError | null) => void

/**
 * Reads a whole body, and no more of it than the limit. `done` hears once; a client that goes away in the middle is
 * nobody to answer, so then it hears nothing.
 */
export function receiveBody(request: IncomingMessage, limit: number, done: Done): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
  if (encoding === undefined && (length === undefined || length === '0')) done(null)
  else if (Number(length) > limit) done(tooLarge(limit))
  else collect(request, limit, done)
}

/** Nearly every body is one chunk, which is then passed on as it is. */
function collect(request: IncomingMessage, limit: number, done: Done): void {
  let first: Buffer | null = null
  let rest: Buffer[] | null = null
  let size = 0
  request.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > limit) {
      request.removeAllListeners('data').removeAllListeners('end')
      done(tooLarge(limit))
    } else if (first === null) first = chunk
    else if (rest === null) rest = [first, chunk]
    else rest.push(chunk)
  })
  request.on('end', () => done(rest === null ? first : Buffer.concat(rest)))
}

function tooLarge(limit: number): ApiError {
  return fail('payload_too_large', `The body is larger than ${limit} bytes.`)
}

import type { IncomingMessage } from 'node:http'
import { newRequestId } from '../kernel/ids.ts'

const ACCEPTABLE = /^[\x21-\x7e]{1,128}$/
const ids = new WeakMap<IncomingMessage, string>()

/** The caller's x-request-id where it is fit to be stored and echoed, else one of ours. The same on every ask. */
export function requestIdOf(request: IncomingMessage): string {
  let id = ids.get(request)
  if (id === undefined) {
    const given = request.headers['x-request-id']
    id = typeof given === 'string' && ACCEPTABLE.test(given) ? given : newRequestId()
    ids.set(request, id)
  }
  return id
}

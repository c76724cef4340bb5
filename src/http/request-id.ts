import type { IncomingHttpHeaders } from 'node:http'
import { newRequestId } from '../kernel/ids.ts'

const ACCEPTABLE = /^[\x21-\x7e]{1,128}$/

/** The caller's x-request-id where it is fit to be stored and echoed, else one of ours. */
export function requestIdOf({ headers }: { headers: IncomingHttpHeaders }): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && ACCEPTABLE.test(given) ? given : newRequestId()
}

import type { IncomingHttpHeaders } from 'node:http'
import { newRequestId } from '../kernel/ids.ts'

/** Nothing that would have to be escaped where it is written down. */
const ACCEPTABLE = /^[\x21\x23-\x5b\x5d-\x7e]{1,128}$/
/** A key or a secret that somebody put there by mistake. */
const SECRET = /(?:hk|[sr]k)_(?:live|test|sess)_|whsec_/

/** The caller's x-request-id where it is fit to be stored, logged and echoed as it is, else one of ours. */
export function requestIdOf({ headers }: { headers: IncomingHttpHeaders }): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && ACCEPTABLE.test(given) && !SECRET.test(given) ? given : newRequestId()
}

import { fail } from '../kernel/errors.ts'

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/

/**
 * A page may only reach the endpoint from this machine or from the service's own address. The request's Host is no
 * witness: a rebound name sends a matching one.
 */
export function refuseForeignOrigin(origin: string | undefined, publicUrl: string): void {
  if (origin === undefined) return
  const from = URL.parse(origin)
  if (from !== null && (LOOPBACK.test(from.hostname) || from.host === URL.parse(publicUrl)?.host)) return
  throw fail('forbidden', 'Pages of this origin may not use the MCP endpoint.', {
    fix_hint: 'Call it from a server or a local client. Set PUBLIC_URL to the address that browsers use.',
  })
}

import { fail } from '../kernel/errors.ts'

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/

/**
 * A page may only reach the endpoint from this machine, from the service's own address or from an origin that the
 * operator lets call the API. The request's Host is no witness: a rebound name sends a matching one.
 */
export function refuseForeignOrigin(
  origin: string | undefined,
  publicUrl: string,
  allowed: readonly string[],
): void {
  if (origin === undefined || allowed.includes(origin) || allowed.includes('*')) return
  const from = URL.parse(origin)
  if (from !== null && (LOOPBACK.test(from.hostname) || from.host === URL.parse(publicUrl)?.host)) return
  throw fail('forbidden', 'Pages of this origin may not use the MCP endpoint.', {
    fix_hint:
      'Call it from a server or a local client. The operator allows an origin with CORS_ORIGINS, and the service’s own with PUBLIC_URL.',
  })
}

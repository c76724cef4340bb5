/**
 * The guard for URLs that tenants supply. Two moments: what can be seen in the URL is checked when it is
 * registered and before every call; what a name resolves to is checked inside the connect itself.
 */
import dns from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

export interface TenantUrlPolicy {
  /** Opens loopback and plain http, for development and tests. Nothing else private opens. */
  allowPrivate?: boolean
}

export type TenantUrlCheck =
  | { ok: true; url: URL }
  | { ok: false; code: 'invalid_url' | 'blocked_address'; message: string }

export interface ResolvedAddress {
  address: string
  family: 4 | 6
}

/** All addresses of a name, from DNS or from a test. */
export type Resolve = (hostname: string) => Promise<ResolvedAddress[]>

/** Names that never lead to the public internet, so that registration can say so at once. */
const LOCAL_NAME =
  /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|home\.arpa|onion|test|invalid)$/

function refuse(code: 'invalid_url' | 'blocked_address', message: string): TenantUrlCheck {
  return { ok: false, code, message }
}

/**
 * All that IANA has given out of IPv6. The library calls everything unicast that no special range names,
 * among it the old IPv4-compatible form, so that ::7f00:1 (127.0.0.1) would pass without this.
 */
const IPV6_GLOBAL = ipaddr.IPv6.parseCIDR('2000::/3')

/** `process` turns IPv4-mapped IPv6 into the IPv4 it stands for, so that mapping hides nothing. */
export function isAllowedAddress(address: string, policy: TenantUrlPolicy = {}): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  const range = parsed.range()
  if (range === 'loopback') return policy.allowPrivate === true
  return range === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(IPV6_GLOBAL))
}

function isAllowedPort(url: URL, policy: TenantUrlPolicy): boolean {
  if (url.port === '') return true
  const port = Number(url.port)
  return port === 8443 || port >= 1024 || (policy.allowPrivate === true && port === 443)
}

/**
 * Works on the WHATWG-normalised URL, where 2130706433, 0x7f.1 and 0177.0.0.1 have all become 127.0.0.1.
 * This matters because a connect to an address literal never asks the resolver.
 */
export function checkTenantUrl(input: string | URL, policy: TenantUrlPolicy = {}): TenantUrlCheck {
  const url = typeof input === 'string' ? URL.parse(input) : input
  if (url === null) return refuse('invalid_url', 'The URL cannot be parsed.')
  const plainHttp = url.protocol === 'http:' && policy.allowPrivate === true
  if (url.protocol !== 'https:' && !plainHttp) return refuse('invalid_url', 'The URL must use https.')
  if (url.username !== '' || url.password !== '') {
    return refuse('invalid_url', 'The URL must not contain a user name or password.')
  }
  if (!isAllowedPort(url, policy)) {
    return refuse('blocked_address', 'The port must be 443, 8443 or at least 1024.')
  }
  const literal = url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname
  if (ipaddr.isValid(literal)) {
    if (isAllowedAddress(literal, policy)) return { ok: true, url }
    return refuse('blocked_address', 'The URL must point to a public address.')
  }
  const name = literal.replace(/\.$/, '')
  const local = !name.includes('.') || LOCAL_NAME.test(name)
  if (local && policy.allowPrivate !== true) {
    return refuse('blocked_address', 'The URL must point to a public host name.')
  }
  return { ok: true, url }
}

export const BLOCKED_ADDRESS = 'HERALD_BLOCKED_ADDRESS'

function errorWithCode(code: string, message: string): NodeJS.ErrnoException {
  return Object.assign(new Error(message), { code })
}

export const resolveWithSystem: Resolve = async (hostname) => {
  const found = await dns.promises.lookup(hostname, { all: true, verbatim: true })
  return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }))
}

/**
 * The lookup of the connect: the addresses it returns are the very ones it has checked, so nothing can be
 * rebound between check and connect. One private address among public ones refuses them all, since the
 * connect may pick any of them.
 */
export function createPinnedLookup(
  resolve: Resolve,
  policy: TenantUrlPolicy,
  cache_ms: number,
): LookupFunction {
  const cache = new Map<string, { found: ResolvedAddress[]; until: number }>()

  async function checked(hostname: string): Promise<ResolvedAddress[]> {
    const hit = cache.get(hostname)
    if (hit !== undefined && hit.until > performance.now()) return hit.found
    const found = await resolve(hostname)
    if (found.length === 0) throw errorWithCode('ENOTFOUND', 'the name has no address')
    if (!found.every(({ address }) => isAllowedAddress(address, policy))) {
      cache.delete(hostname)
      throw errorWithCode(BLOCKED_ADDRESS, 'the name resolves to an address that is not public')
    }
    if (cache.size >= 10_000) cache.clear()
    if (cache_ms > 0) cache.set(hostname, { found, until: performance.now() + cache_ms })
    return found
  }

  return (hostname, options, callback) => {
    checked(hostname).then(
      (found) => {
        const first = found[0]
        if (options.all === true) callback(null, found)
        else callback(null, first?.address ?? '', first?.family ?? 4)
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 4),
    )
  }
}

import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/** Says who sent a request, as far as the operator's own proxies can be believed. */
export type AddressReader = (request: IncomingMessage) => string

/**
 * How many load balancers stand in front, or which addresses they have. Every hop adds the address it was called
 * from to the end of X-Forwarded-For, so what a client wrote there itself lies behind the last hop we believe.
 */
export function readAddresses(proxies: number | readonly string[]): AddressReader {
  if (proxies === 0) return remoteOf
  const trusts = typeof proxies === 'number' ? (_: string, hop: number) => hop < proxies : among(proxies)
  return (request) => {
    const hops = [remoteOf(request), ...forwardedBy(request)]
    let client = hops[0] as string
    for (const [hop, address] of hops.entries()) {
      if (isIP(address) === 0) break
      client = address
      if (!trusts(address, hop)) break
    }
    return client
  }
}

function remoteOf({ socket }: IncomingMessage): string {
  return plain(socket.remoteAddress ?? '')
}

function forwardedBy({ headers }: IncomingMessage): string[] {
  const sent = headers['x-forwarded-for']
  const listed = Array.isArray(sent) ? sent.join(',') : (sent ?? '')
  return listed
    .split(',')
    .map((address) => plain(withoutPort(address.trim())))
    .toReversed()
}

/** Some load balancers write the client's port too: 1.2.3.4:567, [2001:db8::1]:567. */
function withoutPort(address: string): string {
  return /^([\d.]+):\d+$/.exec(address)?.[1] ?? /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1] ?? address
}

/** An IPv4 address that came over an IPv6 socket is still that address. */
function plain(address: string): string {
  return address.startsWith('::ffff:') && isIP(address.slice(7)) === 4 ? address.slice(7) : address
}

function among(proxies: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/')
    const family = familyOf(address)
    if (family === null) throw new Error(`TRUST_PROXY: ${proxy} is neither an address nor a range`)
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return (address) => list.check(address, familyOf(address) ?? 'ipv4')
}

function familyOf(address: string): 'ipv4' | 'ipv6' | null {
  const version = isIP(address)
  return version === 0 ? null : version === 4 ? 'ipv4' : 'ipv6'
}

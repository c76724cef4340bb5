import { domainToASCII, domainToUnicode } from 'node:url'
import { z } from 'zod'

const LABELS = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/

/** Names that no public website can ever have: local networks, what is reserved, and other networks' own. */
const NEVER_PUBLIC = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|arpa|onion|alt|invalid)$/

/** A label that claims to be encoded and decodes to nothing cannot be registered anywhere. */
function hasBrokenLabel(ascii: string): boolean {
  return ascii
    .split('.')
    .some((label) => label.startsWith('xn--') && domainToUnicode(label).startsWith('xn--'))
}

/** What is wrong with a text that should be a bare domain; null when nothing is. */
function issueOf(text: string): string | null {
  if (/\s/.test(text)) return 'must not contain spaces'
  if (text.includes('://')) return 'must be without protocol, such as example.com'
  if (/[/?#\\]/.test(text)) return 'must be without a path, such as example.com'
  if (/[%*]/.test(text)) return 'must be written out, without escapes or wildcards'
  if (/[@:]/.test(text)) return 'must be a bare domain without user or port, such as example.com'
  const ascii = asciiDomain(text)
  if (!LABELS.test(ascii) || hasBrokenLabel(ascii)) return 'is not a domain such as example.com'
  return NEVER_PUBLIC.test(ascii) ? 'cannot be a public website' : null
}

/** Lower case, punycode, without a trailing dot: one spelling for one domain. */
export function asciiDomain(text: string): string {
  return domainToASCII(text.toLowerCase().replace(/\.$/, ''))
}

/** A domain as people write it, read into its one spelling. */
export const Domain = z
  .string()
  .min(1)
  .max(253)
  .transform((text, ctx) => {
    const issue = issueOf(text)
    if (issue === null) return asciiDomain(text)
    ctx.addIssue(issue)
    return z.NEVER
  })
  .describe('Without protocol, such as example.com. Subdomains count as the domain.')

/** www.com is a name of its own: without its www it would be every .com there is. */
function withoutWww(domain: string): string {
  return domain.replace(/^www\.(?=.+\.)/, '')
}

/** Whether a host is the domain or below it: www.acme.com and blog.acme.com are acme.com, notacme.com is not. */
export function belongsTo(host: string, domain: string): boolean {
  const own = withoutWww(asciiDomain(domain))
  const given = asciiDomain(host)
  return own !== '' && (given === own || given.endsWith(`.${own}`))
}

export function urlBelongsTo(url: string, domain: string): boolean {
  const host = URL.parse(url)?.hostname
  return host !== undefined && belongsTo(host, domain)
}

/** Web servers answer on their own ports or on high ones; the rest of the low ones are other services. */
function isWebPort(port: string): boolean {
  return port === '' || port === '80' || port === '443' || Number(port) >= 1024
}

function isPublicPage(address: string): boolean {
  const url = URL.parse(address)
  if (url === null || url.username !== '' || url.password !== '') return false
  return isWebPort(url.port) && issueOf(url.hostname) === null
}

/** The full address of a page that anybody could open. */
export const PageUrl = z
  .url({ protocol: /^https?$/ })
  .max(2_000)
  .refine(isPublicPage, 'must be the address of a page on a public website')

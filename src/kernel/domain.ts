import { domainToASCII } from 'node:url'
import { z } from 'zod'

const LABELS = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/

/** What is wrong with a text that should be a bare domain; null when nothing is. */
function issueOf(text: string): string | null {
  if (/\s/.test(text)) return 'must not contain spaces'
  if (text.includes('://')) return 'must be without protocol, such as example.com'
  if (/[/?#\\]/.test(text)) return 'must be without a path, such as example.com'
  if (/[@:]/.test(text)) return 'must be a bare domain without user or port, such as example.com'
  return LABELS.test(asciiDomain(text)) ? null : 'is not a domain such as example.com'
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

/** Whether a host is the domain or below it: www.acme.com and blog.acme.com are acme.com, notacme.com is not. */
export function belongsTo(host: string, domain: string): boolean {
  const own = asciiDomain(domain).replace(/^www\./, '')
  const given = asciiDomain(host)
  return own !== '' && (given === own || given.endsWith(`.${own}`))
}

export function urlBelongsTo(url: string, domain: string): boolean {
  const host = URL.parse(url)?.hostname
  return host !== undefined && belongsTo(host, domain)
}

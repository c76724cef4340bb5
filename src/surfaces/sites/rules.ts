import type { Outcome } from '../../providers/contract.ts'
import type { SiteLookup } from '../../providers/site-lookup.ts'

export const METHODS = ['dns_txt', 'html_file', 'meta_tag'] as const
export type Method = (typeof METHODS)[number]

const NAME = 'herald-site-verification'
const FILE = `/.well-known/${NAME}.txt`

/** Far more than anybody runs, and few enough to list. */
export const MAX_SITES = 1_000

type Proved = { domain: string; token: string }

/** What the owner has to publish, one of it. */
export function instructionsFor({ domain, token }: Proved) {
  return {
    dns_txt: { type: 'TXT' as const, name: `_herald.${domain}`, value: `${NAME}=${token}` },
    html_file: { url: `https://${domain}${FILE}`, content: token },
    meta_tag: { url: `https://${domain}/`, html: `<meta name="${NAME}" content="${token}">` },
  }
}

export type Verdict =
  | { proved: true }
  /** transient: nothing was learned about the proof, so what was known before still stands. */
  | { proved: false; transient: boolean; error: string }

const missing = (error: string): Verdict => ({ proved: false, transient: false, error })

export function verifySite(lookup: SiteLookup, method: Method, site: Proved): Promise<Verdict> {
  return VERIFIERS[method](lookup, site)
}

const VERIFIERS: Record<Method, (lookup: SiteLookup, site: Proved) => Promise<Verdict>> = {
  async dns_txt(lookup, site) {
    const { name, value } = instructionsFor(site).dns_txt
    const found = await lookup.txt(name, value)
    if (!found.ok) return unreachable(found)
    if (found.value.some((record) => record.trim() === value)) return { proved: true }
    return missing(
      found.value.length === 0
        ? `There is no TXT record at ${name}.`
        : `No TXT record at ${name} is ${value}.`,
    )
  },
  async html_file(lookup, site) {
    const { url, content } = instructionsFor(site).html_file
    const page = await lookup.page(site.domain, FILE, content)
    if (!page.ok) return unreachable(page)
    if (page.value.status !== 200) return missing(`${url} answered ${page.value.status}.`)
    // The whole file, so that an error page which repeats what it was asked proves nothing.
    return page.value.text.trim() === content
      ? { proved: true }
      : missing(`${url} does not hold the token alone.`)
  },
  async meta_tag(lookup, site) {
    const { url } = instructionsFor(site).meta_tag
    const page = await lookup.page(site.domain, '/', site.token)
    if (!page.ok) return unreachable(page)
    if (page.value.status !== 200) return missing(`${url} answered ${page.value.status}.`)
    return hasMetaTag(page.value.text, site.token)
      ? { proved: true }
      : missing(`The head of ${url} has no meta tag ${NAME} with the token.`)
  },
}

function unreachable(failure: Exclude<Outcome<unknown>, { ok: true }>): Verdict {
  const transient = failure.verdict === 'retry_later' || failure.verdict === 'unknown'
  return { proved: false, transient, error: failure.message }
}

/** In the head only: below it may be what visitors wrote. A tag ends at the next sign of one, so that no page is read twice. */
export function hasMetaTag(html: string, token: string): boolean {
  const head = html.replace(/<!--[\s\S]*?(?:-->|$)/g, '').split(/<body[\s>]|<\/head>/i, 1)[0] ?? ''
  for (const [tag] of head.matchAll(/<meta\s[^<>]*>/gi)) {
    if (attribute(tag, 'name')?.toLowerCase() === NAME && attribute(tag, 'content') === token) return true
  }
  return false
}

function attribute(tag: string, name: string): string | undefined {
  const [, double, single, bare] =
    new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(tag) ?? []
  return double ?? single ?? bare
}

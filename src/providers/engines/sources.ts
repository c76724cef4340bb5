/** URLs as the engines give them, made comparable: domains, and lists without repeats. */
import type { Citation, Source } from '../contract.ts'

export interface RawSource {
  url: string
  title?: string | null | undefined
  /** Where the engine's URL is a redirect and the domain is known from elsewhere. */
  domain?: string | undefined
}

const TRACKING = /^(?:utm_[a-z]+|gclid|fbclid|msclkid|srsltid|ved)$/

const DOMAIN = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/

/** The URL without what engines and trackers add to it; null when it is no web address. */
export function normaliseUrl(url: string): URL | null {
  const parsed = URL.parse(url)
  if (parsed === null || (parsed.protocol !== 'https:' && parsed.protocol !== 'http:')) return null
  for (const name of [...parsed.searchParams.keys()]) {
    if (TRACKING.test(name.toLowerCase())) parsed.searchParams.delete(name)
  }
  parsed.hash = ''
  return parsed
}

function bareHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/\.$/, '')
}

/** A title that is itself a domain, such as "acme.com", and nothing else. */
export function domainFromTitle(title: string | null | undefined): string | undefined {
  const host = bareHost(title?.trim() ?? '')
  return DOMAIN.test(host) ? host : undefined
}

/** In order of first appearance, each page once; the URL stays as the engine gave it. */
export function toSources(raw: readonly RawSource[]): Source[] {
  const seen = new Set<string>()
  const out: Source[] = []
  for (const { url, title, domain } of raw) {
    const parsed = normaliseUrl(url)
    if (parsed === null || seen.has(parsed.href)) continue
    seen.add(parsed.href)
    out.push({ url, domain: domain ?? bareHost(parsed.hostname), title: title?.trim() || null })
  }
  return out
}

export function toCitations(raw: readonly RawSource[]): Citation[] {
  return toSources(raw).map((source, index) => ({ ...source, position: index + 1 }))
}

/** Non-empty texts, each once, in order. */
export function distinct(texts: readonly (string | null | undefined)[]): string[] {
  return [...new Set(texts.map((text) => text?.trim() ?? '').filter((text) => text !== ''))]
}

import type { Fix } from './fixes.ts'
import { buildJsonLd } from './jsonld.ts'
import { renderLlmsTxt } from './llms-txt-format.ts'
import type { Gap, PromptGap, StoredAnswer } from './stats/index.ts'
import { belongsTo } from './stats/observations.ts'
import type { ScanRow } from './store.ts'

const MOST_PAGES = 20

export function homeOf({ brand }: ScanRow): string | null {
  const [domain] = brand.domains
  return domain === undefined ? null : `https://${domain}/`
}

/** Own pages that engines cited or read, the most often met first. */
function ownPages(scan: ScanRow, answers: readonly StoredAnswer[]): string[] {
  const met = new Map<string, number>()
  for (const { citations, retrieved } of answers)
    for (const { url } of [...citations, ...(retrieved ?? [])]) {
      const page = ownPage(scan, url)
      if (page !== null) met.set(page, (met.get(page) ?? 0) + 1)
    }
  return [...met].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([page]) => page)
}

/** The own page that engines met most for a question; null when none was. */
export function pageFor(scan: ScanRow, gap: PromptGap, answers: readonly StoredAnswer[]): string | null {
  const [page = null] = ownPages(
    scan,
    answers.filter(({ query }) => query === gap.query),
  )
  return page
}

/** Who the brand is, from what the scan was told: this is what an engine that cites without naming lacks. */
export function jsonLdFor({ brand }: ScanRow): string {
  const [domain] = brand.domains
  const { jsonld } = buildJsonLd('Organization', {
    name: brand.name,
    ...(domain === undefined ? {} : { url: `https://${domain}/` }),
    ...(brand.aliases.length === 0 ? {} : { alternateName: brand.aliases }),
  })
  return JSON.stringify(jsonld)
}

/** Marks that engines and campaigns add to links: they name no other page. */
const TRACKING = /^(?:utm_.*|gclid|fbclid|msclkid|srsltid)$/i

/** An own page as it was met, without marks. Some engines link through an address of their own, which is none of ours. */
function ownAddress({ brand }: ScanRow, address: string): URL | null {
  const url = URL.parse(address)
  if (url === null || !belongsTo(url.hostname, brand.domains)) return null
  for (const name of [...url.searchParams.keys()]) if (TRACKING.test(name)) url.searchParams.delete(name)
  url.hash = ''
  return url
}

/** What stays the same however one page is written. Its query counts: /product?id=1 and ?id=2 are two pages. */
function pageOf(url: URL): string {
  return `https://${url.hostname.replace(/^www\./, '')}${url.pathname.replace(/\/$/, '')}${url.search}`
}

function ownPage(scan: ScanRow, address: string): string | null {
  const url = ownAddress(scan, address)
  return url === null ? null : pageOf(url)
}

/**
 * One own page that engines cite under several addresses: its votes are split until it says which one counts. That is
 * the one they know best.
 */
export function canonicalFixes(scan: ScanRow, answers: readonly StoredAnswer[]): Fix[] {
  const pages = new Map<string, Map<string, number>>()
  for (const { url } of answers.flatMap((answer) => answer.citations)) {
    const address = ownAddress(scan, url)
    if (address === null) continue
    const met = pages.get(pageOf(address)) ?? new Map<string, number>()
    pages.set(pageOf(address), met.set(address.href, (met.get(address.href) ?? 0) + 1))
  }
  return [...pages.values()]
    .map((met) => [...met].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([address]) => address))
    .flatMap((variants): Fix[] => {
      const [value = ''] = variants
      if (variants.length < 2) return []
      const why = `Engines cite this page under ${variants.length} addresses: ${variants.slice(0, 3).join(', ')}.`
      return [{ url: value, new_page: false, type: 'canonical', value, why, gap: null }]
    })
}

/** One llms.txt for the whole site, from the facts and the own pages that engines have met. */
export function llmsTxtFixes(
  scan: ScanRow,
  gaps: readonly Gap[],
  answers: readonly StoredAnswer[],
  facts: readonly string[],
): Fix[] {
  const home = homeOf(scan)
  const missed = new Set(gaps.flatMap((gap) => (gap.kind === 'source' ? [] : [gap.query])))
  const pages = ownPages(scan, answers).filter((page) => /^https:\/\/[^\s()]+$/.test(page))
  if (home === null || missed.size === 0 || facts.length + pages.length === 0) return []
  const links = pages.slice(0, MOST_PAGES).map((url) => ({ name: url.replace('https://', ''), url }))
  const [summary = null, ...details] = facts
  const sections = links.length === 0 ? [] : [{ title: 'Pages', links }]
  return [
    {
      url: `${home}llms.txt`,
      new_page: false,
      type: 'llms_txt',
      value: renderLlmsTxt({ name: scan.brand.name, summary, details, sections }),
      why: `Competitors are named or cited for ${missed.size} of your questions and you are not. Few engines read llms.txt today, so expect little of it alone.`,
      gap: null,
    },
  ]
}

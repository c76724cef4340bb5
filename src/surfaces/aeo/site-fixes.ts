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

/** Its address without variations. Some engines link through an address of their own, which is no page of ours. */
function ownPage({ brand }: ScanRow, address: string): string | null {
  const url = URL.parse(address)
  if (url === null || !belongsTo(url.hostname, brand.domains)) return null
  return `https://${url.hostname.replace(/^www\./, '')}${url.pathname.replace(/\/$/, '')}`
}

/** One own page that engines cite under several addresses: its votes are split until it says which one counts. */
export function canonicalFixes(scan: ScanRow, answers: readonly StoredAnswer[]): Fix[] {
  const pages = new Map<string, Set<string>>()
  for (const { url } of answers.flatMap((answer) => answer.citations)) {
    const page = ownPage(scan, url)
    // Marks that an engine adds to its links are no second address of ours.
    const address = url.replace(/[?&]utm_[^&#]*/g, '').replace(/#.*$/, '')
    if (page !== null) pages.set(page, (pages.get(page) ?? new Set()).add(address))
  }
  return [...pages]
    .filter(([, variants]) => variants.size > 1)
    .map(([page, variants]) => ({
      url: page,
      new_page: false,
      type: 'canonical' as const,
      value: page,
      why: `Engines cite this page under ${variants.size} addresses: ${[...variants].sort().slice(0, 3).join(', ')}.`,
      gap: null,
    }))
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

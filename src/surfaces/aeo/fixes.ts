import { z } from 'zod'
import { inventedIn } from './fact-check.ts'
import { buildJsonLd } from './jsonld.ts'
import { detectorFor, type Gap, type PromptGap, type SourceGap, type StoredAnswer } from './stats/index.ts'
import { belongsTo } from './stats/observations.ts'
import type { ScanRow } from './store.ts'

export type FixType = 'title' | 'meta_description' | 'jsonld' | 'canonical'
export type Fix = { url: string | null; type: FixType; value: string; why: string; gap: Gap | null }

const LIMITS = { title: 60, meta_description: 155 } as const
type Worded = keyof typeof LIMITS

/** What to word or build for a gap, by how far our own pages got. */
const TYPES: Record<PromptGap['opportunity']['inputs']['fix'], FixType[]> = {
  create: ['title', 'meta_description'],
  add_schema: ['jsonld'],
  expand: ['meta_description'],
  refresh: ['title'],
}

export type Proposal = { key: string; type: FixType; gap: PromptGap }

/** One page answers a question on every platform, so each question is worth its best gap, and that once. */
export function proposalsFor(gaps: readonly Gap[], limit: number): Proposal[] {
  const best = new Map<string, PromptGap>()
  for (const gap of gaps) if (gap.kind !== 'source' && !best.has(gap.query)) best.set(gap.query, gap)
  return [...best.values()]
    .flatMap((gap, i) =>
      TYPES[gap.opportunity.inputs.fix].map((type) => ({ key: `fix_${i + 1}_${type}`, type, gap })),
    )
    .slice(0, limit)
}

const isWorded = (type: FixType): type is Worded => type === 'title' || type === 'meta_description'

export const FIX_INSTRUCTIONS = `You write titles and meta descriptions for web pages of the customer. Each entry of data.wanted \
names a buyer's question, the kind of text and its longest length. Answer each under its key. Speak to that question, name \
data.brand, and claim only what data.facts states. Name no other company.`

/** What the model is asked for: one text for each proposal that needs words, under its own key. */
export function wordingTask(scan: ScanRow, proposals: readonly Proposal[], facts: readonly string[]) {
  const wanted = proposals.filter((proposal) => isWorded(proposal.type))
  if (wanted.length === 0) return null
  const shape = wanted.map(({ key, type }) => [
    key,
    z
      .string()
      .trim()
      .min(1)
      .max(LIMITS[type as Worded]),
  ])
  return {
    data: {
      brand: scan.brand.name,
      facts,
      language: scan.language ?? 'en',
      wanted: wanted.map(({ key, type, gap }) => ({
        key,
        kind: type,
        question: gap.query,
        longest: LIMITS[type as Worded],
      })),
    },
    answer: z.object(Object.fromEntries(shape)) as z.ZodType<Record<string, string>>,
  }
}

/** True whatever the brand does: the question, and who answers it. */
function plainTitle(query: string, brand: string): string | null {
  const title = `${query.charAt(0).toUpperCase()}${query.slice(1)} | ${brand}`
  return title.length <= LIMITS.title ? title : null
}

const whyOf = ({ gap }: Proposal) => {
  const verb = gap.kind === 'mention' ? 'named' : 'cited'
  const lasting = gap.persistent ? `, for ${gap.scans} scans in a row` : ''
  return `${gap.competitors.join(', ')} ${gap.competitors.length === 1 ? 'is' : 'are'} ${verb} for this question on ${gap.platform} and you are not${lasting}.`
}

/** The proposals with their values. What a text invented is left out, and said. */
export function finishFixes(
  scan: ScanRow,
  proposals: readonly Proposal[],
  texts: Readonly<Record<string, string>>,
  options: { url: string | null; facts: readonly string[] },
): { fixes: Fix[]; warnings: string[] } {
  const { brand, competitors } = scan
  const detector = detectorFor(scan)
  const rivals = new Set(competitors.map(({ name }) => name))
  const warnings: string[] = []
  const valueFor = ({ key, type, gap }: Proposal): string | null => {
    if (type === 'jsonld') return jsonLdFor(scan)
    const text = texts[key] ?? ''
    const known = [brand.name, ...brand.aliases, ...brand.domains, gap.query, ...options.facts]
    const named = [...detector.contains(text)].filter((name) => rivals.has(name) && !known.includes(name))
    const wrong = [...inventedIn(text, known), ...named]
    if (text !== '' && wrong.length === 0) return text
    warnings.push(
      `A ${type} for “${gap.query}” said what the facts do not and was left out: ${wrong.join(', ')}.`,
    )
    return type === 'title' ? plainTitle(gap.query, brand.name) : null
  }
  const fixes = proposals.flatMap((proposal): Fix[] => {
    const value = valueFor(proposal)
    if (value === null) return []
    return [{ url: options.url, type: proposal.type, value, why: whyOf(proposal), gap: proposal.gap }]
  })
  return { fixes, warnings }
}

/** Who the brand is, from what the scan was told: this is what an engine that cites without naming lacks. */
function jsonLdFor({ brand }: ScanRow): string {
  const [domain] = brand.domains
  const { jsonld } = buildJsonLd('Organization', {
    name: brand.name,
    ...(domain === undefined ? {} : { url: `https://${domain}/` }),
    ...(brand.aliases.length === 0 ? {} : { alternateName: brand.aliases }),
  })
  return JSON.stringify(jsonld)
}

function withoutVariation(address: string): string | null {
  const url = URL.parse(address)
  if (url === null) return null
  return `https://${url.hostname.replace(/^www\./, '')}${url.pathname.replace(/\/$/, '')}`
}

/** One own page that engines cite under several addresses: its votes are split until it says which one counts. */
export function canonicalFixes(scan: ScanRow, answers: readonly StoredAnswer[]): Fix[] {
  const pages = new Map<string, Set<string>>()
  for (const { url, domain } of answers.flatMap((answer) => answer.citations)) {
    const page = belongsTo(domain, scan.brand.domains) ? withoutVariation(url) : null
    // Marks that an engine adds to its links are no second address of ours.
    const address = url.replace(/[?&]utm_[^&#]*/g, '').replace(/#.*$/, '')
    if (page !== null) pages.set(page, (pages.get(page) ?? new Set()).add(address))
  }
  return [...pages]
    .filter(([, variants]) => variants.size > 1)
    .map(([page, variants]) => ({
      url: page,
      type: 'canonical' as const,
      value: page,
      why: `Engines cite this page under ${variants.size} addresses: ${[...variants].sort().slice(0, 3).join(', ')}.`,
      gap: null,
    }))
}

/** What no page of ours can fix: sources that name competitors and never us. */
export const outreachFor = (gaps: readonly Gap[], limit: number): SourceGap[] =>
  gaps.filter((gap) => gap.kind === 'source').slice(0, limit)

import { z } from 'zod'
import { inventedIn } from '../../agents/fact-check.ts'
import { slug } from '../../agents/fields.ts'
import { homeOf, jsonLdFor, pageFor } from './site-fixes.ts'
import { detectorFor, type Gap, type PromptGap, type SourceGap, type StoredAnswer } from './stats/index.ts'
import type { ScanRow } from './store.ts'

export type FixType = 'title' | 'meta_description' | 'jsonld' | 'canonical' | 'llms_txt'
export type Fix = {
  url: string | null
  new_page: boolean
  type: FixType
  value: string
  why: string
  gap: Gap | null
}

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
names a buyer's question, what is missing in the answers to it, the page it is for, the kind of text and its longest \
length. Answer each under its key. Use the words of that question, name data.brand, and claim only what data.facts states, in \
words that the question or the facts contain. Name no other company.`

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
        missing: gap.kind === 'mention' ? 'the brand is not named' : 'no page of the brand is cited',
        page: gap.opportunity.inputs.fix === 'create' ? 'a new page' : 'a page that exists',
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

/** The facts as they were given, as many as fit. */
function plainDescription(query: string, brand: string, facts: readonly string[]): string | null {
  let text = `${query.charAt(0).toUpperCase()}${query.slice(1)}: ${brand}.`
  let used = 0
  for (const fact of facts) {
    const longer = `${text} ${fact}${/[.!?]$/.test(fact) ? '' : '.'}`
    if (longer.length > LIMITS.meta_description) continue
    text = longer
    used += 1
  }
  return used > 0 && text.length <= LIMITS.meta_description ? text : null
}

const whyOf = ({ gap }: Proposal, newPage: boolean) => {
  const verb = gap.kind === 'mention' ? 'named' : 'cited'
  const lasting = gap.persistent ? `, for ${gap.scans} scans in a row` : ''
  const page = newPage ? ' No page of yours was read for it: this is for a new one.' : ''
  return `${gap.competitors.join(', ')} ${gap.competitors.length === 1 ? 'is' : 'are'} ${verb} for this question on ${gap.platform} and you are not${lasting}.${page}`
}

type Given = { url: string | null; facts: readonly string[]; answers: readonly StoredAnswer[] }

/** Where a fix belongs: the page that was given, the one that engines read for the question, or a new one. */
function placeFor(
  scan: ScanRow,
  { type, gap }: Proposal,
  { url, answers }: Given,
): { url: string | null; new_page: boolean } {
  if (url !== null) return { url, new_page: false }
  const home = homeOf(scan)
  if (type === 'jsonld') return { url: pageFor(scan, gap, answers) ?? home, new_page: false }
  const page = gap.opportunity.inputs.fix === 'create' ? null : pageFor(scan, gap, answers)
  if (page !== null) return { url: page, new_page: false }
  return { url: home === null ? null : `${home}${slug(gap.query)}`, new_page: true }
}

/** What is wrong with a text for a gap: words that nobody gave, a rival's name, or not a word of the question. */
function faultsOf(
  text: string,
  { gap }: Proposal,
  known: readonly string[],
  rivals: readonly string[],
): string[] {
  const asked = inventedIn(gap.query, [])
  const untouched = inventedIn(gap.query, [text]).length === asked.length && asked.length > 0
  return [
    ...inventedIn(text, known),
    ...rivals.filter((name) => !known.includes(name)),
    ...(untouched ? ['nothing of the question'] : []),
  ]
}

/** The proposals with their values. What a text invented is replaced by the plain facts, or left out, and said. */
export function finishFixes(
  scan: ScanRow,
  proposals: readonly Proposal[],
  texts: Readonly<Record<string, string>>,
  given: Given,
): { fixes: Fix[]; warnings: string[] } {
  const { brand, competitors } = scan
  const detector = detectorFor(scan)
  const rivals = new Set(competitors.map(({ name }) => name))
  const warnings: string[] = []
  const valueFor = (proposal: Proposal): string | null => {
    const { key, type, gap } = proposal
    if (type === 'jsonld') return jsonLdFor(scan)
    const text = texts[key] ?? ''
    const known = [brand.name, ...brand.aliases, ...brand.domains, gap.query, ...given.facts]
    const named = [...detector.contains(text)].filter((name) => rivals.has(name))
    const wrong = faultsOf(text, proposal, known, named)
    if (text !== '' && wrong.length === 0) return text
    const plain =
      type === 'title'
        ? plainTitle(gap.query, brand.name)
        : plainDescription(gap.query, brand.name, given.facts)
    const instead = plain === null ? 'was left out' : 'was replaced by what is known'
    const said = wrong.slice(0, 20).join(', ')
    warnings.push(`A ${type} for “${gap.query}” said what the facts do not and ${instead}: ${said}.`)
    return plain
  }
  const fixes = proposals.flatMap((proposal): Fix[] => {
    const value = valueFor(proposal)
    if (value === null) return []
    const place = placeFor(scan, proposal, given)
    return [{ ...place, type: proposal.type, value, why: whyOf(proposal, place.new_page), gap: proposal.gap }]
  })
  return { fixes, warnings }
}

/** What no page of ours can fix: sources that name competitors and never us. */
export const outreachFor = (gaps: readonly Gap[], limit: number): SourceGap[] =>
  gaps.filter((gap) => gap.kind === 'source').slice(0, limit)

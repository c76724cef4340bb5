import { sentences, wordCount } from '../detect/sentences.ts'
import type { Brand, Competitor, DetectedAnswer, Outcome } from './types.ts'

export interface Tracked {
  brand: Brand
  competitors: readonly Competitor[]
}

/** What one answer that came back says about the brand: every metric is a sum of these. */
export interface Observation {
  answer: DetectedAnswer
  /** Its question on its platform, made once: every rate groups by it. */
  cell: string
  named: boolean
  cited: boolean
  outcome: Outcome
  ownMentions: number
  allMentions: number
  /** Undecided places of the brand's name, and of the others'. */
  ownUndecided: number
  rivalsUndecided: number
  position: number | null
  prominence: number
  /** Competitors named, and competitors whose domain is cited. */
  rivalsNamed: Set<string>
  rivalsCited: Set<string>
}

const hosts = new Map<string, string>()

/** A host as it is compared: no scheme, path, port, www or closing dot. The same few come again and again. */
export function bareHost(domain: string): string {
  const known = hosts.get(domain)
  if (known !== undefined) return known
  const bare = domain
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, '')
    .replace(/[/:?#].*$/, '')
    .replace(/^www\./, '')
    .replace(/\.$/, '')
  // Bounded: the keys come from other people's answers.
  if (hosts.size > 20_000) hosts.clear()
  hosts.set(domain, bare)
  return bare
}

/** Whether a host is one of the domains or lies under it. Both sides bare. */
export const isUnder = (host: string, domains: readonly string[]) =>
  domains.some((d) => d !== '' && (host === d || host.endsWith(`.${d}`)))

export const belongsTo = (host: string, domains: readonly string[] = []) =>
  isUnder(bareHost(host), domains.map(bareHost))

const outcomeOf = (named: boolean, cited: boolean): Outcome => {
  if (named) return cited ? 'named_and_cited' : 'named_only'
  return cited ? 'cited_only' : 'neither'
}

/**
 * Position-adjusted word count of the GEO paper (arXiv 2311.09735): the share of the answer's words in sentences that
 * name the brand, later sentences weighing less. Code points lead back to sentences, as mentions count code points.
 */
export function prominenceOf(text: string, starts: readonly number[]): number {
  if (starts.length === 0) return 0
  const all = sentences(text)
  const units = toUnits(text, starts)
  let total = 0
  let own = 0
  all.forEach((s, position) => {
    const words = wordCount(text.slice(s.start, s.end))
    total += words
    if (units.some((u) => u >= s.start && u < s.end)) own += words * Math.exp(-position / all.length)
  })
  return total === 0 ? 0 : own / total
}

const SURROGATE = /[\ud800-\udbff]/

function toUnits(text: string, points: readonly number[]): number[] {
  if (!SURROGATE.test(text)) return [...points]
  const wanted = new Set(points)
  const units: number[] = []
  let point = 0
  let unit = 0
  for (const char of text) {
    if (wanted.has(point)) units.push(unit)
    point += 1
    unit += char.length
  }
  return units
}

export function observe(answer: DetectedAnswer, { brand, competitors }: Tracked): Observation {
  const own = answer.mentions.filter((m) => m.entity === brand.name)
  const ownOpen = answer.undecided.filter((u) => u.entity === brand.name).length
  const hosts = answer.citations.map((c) => bareHost(c.domain))
  const cites = (domains: readonly string[] = []) => {
    const bare = domains.map(bareHost)
    return hosts.some((h) => isUnder(h, bare))
  }
  const cited = cites(brand.domains)
  const names = new Set(answer.mentions.map((m) => m.entity))
  return {
    answer,
    cell: `${answer.platform}\u0000${answer.query}`,
    named: own.length > 0,
    cited,
    outcome: outcomeOf(own.length > 0, cited),
    ownMentions: own.length,
    allMentions: answer.mentions.length,
    ownUndecided: ownOpen,
    rivalsUndecided: answer.undecided.length - ownOpen,
    position: own[0]?.position ?? null,
    prominence: prominenceOf(
      answer.text,
      own.map((m) => m.start),
    ),
    rivalsNamed: new Set(competitors.map((c) => c.name).filter((n) => names.has(n))),
    rivalsCited: new Set(competitors.filter((c) => cites(c.domains)).map((c) => c.name)),
  }
}

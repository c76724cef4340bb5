import { bareHost, isUnder, type Observation, type Tracked } from './observations.ts'
import { type Opportunity, opportunity, proposedFix } from './opportunity.ts'
import { sourceType } from './sources.ts'
import type { SourceType } from './types.ts'

export interface PromptGap {
  kind: 'mention' | 'citation'
  query: string
  platform: string
  competitors: string[]
  /** Answers that came back for this query on this platform, and those with a competitor in them. */
  answers: number
  competitor_answers: number
  /** Scans in a row that show this gap, this one included. */
  scans: number
  persistent: boolean
  opportunity: Opportunity
}

export interface SourceGap {
  kind: 'source'
  domain: string
  type: SourceType
  competitors: string[]
  answers: number
  competitor_answers: number
  scans: number
  persistent: boolean
  opportunity: Opportunity
}

export type Gap = PromptGap | SourceGap

/** Identifies a gap across scans. */
export const gapKey = (gap: Gap): string =>
  JSON.stringify(gap.kind === 'source' ? [gap.kind, gap.domain] : [gap.kind, gap.query, gap.platform])

/** Keys of the gaps of earlier scans, the latest first. */
export type GapHistory = readonly ReadonlySet<string>[]

const PERSISTENT_SCANS = 3

function inRow(key: string, history: GapHistory): { scans: number; persistent: boolean } {
  const before = history.findIndex((scan) => !scan.has(key))
  const scans = 1 + (before === -1 ? history.length : before)
  return { scans, persistent: scans >= PERSISTENT_SCANS }
}

const union = (sets: Iterable<ReadonlySet<string>>) =>
  [...new Set(Array.from(sets, (s) => [...s]).flat())].sort()

const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole)

interface Kind {
  kind: 'mention' | 'citation'
  has: (o: Observation) => boolean
  rivals: (o: Observation) => ReadonlySet<string>
}

const KINDS: Kind[] = [
  { kind: 'mention', has: (o) => o.named, rivals: (o) => o.rivalsNamed },
  { kind: 'citation', has: (o) => o.cited, rivals: (o) => o.rivalsCited },
]

function reach(cell: readonly Observation[], query: readonly Observation[], domains: readonly string[]) {
  const retrieved = query.some((o) =>
    (o.answer.retrieved ?? []).some((r) => isUnder(bareHost(r.domain), domains)),
  )
  return { retrieved, cited: cell.some((o) => o.cited), citedElsewhere: query.some((o) => o.cited) }
}

/** Some competitor is present in at least one answer to the query on a platform, and the brand in none. */
function promptGaps(
  observations: readonly Observation[],
  tracked: Tracked,
  history: GapHistory,
): PromptGap[] {
  const domains = (tracked.brand.domains ?? []).map(bareHost)
  // Without an own domain nothing tells whether the brand is cited, so no citation gap is claimed.
  const kinds = domains.length === 0 ? KINDS.filter(({ kind }) => kind === 'mention') : KINDS
  const gaps: PromptGap[] = []
  for (const [query, ofQuery] of Map.groupBy(observations, (o) => o.answer.query)) {
    for (const [platform, cell] of Map.groupBy(ofQuery, (o) => o.answer.platform)) {
      for (const { kind, has, rivals } of kinds) {
        if (cell.some(has)) continue
        const competitors = union(cell.map(rivals))
        if (competitors.length === 0) continue
        const key = JSON.stringify([kind, query, platform])
        gaps.push({
          kind,
          query,
          platform,
          competitors,
          answers: cell.length,
          competitor_answers: cell.filter((o) => rivals(o).size > 0).length,
          ...inRow(key, history),
          // Missing everywhere is worse than missing on one platform, so the miss rate is the whole query's.
          opportunity: opportunity({
            competitors: competitors.length,
            miss_rate: share(ofQuery.filter((o) => !has(o)).length, ofQuery.length),
            citations: cell.reduce((n, o) => n + o.answer.citations.length, 0),
            fix: proposedFix(reach(cell, ofQuery, domains)),
          }),
        })
      }
    }
  }
  return gaps
}

/**
 * A cited source that goes with competitors and never with us. What the page itself says is not stored, so the answers
 * that cite it stand for it.
 */
function sourceGaps(
  observations: readonly Observation[],
  tracked: Tracked,
  history: GapHistory,
): SourceGap[] {
  const citing = new Map<string, Observation[]>()
  for (const o of observations) {
    for (const domain of new Set(o.answer.citations.map((c) => bareHost(c.domain)))) {
      const list = citing.get(domain)
      if (list === undefined) citing.set(domain, [o])
      else list.push(o)
    }
  }
  const gaps: SourceGap[] = []
  for (const [domain, answers] of citing) {
    if (domain === '' || answers.some((o) => o.named)) continue
    const competitors = union(answers.map((o) => o.rivalsNamed))
    const type = sourceType(domain, tracked)
    if (competitors.length === 0 || type === 'own' || type === 'competitor') continue
    gaps.push({
      kind: 'source',
      domain,
      type,
      competitors,
      answers: answers.length,
      competitor_answers: answers.filter((o) => o.rivalsNamed.size > 0).length,
      ...inRow(JSON.stringify(['source', domain]), history),
      opportunity: opportunity({
        competitors: competitors.length,
        miss_rate: 1,
        citations: answers.length,
        fix: 'create',
      }),
    })
  }
  return gaps
}

/** All gaps, the best opportunity first; equal ones keep a stable order. */
export function gapsOf(
  observations: readonly Observation[],
  tracked: Tracked,
  history: GapHistory = [],
): Gap[] {
  const gaps: Gap[] = [
    ...promptGaps(observations, tracked, history),
    ...sourceGaps(observations, tracked, history),
  ]
  return gaps.sort((a, b) => b.opportunity.score - a.opportunity.score || (gapKey(a) < gapKey(b) ? -1 : 1))
}

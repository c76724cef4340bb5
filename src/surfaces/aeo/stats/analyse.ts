import { compileDetector, type Detector } from '../detect/detector.ts'
import { type Blindspot, blindspotsOf } from './blindspots.ts'
import { type Gap, type GapHistory, gapsOf } from './gaps.ts'
import { metricsOf } from './metrics.ts'
import { type Observation, observe, type Tracked } from './observations.ts'
import { intentOf } from './query.ts'
import { sourcesOf } from './sources.ts'
import type {
  AnswerStatus,
  CompetitorShare,
  DetectedAnswer,
  Metrics,
  PlatformMetrics,
  QueryMetrics,
  Source,
  StoredAnswer,
} from './types.ts'

/** Names the formulas and intervals of this folder; stored with every scan. */
export const METHODOLOGY_VERSION = '1.1.0'

export interface AnalyseInput extends Tracked {
  answers: readonly (StoredAnswer | DetectedAnswer)[]
  /** Gap keys of earlier scans, the latest first, for the persistent flag. */
  history?: GapHistory
  /** Compiled once by a caller that analyses many scans of one brand. */
  detector?: Detector
}

export interface Analysis {
  summary: Metrics
  by_platform: PlatformMetrics[]
  by_query: QueryMetrics[]
  competitors: CompetitorShare[]
  sources: Source[]
  gaps: Gap[]
  blindspots: Blindspot[]
  answers: DetectedAnswer[]
}

export const detectorFor = ({ brand, competitors }: Tracked) => compileDetector([brand, ...competitors])

const isDetected = (answer: StoredAnswer | DetectedAnswer): answer is DetectedAnswer => 'mentions' in answer

/** What an answer says of the tracked names; one that did not come back says nothing. */
export const readAnswer = ({ status, text }: StoredAnswer, detector: Detector) =>
  status === 'ok' ? detector.read(text) : { mentions: [], undecided: [] }

/** Adds mentions to answers that came back; an answer that already has them keeps them. */
export function withMentions(
  answers: readonly (StoredAnswer | DetectedAnswer)[],
  detector: Detector,
): DetectedAnswer[] {
  return answers.map((a) => (isDetected(a) ? a : { ...a, ...readAnswer(a, detector) }))
}

function statuses(answers: readonly StoredAnswer[]): Record<AnswerStatus, number> {
  const counts: Record<AnswerStatus, number> = { ok: 0, no_answer: 0, error: 0, unavailable: 0 }
  for (const a of answers) counts[a.status] += 1
  return counts
}

// Aggregated over every tracked brand first and only then split: filtering earlier would inflate each share.
function competitorShares(voiced: readonly Observation[], { competitors }: Tracked): CompetitorShare[] {
  const counts = new Map<string, number>()
  let all = 0
  for (const o of voiced) {
    all += o.allMentions
    for (const m of o.answer.mentions) counts.set(m.entity, (counts.get(m.entity) ?? 0) + 1)
  }
  return competitors
    .map(({ name }) => {
      const mentions = counts.get(name) ?? 0
      return { name, mentions, share: all === 0 ? null : mentions / all }
    })
    .sort((a, b) => b.mentions - a.mentions)
}

/** Every number of a scan's output, from its stored answers alone. */
export function analyse({ brand, competitors, answers: stored, history, detector }: AnalyseInput): Analysis {
  const tracked = { brand, competitors }
  const matcher = detector ?? detectorFor(tracked)
  const answers = withMentions(stored, matcher)
  const observations = answers.filter((a) => a.status === 'ok').map((a) => observe(a, tracked))
  const queries = Map.groupBy(answers, (a) => a.query)
  const branded = new Set([...queries.keys()].filter((q) => matcher.contains(q).has(brand.name)))
  const names = { brand: brand.name, competitors: competitors.length }
  const voiced = observations.filter((o) => !branded.has(o.answer.query))
  const byPlatform = Map.groupBy(observations, (o) => o.answer.platform)
  const byQuery = Map.groupBy(observations, (o) => o.answer.query)
  return {
    summary: metricsOf(observations, voiced, names),
    by_platform: [...Map.groupBy(answers, (a) => a.platform)].map(([platform, list]) => {
      const own = byPlatform.get(platform) ?? []
      const ownVoiced = own.filter((o) => !branded.has(o.answer.query))
      return { platform, ...metricsOf(own, ownVoiced, names), answers: statuses(list) }
    }),
    by_query: [...queries].map(([query, list]) => {
      const own = byQuery.get(query) ?? []
      // A single query shows its own share, branded or not: its class stands beside it.
      const metrics = metricsOf(own, own, names)
      const query_class = branded.has(query) ? 'branded' : 'non_brand'
      return { query, query_class, intent: intentOf(query), ...metrics, answers: statuses(list) }
    }),
    competitors: competitorShares(voiced, tracked),
    sources: sourcesOf(observations, tracked),
    gaps: gapsOf(observations, tracked, history),
    blindspots: blindspotsOf(observations),
    answers,
  }
}

import { addTo, emptyStratum, panelStrata, type Rate, rate, type Stratum } from './intervals.ts'
import type { Observation } from './observations.ts'
import type { Metrics, Outcome, SentimentCounts } from './types.ts'

type Count = (o: Observation) => number

/** Groups answers for the two intervals and counts them in one pass. */
export function rateOf(observations: readonly Observation[], hit: Count, base: Count = () => 1): Rate {
  const prompts = new Map<string, Stratum>()
  const cells = new Map<string, Stratum>()
  for (const o of observations) {
    const x = base(o)
    if (x === 0) continue
    const y = hit(o)
    addTo(entry(prompts, o.answer.query), y, x)
    addTo(entry(cells, o.cell), y, x)
  }
  const perPrompt = [...prompts.values()]
  return rate(panelStrata([...cells.values()], perPrompt), perPrompt)
}

function entry(map: Map<string, Stratum>, key: string): Stratum {
  const known = map.get(key)
  if (known !== undefined) return known
  const fresh = emptyStratum()
  map.set(key, fresh)
  return fresh
}

const one = (yes: boolean) => (yes ? 1 : 0)

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((a, b) => a + b, 0) / values.length
}

export function sentimentCounts(observations: readonly Observation[], brand: string): SentimentCounts {
  const counts = { positive: 0, neutral: 0, negative: 0, n: 0 }
  for (const { answer } of observations) {
    for (const m of answer.mentions) {
      if (m.entity !== brand) continue
      counts[m.sentiment] += 1
      counts.n += 1
    }
  }
  return counts
}

function undecidedCounts(observations: readonly Observation[]): Metrics['undecided'] {
  const counts = { brand: 0, competitors: 0, answers: 0 }
  for (const o of observations) {
    counts.brand += o.ownUndecided
    counts.competitors += o.rivalsUndecided
    counts.answers += one(!o.named && o.ownUndecided > 0)
  }
  return counts
}

/** Share of voice among all tracked brands; without a competitor there is no voice to share. */
export function shareOfVoice(observations: readonly Observation[], competitors: number): Rate | null {
  if (competitors === 0) return null
  const share = rateOf(
    observations,
    (o) => o.ownMentions,
    (o) => o.allMentions,
  )
  return share.point === null ? null : share
}

/** `voiced` are the answers share of voice is taken from: the headline leaves out prompts that contain the brand. */
export function metricsOf(
  observations: readonly Observation[],
  voiced: readonly Observation[],
  tracked: { brand: string; competitors: number },
): Metrics {
  const share = shareOfVoice(voiced, tracked.competitors)
  const first = rateOf(
    observations,
    (o) => one(o.position === 1),
    (o) => one(o.named),
  )
  const ghost = rateOf(
    observations,
    (o) => one(!o.named),
    (o) => one(o.cited),
  )
  const outcomes: Record<Outcome, number> = { named_and_cited: 0, named_only: 0, cited_only: 0, neither: 0 }
  for (const o of observations) outcomes[o.outcome] += 1
  return {
    visibility: rateOf(observations, (o) => one(o.named)),
    citation_rate: rateOf(observations, (o) => one(o.cited)),
    share_of_voice: share?.point ?? null,
    avg_position: mean(observations.flatMap((o) => (o.position === null ? [] : [o.position]))),
    first_mention_rate: first.point,
    ghost_rate: ghost.point,
    // Of the answers that name the brand: how often it is absent is visibility's to say.
    prominence: mean(observations.filter((o) => o.named).map((o) => o.prominence)),
    sentiment: sentimentCounts(observations, tracked.brand),
    undecided: undecidedCounts(observations),
    outcomes,
    intervals: { share_of_voice: share, first_mention_rate: first, ghost_rate: ghost },
  }
}

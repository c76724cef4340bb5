import { adjustForDiscoveries } from './fdr.ts'
import type { Interval } from './intervals.ts'
import { tCdf, tQuantile } from './numeric.ts'
import { type Observation, observe, type Tracked } from './observations.ts'
import type { DetectedAnswer } from './types.ts'

export type Verdict = 'moved' | 'within_noise' | 'model_changed' | 'insufficient'
export type ComparedMetric = 'visibility' | 'citation_rate'

export interface Comparison {
  /** Null for all platforms together. */
  platform: string | null
  metric: ComparedMetric
  before: number | null
  after: number | null
  difference: number | null
  ci: Interval | null
  p_value: number | null
  /** After false-discovery control over all comparisons of this pair of scans. */
  q_value: number | null
  prompts: number
  pairs: number
  verdict: Verdict
}

export interface ScanComparison {
  overall: Comparison[]
  by_platform: Comparison[]
  common_pairs: number
  /** Cells measured by one scan only: they take no part. */
  unpaired: number
  model_changes: { platform: string; before: string[]; after: string[] }[]
}

/** Below this many common prompts no spread can be estimated that deserves the name. */
const MIN_PROMPTS = 5
const FALSE_DISCOVERY_RATE = 0.05

interface Pair {
  platform: string
  query: string
  before: Observation[]
  after: Observation[]
}

const cellKey = (o: Observation) => o.cell

const okOf = (answers: readonly DetectedAnswer[], tracked: Tracked) =>
  answers.filter((a) => a.status === 'ok').map((a) => observe(a, tracked))

function models(observations: readonly Observation[]): string[] {
  const names = observations.flatMap((o) => o.answer.served_model ?? o.answer.requested_model ?? [])
  return [...new Set(names)].sort()
}

const HITS: Record<ComparedMetric, (o: Observation) => boolean> = {
  visibility: (o) => o.named,
  citation_rate: (o) => o.cited,
}

const share = (list: readonly Observation[], hit: (o: Observation) => boolean) =>
  list.filter(hit).length / list.length

const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length

interface Tested {
  before: number
  after: number
  difference: number
  ci: Interval
  p: number
}

/**
 * The prompt is the unit: its platforms are averaged first, and t has prompts − 1 degrees of freedom. The spread never
 * falls below two single answers turning over, so that agreement of a few prompts is not taken for certainty.
 */
function test(pairs: readonly Pair[], metric: ComparedMetric): Tested {
  const hit = HITS[metric]
  const prompts = [...Map.groupBy(pairs, (p) => p.query).values()]
  const before = prompts.map((ps) => mean(ps.map((p) => share(p.before, hit))))
  const after = prompts.map((ps) => mean(ps.map((p) => share(p.after, hit))))
  const changes = after.map((value, i) => value - (before[i] ?? 0))
  const m = prompts.length
  const difference = mean(changes)
  const squares = changes.reduce((sum, d) => sum + (d - difference) ** 2, 0)
  const answers = pairs.reduce((n, p) => n + Math.min(p.before.length, p.after.length), 0)
  const step = m / answers
  const error = Math.sqrt(Math.max(squares, 2 * step * step) / (m - 1) / m)
  const reach = tQuantile(0.975, m - 1) * error
  return {
    before: mean(before),
    after: mean(after),
    difference,
    ci: [Math.max(-1, difference - reach), Math.min(1, difference + reach)],
    p: 2 * tCdf(-Math.abs(difference) / error, m - 1),
  }
}

function comparison(
  platform: string | null,
  metric: ComparedMetric,
  pairs: readonly Pair[],
  changed: boolean,
): Comparison {
  const prompts = new Set(pairs.map((p) => p.query)).size
  const base = { platform, metric, prompts, pairs: pairs.length, q_value: null }
  if (prompts < MIN_PROMPTS) {
    const nothing = { before: null, after: null, difference: null, ci: null, p_value: null }
    return { ...base, ...nothing, verdict: changed ? 'model_changed' : 'insufficient' }
  }
  const { p, ...found } = test(pairs, metric)
  return { ...base, ...found, p_value: p, verdict: changed ? 'model_changed' : 'within_noise' }
}

function withVerdicts(comparisons: readonly Comparison[]): Comparison[] {
  const tested = comparisons.filter((c) => c.verdict === 'within_noise')
  const adjusted = adjustForDiscoveries(tested.map((c) => c.p_value ?? 1))
  return comparisons.map((c) => {
    const q = adjusted[tested.indexOf(c)]
    if (q === undefined) return c
    return { ...c, q_value: q, verdict: q <= FALSE_DISCOVERY_RATE ? 'moved' : 'within_noise' }
  })
}

/**
 * Compares two scans on the prompt × platform pairs that both measured. A platform that served another model is set
 * apart and kept out of the overall figures: a changed model is not a changed brand.
 */
export function compareScans(
  before: readonly DetectedAnswer[],
  after: readonly DetectedAnswer[],
  tracked: Tracked,
): ScanComparison {
  const first = Map.groupBy(okOf(before, tracked), cellKey)
  const second = Map.groupBy(okOf(after, tracked), cellKey)
  const pairs = [...first].flatMap(([key, list]): Pair[] => {
    const match = second.get(key)
    const one = list[0]?.answer
    return match && one ? [{ platform: one.platform, query: one.query, before: list, after: match }] : []
  })
  const platforms = Map.groupBy(pairs, (p) => p.platform)
  const changes = [...platforms].flatMap(([platform, ps]) => {
    const was = models(ps.flatMap((p) => p.before))
    const is = models(ps.flatMap((p) => p.after))
    return was.join('\n') === is.join('\n') ? [] : [{ platform, before: was, after: is }]
  })
  const changed = new Set(changes.map((c) => c.platform))
  const steady = pairs.filter((p) => !changed.has(p.platform))
  const metrics: ComparedMetric[] = ['visibility', 'citation_rate']
  const all = withVerdicts([
    ...metrics.map((m) => comparison(null, m, steady, steady.length === 0 && pairs.length > 0)),
    ...[...platforms].flatMap(([name, ps]) => metrics.map((m) => comparison(name, m, ps, changed.has(name)))),
  ])
  return {
    overall: all.filter((c) => c.platform === null),
    by_platform: all.filter((c) => c.platform !== null),
    common_pairs: pairs.length,
    unpaired: first.size + second.size - 2 * pairs.length,
    model_changes: changes,
  }
}

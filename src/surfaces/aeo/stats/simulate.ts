import { binaryStratum, type Interval, marketInterval, panelInterval, wilson } from './intervals.ts'
import { normalQuantile } from './numeric.ts'
import { seededRandom } from './random.ts'

/** Prompts differ: each has its own chance of naming the brand, drawn from Beta(a, b). */
export interface Design {
  prompts: number
  repeats: number
  a: number
  b: number
}

export interface Coverage extends Design {
  replicates: number
  panel: number
  market: number
  /** What a pooled Wilson interval would have covered: the reason it is not used. */
  pooled_market: number
  panel_half_width: number
  market_half_width: number
}

const covers = (interval: Interval | null, truth: number) =>
  interval !== null && interval[0] <= truth && truth <= interval[1] ? 1 : 0

const half = (interval: Interval | null) => (interval === null ? 0 : (interval[1] - interval[0]) / 2)

/**
 * Draws scans of one design and counts how often each interval holds its own estimand: the panel interval the mean of
 * the drawn prompts' chances, the market interval the mean of the population they were drawn from.
 */
export function simulateCoverage(design: Design, replicates: number, seed: number): Coverage {
  const random = seededRandom(seed)
  const { prompts, repeats, a, b } = design
  const z = normalQuantile(0.975)
  const sums = { panel: 0, market: 0, pooled: 0, panelHalf: 0, marketHalf: 0 }
  for (let i = 0; i < replicates; i++) {
    let truth = 0
    let total = 0
    const strata = Array.from({ length: prompts }, () => {
      const p = random.beta(a, b)
      truth += p / prompts
      let hits = 0
      for (let r = 0; r < repeats; r++) if (random.uniform() < p) hits += 1
      total += hits
      return binaryStratum(hits, repeats)
    })
    const panel = panelInterval(strata)
    const market = marketInterval(strata)
    const n = prompts * repeats
    sums.panel += covers(panel, truth)
    sums.market += covers(market, a / (a + b))
    sums.pooled += covers(wilson(total / n, n, z), a / (a + b))
    sums.panelHalf += half(panel)
    sums.marketHalf += half(market)
  }
  return {
    ...design,
    replicates,
    panel: sums.panel / replicates,
    market: sums.market / replicates,
    pooled_market: sums.pooled / replicates,
    panel_half_width: sums.panelHalf / replicates,
    market_half_width: sums.marketHalf / replicates,
  }
}

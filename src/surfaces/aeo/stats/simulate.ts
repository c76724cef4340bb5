import {
  binaryStratum,
  bothIntervals,
  type Interval,
  panelStrata,
  type Stratum,
  wilson,
} from './intervals.ts'
import { normalQuantile } from './numeric.ts'
import { type Random, seededRandom } from './random.ts'

/** Prompts differ: each has its own chance of naming the brand, drawn from Beta(a, b). */
export interface Design {
  prompts: number
  repeats: number
  a: number
  b: number
  /** Platforms differ too: their log-odds are spread evenly from −1.5 to 1.5 around the prompt's. One when absent. */
  platforms?: number
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

function shifts(platforms: number): number[] {
  return platforms === 1 ? [0] : Array.from({ length: platforms }, (_, i) => (3 * i) / (platforms - 1) - 1.5)
}

function onPlatform(p: number, shift: number): number {
  if (shift === 0) return p
  const odds = ((p + 1e-12) / (1 - p + 1e-12)) * Math.exp(shift)
  return odds / (1 + odds)
}

/** The population's mean chance: known for one platform, averaged over many draws for several. */
function populationRate({ a, b, platforms = 1 }: Design, random: Random): number {
  if (platforms === 1) return a / (a + b)
  const draws = 20_000
  let sum = 0
  for (let i = 0; i < draws; i++) {
    const p = random.beta(a, b)
    for (const shift of shifts(platforms)) sum += onPlatform(p, shift)
  }
  return sum / (draws * platforms)
}

interface Drawn {
  cells: Stratum[]
  prompts: Stratum[]
  truth: number
  hits: number
}

function drawScan({ prompts, repeats, a, b, platforms = 1 }: Design, random: Random): Drawn {
  const drawn: Drawn = { cells: [], prompts: [], truth: 0, hits: 0 }
  const moves = shifts(platforms)
  for (let i = 0; i < prompts; i++) {
    const base = random.beta(a, b)
    let ofPrompt = 0
    for (const shift of moves) {
      const p = onPlatform(base, shift)
      drawn.truth += p / (prompts * platforms)
      let hits = 0
      for (let r = 0; r < repeats; r++) if (random.uniform() < p) hits += 1
      drawn.cells.push(binaryStratum(hits, repeats))
      ofPrompt += hits
    }
    drawn.prompts.push(binaryStratum(ofPrompt, repeats * platforms))
    drawn.hits += ofPrompt
  }
  return drawn
}

/**
 * Draws scans of one design and counts how often each interval holds its own estimand: the panel interval the mean of
 * the drawn prompts' chances, the market interval the mean of the population they were drawn from.
 */
export function simulateCoverage(design: Design, replicates: number, seed: number): Coverage {
  const random = seededRandom(seed)
  const population = populationRate(design, random)
  const z = normalQuantile(0.975)
  const n = design.prompts * design.repeats * (design.platforms ?? 1)
  const sums = { panel: 0, market: 0, pooled: 0, panelHalf: 0, marketHalf: 0 }
  for (let i = 0; i < replicates; i++) {
    const { cells, prompts, truth, hits } = drawScan(design, random)
    const { panel, market } = bothIntervals(panelStrata(cells, prompts), prompts)
    sums.panel += covers(panel, truth)
    sums.market += covers(market, population)
    sums.pooled += covers(wilson(hits / n, n, z), population)
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

export const EVIDENCE_SEED = 20_260_801
export const EVIDENCE_REPLICATES = 4000

const SPREADS = [
  { a: 0.4, b: 0.8 },
  { a: 1, b: 1 },
  { a: 2, b: 6 },
  { a: 8, b: 8 },
]

const SIZES = [
  { prompts: 20, repeats: 5 },
  { prompts: 20, repeats: 10 },
  { prompts: 30, repeats: 3 },
  { prompts: 50, repeats: 1 },
  { prompts: 50, repeats: 2 },
  { prompts: 100, repeats: 1 },
  { prompts: 100, repeats: 3 },
]

// Each design gets its own stream, so that adding one changes no other.
const seedFor = (seed: number, d: Design) => seed + d.prompts * 1000 + d.repeats * 10 + Math.round(d.a * 7)

/** The designs whose coverage is promised. */
export function coverageTable(replicates: number, seed: number): Coverage[] {
  return SPREADS.flatMap((spread) => SIZES.map((size) => ({ ...size, ...spread }))).map((design) =>
    simulateCoverage(design, replicates, seedFor(seed, design)),
  )
}

const LIMITS: Design[] = [
  { prompts: 20, repeats: 5, a: 0.2, b: 3.8 },
  { prompts: 50, repeats: 1, a: 0.2, b: 3.8 },
  { prompts: 100, repeats: 3, a: 0.2, b: 3.8 },
  { prompts: 10, repeats: 5, a: 0.4, b: 0.8 },
  { prompts: 5, repeats: 5, a: 0.4, b: 0.8 },
  { prompts: 5, repeats: 1, a: 0.4, b: 0.8 },
]

/** Designs past the promise: rare brands and very small scans. */
export function limitsTable(replicates: number, seed: number): Coverage[] {
  return LIMITS.map((design) => simulateCoverage(design, replicates, seedFor(seed, design)))
}

const SEVERAL_PLATFORMS: Design[] = [
  { prompts: 20, repeats: 3, a: 0.4, b: 0.8, platforms: 8 },
  { prompts: 30, repeats: 2, a: 0.4, b: 0.8, platforms: 8 },
  { prompts: 20, repeats: 1, a: 0.4, b: 0.8, platforms: 8 },
  { prompts: 50, repeats: 1, a: 0.4, b: 0.8, platforms: 4 },
]

/** Scans over platforms that differ, as a summary sees them. */
export function platformsTable(replicates: number, seed: number): Coverage[] {
  return SEVERAL_PLATFORMS.map((design) => simulateCoverage(design, replicates, seedFor(seed, design)))
}

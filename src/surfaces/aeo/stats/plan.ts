import { type Grade, gradeOf, type Interval, wilson } from './intervals.ts'
import { normalCdf, normalQuantile, tQuantile } from './numeric.ts'

export interface PlanInput {
  target_half_width?: number
  budget_usd?: number
  platforms: readonly { platform: string; cost_usd: number }[]
  /** Expected visibility; 0.3 unless an earlier scan says better. */
  expected_rate?: number
  /** How alike answers to one prompt are, 0 to 1. */
  prompt_correlation?: number
  max_queries?: number
  max_repeats?: number
  /** Questions × repeats × platforms. */
  max_answers?: number
  /** The change between two scans one wants to see. */
  change?: number
}

export interface PlanDesign {
  queries: number
  repeats: number
  platforms: string[]
  answers: number
  expected_half_width: { market: number; panel: number; market_per_platform: number }
  grade: Grade
  power: { change: number; power: number; detectable_change: number }
  cost_usd: number
}

export interface Plan {
  feasible: boolean
  /** Why the wish cannot be met; null when it can. */
  reason: 'target_out_of_reach' | 'budget_too_small' | 'no_platform' | null
  recommended: PlanDesign | null
  alternatives: PlanDesign[]
  assumptions: {
    expected_rate: number
    prompt_correlation: number
    confidence: number
    max_queries: number
    max_repeats: number
    max_answers: number
  }
}

// Beta(0.4, 0.8), the spread seen between buyers' prompts, has mean 1/3 and correlation 1 / (0.4 + 0.8 + 1).
const DEFAULT_CORRELATION = 0.45
const DEFAULT_RATE = 0.3

const half = ([lo, hi]: Interval) => (hi - lo) / 2

interface Setting {
  rate: number
  rho: number
  change: number
  platforms: PlanInput['platforms']
}

const perPrompt = ({ platforms }: Setting) => platforms.reduce((sum, p) => sum + p.cost_usd, 0)

/** The interval's own formula with the variances it is expected to meet. */
function marketHalf(queries: number, answersPerPrompt: number, { rate, rho }: Setting): number {
  if (queries < 2) return 0.5
  const psi = rho + (1 - rho) / answersPerPrompt
  return half(wilson(rate, queries / psi, tQuantile(0.975, queries - 1)))
}

function powerOf(queries: number, answersPerPrompt: number, { rate, rho, change }: Setting) {
  if (queries < 2) return { change, power: 0, detectable_change: 1 }
  // The same prompts are asked again, so what differs between prompts cancels and only the repeats' chance remains.
  const error = Math.sqrt((2 * (1 - rho) * rate * (1 - rate)) / (queries * answersPerPrompt))
  const t = tQuantile(0.975, queries - 1)
  const power = normalCdf(change / error - t) + normalCdf(-change / error - t)
  return { change, power, detectable_change: Math.min(1, (t + normalQuantile(0.8)) * error) }
}

function design(queries: number, repeats: number, setting: Setting): PlanDesign {
  const { rate, rho, platforms } = setting
  const each = repeats * platforms.length
  const market = marketHalf(queries, each, setting)
  const panelShare = each > 1 ? 1 - rho : 1
  return {
    queries,
    repeats,
    platforms: platforms.map((p) => p.platform),
    answers: queries * each,
    expected_half_width: {
      market,
      panel: half(wilson(rate, (queries * each) / panelShare, normalQuantile(0.975))),
      market_per_platform: marketHalf(queries, repeats, setting),
    },
    grade: gradeOf(queries, [0, 2 * market]),
    power: powerOf(queries, each, setting),
    cost_usd: queries * repeats * perPrompt(setting),
  }
}

function fewestQueries(target: number, repeats: number, most: number, setting: Setting): number | null {
  const each = repeats * setting.platforms.length
  let lo = 2
  let hi = most
  if (most < 2 || marketHalf(most, each, setting) > target) return null
  while (lo < hi) {
    const mid = (lo + hi) >> 1
    if (marketHalf(mid, each, setting) <= target) hi = mid
    else lo = mid + 1
  }
  return lo
}

const affordable = (budget: number, repeats: number, most: number, setting: Setting) => {
  const cost = repeats * perPrompt(setting)
  // A hair of tolerance, so that 3 × 0.1 fits a budget of 0.3.
  return Math.min(most, cost === 0 ? most : Math.floor(budget / cost + 1e-9))
}

const tighter = (a: PlanDesign, b: PlanDesign) =>
  a.expected_half_width.market - b.expected_half_width.market ||
  a.cost_usd - b.cost_usd ||
  a.answers - b.answers

const cheaper = (a: PlanDesign, b: PlanDesign) =>
  a.cost_usd - b.cost_usd || a.answers - b.answers || a.repeats - b.repeats

/** Queries × repeats × platforms for a wished half-width or a budget, with power and cost, before any spend. */
export function planScan(input: PlanInput): Plan {
  const assumptions = {
    expected_rate: input.expected_rate ?? DEFAULT_RATE,
    prompt_correlation: input.prompt_correlation ?? DEFAULT_CORRELATION,
    confidence: 0.95,
    max_queries: input.max_queries ?? 500,
    max_repeats: input.max_repeats ?? 10,
    max_answers: input.max_answers ?? Number.MAX_SAFE_INTEGER,
  }
  const { expected_rate: rate, prompt_correlation: rho, max_queries, max_repeats, max_answers } = assumptions
  const setting: Setting = { rate, rho, change: input.change ?? 0.1, platforms: input.platforms }
  const none = { feasible: false, recommended: null, alternatives: [], assumptions }
  if (input.platforms.length === 0) return { ...none, reason: 'no_platform' }
  const budget = input.budget_usd ?? Number.POSITIVE_INFINITY
  const repeats = Array.from({ length: max_repeats }, (_, i) => i + 1)
  const within = repeats
    .map((r) => {
      const askable = Math.min(max_queries, Math.floor(max_answers / (r * input.platforms.length)))
      return { r, most: affordable(budget, r, askable, setting) }
    })
    .filter(({ most }) => most >= 1)
  if (within.length === 0) return { ...none, reason: 'budget_too_small' }
  const widest = within.map(({ r, most }) => design(most, r, setting)).sort(tighter)
  const target = input.target_half_width
  if (target === undefined) return chosen(widest, null, assumptions)
  const fitting = within.flatMap(({ r, most }) => {
    const queries = fewestQueries(target, r, most, setting)
    return queries === null ? [] : [design(queries, r, setting)]
  })
  if (fitting.length > 0) return chosen(fitting.sort(cheaper), null, assumptions)
  return chosen(widest, Number.isFinite(budget) ? 'budget_too_small' : 'target_out_of_reach', assumptions)
}

function chosen(
  designs: readonly PlanDesign[],
  reason: Plan['reason'],
  assumptions: Plan['assumptions'],
): Plan {
  const [recommended = null, ...rest] = designs
  return { feasible: reason === null, reason, recommended, alternatives: rest.slice(0, 3), assumptions }
}

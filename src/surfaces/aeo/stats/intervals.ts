import { normalQuantile, tQuantile } from './numeric.ts'

export type Interval = [number, number]
export type Grade = 'exploratory' | 'directional' | 'decision'

/**
 * A rate is Σy / Σx over answers. A stratum holds the sums one prompt (or prompt on a platform) contributes:
 * enough for every variance below, so that answers are read once.
 */
export interface Stratum {
  n: number
  y: number
  x: number
  yy: number
  xy: number
  xx: number
}

export interface Rate {
  point: number | null
  numerator: number
  denominator: number
  ci_panel: Interval | null
  ci_market: Interval | null
  grade: Grade
}

const Z = normalQuantile(0.975)

/**
 * How much prior weight "answers to one prompt are no more alike than any two answers" gets, in units of variance.
 * It matters only where the data cannot speak (no repeats, or a rate at 0 or 1) and there it widens the interval.
 */
const PANEL_PRIOR = 0.5
const MARKET_PRIOR = 0.05

export const emptyStratum = (): Stratum => ({ n: 0, y: 0, x: 0, yy: 0, xy: 0, xx: 0 })

export function addTo(stratum: Stratum, y: number, x: number): void {
  stratum.n += 1
  stratum.y += y
  stratum.x += x
  stratum.yy += y * y
  stratum.xy += x * y
  stratum.xx += x * x
}

/** A stratum of `n` yes/no answers with `hits` yes. */
export const binaryStratum = (hits: number, n: number): Stratum => ({
  n,
  y: hits,
  x: n,
  yy: hits,
  xy: hits,
  xx: n,
})

function totals(strata: readonly Stratum[]): { y: number; x: number; binary: boolean } {
  let y = 0
  let x = 0
  let binary = true
  for (const s of strata) {
    y += s.y
    x += s.x
    if (s.xx !== s.n || s.x !== s.n) binary = false
  }
  return { y, x, binary }
}

/**
 * Wilson's score interval with an effective sample size. A score interval, because a Wald interval has width zero at
 * 0 and 1 and leaves [0, 1] near them; Wilson keeps a rule-of-three-like width there.
 */
export function wilson(p: number, n: number, quantile: number): Interval {
  const q2 = quantile * quantile
  const centre = (p + q2 / (2 * n)) / (1 + q2 / n)
  const half = (quantile / (1 + q2 / n)) * Math.sqrt((p * (1 - p)) / n + q2 / (4 * n * n))
  return [p === 0 ? 0 : Math.max(0, centre - half), p === 1 ? 1 : Math.min(1, centre + half)]
}

/**
 * "These very questions": the prompts are fixed and only the repeats are random, so the variance is the one inside
 * the prompts. φ is that variance as a share of the pooled one. With one answer per prompt nothing tells φ, and it
 * stays 1, the largest it can be for a yes/no rate: the interval is then conservative, never too narrow.
 */
export function panelInterval(strata: readonly Stratum[]): Interval | null {
  const { y, x, binary } = totals(strata)
  if (x === 0) return null
  const r = y / x
  let within = 0
  let measured = 0
  let df = 0
  for (const s of strata) {
    if (s.n < 2) continue
    const uu = s.yy - 2 * r * s.xy + r * r * s.xx
    const u = s.y - r * s.x
    within += (s.n * (uu - (u * u) / s.n)) / (s.n - 1)
    measured += s.x
    df += s.n - 1
  }
  const information = measured === 0 ? 0 : df / measured
  const phi = (information * within + PANEL_PRIOR) / (information * measured * r * (1 - r) + PANEL_PRIOR)
  return wilson(r, x / (binary ? Math.min(1, phi) : phi), Z)
}

/**
 * "Buyers' questions in general": the prompts themselves are a sample, so the prompt is the unit and t has
 * prompts − 1 degrees of freedom. ψ is the variance between prompt rates as a share of the largest possible one, and
 * falls back to 1 (a prompt is worth one observation) when every prompt agrees. One prompt says nothing about the rest.
 */
export function marketInterval(prompts: readonly Stratum[]): Interval | null {
  const { y, x, binary } = totals(prompts)
  if (x === 0) return null
  const m = prompts.reduce((count, s) => count + (s.x > 0 ? 1 : 0), 0)
  if (m < 2) return [0, 1]
  const r = y / x
  const perPrompt = x / m
  let between = 0
  for (const s of prompts) {
    const u = (s.y - r * s.x) / perPrompt
    between += u * u
  }
  const psi = (between + MARKET_PRIOR) / ((m - 1) * r * (1 - r) + MARKET_PRIOR)
  return wilson(r, m / (binary ? Math.min(1, psi) : psi), tQuantile(0.975, m - 1))
}

export function gradeOf(queries: number, market: Interval | null): Grade {
  if (market === null || queries < 50) return 'exploratory'
  const half = (market[1] - market[0]) / 2
  if (half > 0.15) return 'exploratory'
  return half <= 0.05 ? 'decision' : 'directional'
}

/**
 * The panel's strata: prompt × platform where answers repeat there, else the prompt. Both are fixed by the panel, and
 * the finer one measures only what chance does.
 */
export function panelStrata(cells: readonly Stratum[], prompts: readonly Stratum[]): readonly Stratum[] {
  return cells.filter((s) => s.n > 1).length * 2 >= cells.length ? cells : prompts
}

/**
 * Both intervals of one rate: strata serve the panel's, prompts (their union per prompt) the market's. Who does not
 * know these questions' rate cannot know all questions' better, so the market interval never lies inside the panel's.
 */
export function bothIntervals(
  strata: readonly Stratum[],
  prompts: readonly Stratum[],
): { panel: Interval | null; market: Interval | null } {
  const panel = panelInterval(strata)
  const alone = marketInterval(prompts)
  if (panel === null || alone === null) return { panel, market: alone }
  return { panel, market: [Math.min(panel[0], alone[0]), Math.max(panel[1], alone[1])] }
}

export function rate(strata: readonly Stratum[], prompts: readonly Stratum[]): Rate {
  const { y, x } = totals(strata)
  const { panel, market } = bothIntervals(strata, prompts)
  return {
    point: x === 0 ? null : y / x,
    numerator: y,
    denominator: x,
    ci_panel: panel,
    ci_market: market,
    grade: gradeOf(prompts.filter((s) => s.x > 0).length, market),
  }
}

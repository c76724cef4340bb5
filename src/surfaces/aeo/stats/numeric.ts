// The few distributions the intervals need, written out so that a reader can check them against a table.

const LANCZOS = [
  676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406, 12.507343278686905,
  -0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7,
]

/** Natural logarithm of the gamma function for x > 0 (Lanczos, g = 7). */
export function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x)
  const z = x - 1
  const t = z + 7.5
  const series = LANCZOS.reduce((sum, c, i) => sum + c / (z + i + 1), 0.9999999999998099)
  return 0.5 * Math.log(2 * Math.PI) + (z + 0.5) * Math.log(t) - t + Math.log(series)
}

// Lentz's method: the fraction converges within a few dozen steps on the side chosen by the caller.
function betaFraction(a: number, b: number, x: number): number {
  const tiny = 1e-300
  const guard = (v: number) => (Math.abs(v) < tiny ? tiny : v)
  let c = 1
  let d = 1 / guard(1 - ((a + b) * x) / (a + 1))
  let h = d
  for (let m = 1; m <= 300; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / guard(1 + even * d)
    c = guard(1 + even / c)
    h *= d * c
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / guard(1 + odd * d)
    c = guard(1 + odd / c)
    const step = d * c
    h *= step
    if (Math.abs(step - 1) < 1e-14) break
  }
  return h
}

/** Regularised incomplete beta function I_x(a, b). */
export function incompleteBeta(a: number, b: number, x: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log(1 - x))
  return x < (a + 1) / (a + b + 2)
    ? (front * betaFraction(a, b, x)) / a
    : 1 - (front * betaFraction(b, a, 1 - x)) / b
}

/** P(T ≤ t) for Student's t. */
export function tCdf(t: number, df: number): number {
  const tail = incompleteBeta(df / 2, 0.5, df / (df + t * t)) / 2
  return t > 0 ? 1 - tail : tail
}

/** Standard normal distribution function, through the t distribution's own beta function in the limit. */
export function normalCdf(z: number): number {
  // The regularised incomplete gamma P(1/2, z²/2) as a series; beyond 6 the tail is below 1e-9.
  if (z === 0) return 0.5
  if (Math.abs(z) > 8) return z > 0 ? 1 : 0
  const x = (z * z) / 2
  let term = 1 / 0.5
  let sum = term
  for (let n = 1; n < 200 && term > sum * 1e-16; n++) {
    term *= x / (0.5 + n)
    sum += term
  }
  const p = sum * Math.exp(-x + 0.5 * Math.log(x) - logGamma(0.5))
  return z > 0 ? 0.5 + p / 2 : 0.5 - p / 2
}

// Both distributions are monotone, so halving the bracket is slower than Newton but cannot diverge.
function invert(cdf: (x: number) => number, p: number): number {
  let hi = 1
  while (cdf(hi) < p && hi < 1e12) hi *= 2
  let lo = 0
  for (let i = 0; i < 80 && hi - lo > 1e-12 * Math.max(1, hi); i++) {
    const mid = (lo + hi) / 2
    if (cdf(mid) < p) lo = mid
    else hi = mid
  }
  return (lo + hi) / 2
}

export function normalQuantile(p: number): number {
  return p < 0.5 ? -invert(normalCdf, 1 - p) : invert(normalCdf, p)
}

const tQuantiles = new Map<string, number>()

/** Quantile of Student's t. Remembered, because a scan asks for the same few degrees of freedom again and again. */
export function tQuantile(p: number, df: number): number {
  if (!Number.isFinite(df)) return normalQuantile(p)
  const key = `${p}:${df}`
  const known = tQuantiles.get(key)
  if (known !== undefined) return known
  const value = p < 0.5 ? -tQuantile(1 - p, df) : invert((x) => tCdf(x, df), p)
  if (tQuantiles.size > 5000) tQuantiles.clear()
  tQuantiles.set(key, value)
  return value
}

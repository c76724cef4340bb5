/** Under this a difference is what binary fractions leave behind. */
const DUST = 1e-12

/** Six decimals, and for what is smaller than they show (a p-value) six digits. */
function tidy(value: number): number {
  if (Math.abs(value) < DUST) return 0
  return Number(Math.abs(value) < 0.001 ? value.toPrecision(6) : value.toFixed(6))
}

/** Numbers as people would write them, on their way out: 0.3, not 0.30000000000000004. Inside, nothing is rounded. */
export function rounded<T>(value: T): T {
  const visit = (inner: unknown): unknown => {
    if (typeof inner === 'number') return tidy(inner)
    if (Array.isArray(inner)) return inner.map(visit)
    if (typeof inner !== 'object' || inner === null) return inner
    return Object.fromEntries(Object.entries(inner).map(([key, entry]) => [key, visit(entry)]))
  }
  // Every part keeps its shape, so the whole keeps its type.
  return visit(value) as T
}

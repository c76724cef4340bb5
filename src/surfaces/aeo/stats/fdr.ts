/**
 * Benjamini and Hochberg: with eight platforms and several metrics one test in twenty "moves" by chance, so each
 * p-value is raised to the false-discovery rate at which it would still be called. Order is kept.
 */
export function adjustForDiscoveries(pValues: readonly number[]): number[] {
  const m = pValues.length
  const order = pValues.map((p, index) => ({ p, index })).sort((a, b) => b.p - a.p)
  const adjusted = new Array<number>(m).fill(1)
  let smallest = 1
  order.forEach(({ p, index }, i) => {
    smallest = Math.min(smallest, (p * m) / (m - i))
    adjusted[index] = smallest
  })
  return adjusted
}

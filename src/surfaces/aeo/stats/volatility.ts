import { bareHost } from './observations.ts'
import type { StoredAnswer } from './types.ts'

export interface Volatility {
  /** Mean Jaccard distance, 0 (same sources) to 1 (all new); null without a comparable pair. */
  value: number | null
  pairs: number
}

function citedByCell(answers: readonly StoredAnswer[]): Map<string, Set<string>> {
  const cells = new Map<string, Set<string>>()
  for (const a of answers) {
    if (a.status !== 'ok') continue
    const key = `${a.platform}\u0000${a.query}`
    const domains = cells.get(key) ?? new Set<string>()
    for (const c of a.citations) domains.add(bareHost(c.domain))
    cells.set(key, domains)
  }
  return cells
}

function jaccardDistance(a: ReadonlySet<string>, b: ReadonlySet<string>): number | null {
  const all = new Set([...a, ...b])
  if (all.size === 0) return null
  return 1 - [...a].filter((d) => b.has(d)).length / all.size
}

/**
 * How much the cited domains change between consecutive scans (oldest first) of the same query × platform. Two answers
 * that cite nothing have nothing to compare and are left out, as are cells that came back only once.
 */
export function volatilityOf(scans: readonly (readonly StoredAnswer[])[]): Volatility {
  const cells = scans.map(citedByCell)
  const distances: number[] = []
  for (let i = 1; i < cells.length; i++) {
    for (const [key, now] of cells[i] ?? []) {
      const before = cells[i - 1]?.get(key)
      const distance = before === undefined ? null : jaccardDistance(before, now)
      if (distance !== null) distances.push(distance)
    }
  }
  const sum = distances.reduce((a, b) => a + b, 0)
  return { value: distances.length === 0 ? null : sum / distances.length, pairs: distances.length }
}

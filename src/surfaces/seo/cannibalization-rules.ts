/** Cannibalization as pure rules: pages of one's own that take turns for one query. */
import { round } from './decay-rules.ts'

/** A second page below this share is no rival. */
export const MIN_SHARE = 0.2
const HIGH = 0.5
const MEDIUM = 0.6

export type Severity = 'high' | 'medium' | 'low'

/** Herfindahl–Hirschman index of the pages' shares: 1 when one page has it all, 1/n when n share equally. */
export function concentration(impressions: readonly number[]): number {
  const total = impressions.reduce((sum, count) => sum + count, 0)
  if (total === 0) return 1
  return impressions.reduce((sum, count) => sum + (count / total) ** 2, 0)
}

/** Rounded first, so that an equal split is on the right side of the line. */
export function severityOf(impressions: readonly number[]): Severity {
  const index = round(concentration(impressions), 6)
  if (index <= HIGH) return 'high'
  return index <= MEDIUM ? 'medium' : 'low'
}

import type { Point } from './grid-rules.ts'

export type Shade = { label: string; color: string; text: string; upTo: number }

/**
 * Blue to orange: the pair that people with any common colour blindness tell apart. The number on each point says the
 * same without colour; dark and light text are chosen for a contrast of at least 4.5 to 1.
 */
const SHADES: readonly Shade[] = [
  { label: '1–3', color: '#0b4f9e', text: '#ffffff', upTo: 3 },
  { label: '4–6', color: '#5a9bdc', text: '#0b1420', upTo: 6 },
  { label: '7–10', color: '#b5d5f2', text: '#0b1420', upTo: 10 },
  { label: '11–15', color: '#fbd38a', text: '#0b1420', upTo: 15 },
  { label: '16–20', color: '#e8912d', text: '#0b1420', upTo: 20 },
]
const ABSENT: Shade = {
  label: 'not in the top 20',
  color: '#93380a',
  text: '#ffffff',
  upTo: Number.POSITIVE_INFINITY,
}
const UNKNOWN: Shade = {
  label: 'not measured',
  color: '#c9ced6',
  text: '#0b1420',
  upTo: Number.POSITIVE_INFINITY,
}

export const LEGEND: readonly Shade[] = [...SHADES, ABSENT, UNKNOWN]

export function shadeOf({ rank, status }: Pick<Point, 'rank' | 'status'>): Shade {
  if (status !== 'measured') return UNKNOWN
  if (rank === null) return ABSENT
  return SHADES.find(({ upTo }) => rank <= upTo) ?? ABSENT
}

/** What stands on the point. */
export function markOf({ rank, status }: Pick<Point, 'rank' | 'status'>): string {
  if (status !== 'measured') return '–'
  return rank === null ? '20+' : String(rank)
}

/** The legend as it is answered. */
export function legend(): { label: string; color: string }[] {
  return LEGEND.map(({ label, color }) => ({ label, color }))
}

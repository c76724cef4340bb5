import { UNIT_MICROS } from '../../kernel/prices.ts'
import type { Failure } from '../../providers/contract.ts'
import type { SerpProvider } from '../../providers/serp/index.ts'
import { type Point, rankOf } from './grid-rules.ts'
import type { GridInput } from './grid-schemas.ts'

/** Calls at a time for one grid: the provider's lane is shared with everybody else's. */
const PARALLEL = 8

export type Measured = { points: Point[]; last_failure: Failure | null }

/** Looks at points, a few at a time. One that failed in a passing way is asked once more. */
export async function measure(
  serp: SerpProvider,
  input: GridInput,
  points: readonly Point[],
  signal?: AbortSignal,
): Promise<Measured> {
  const done: Point[] = [...points]
  let last_failure: Failure | null = null
  let next = 0
  const business = { place_id: input.place_id, domain: input.domain, name: input.business_name }
  async function work(): Promise<void> {
    for (let at = next++; at < points.length; at = next++) {
      const point = points[at]
      if (point === undefined || signal?.aborted) return
      const query = { keyword: input.keyword, lat: point.lat, lng: point.lng, zoom: input.zoom }
      const first = await serp.maps(query, signal)
      const map = first.ok || first.verdict !== 'retry_later' ? first : await serp.maps(query, signal)
      if (map.ok) done[at] = { ...point, rank: rankOf(map.value.places, business), status: 'measured' }
      else {
        done[at] = { ...point, status: 'failed' }
        last_failure = map
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(PARALLEL, points.length) }, work))
  return { points: done, last_failure }
}

/** Only answered points are paid for. */
export function costOf(points: readonly Point[]): number {
  return points.filter(({ status }) => status === 'measured').length * UNIT_MICROS.grid_point
}

/** Map grids: where the points are, who is found there, and what the ranks say. Pure. */
import { belongsTo } from '../../kernel/domain.ts'
import type { Place } from '../../providers/serp/types.ts'
import { round } from './decay-rules.ts'

/** What a business that is not among the first twenty counts as. */
export const ABSENT_RANK = 21
const TOP = 3
const KM_PER_DEGREE_LAT = 110.574
const KM_PER_DEGREE_LNG = 111.32

export type Point = {
  row: number
  col: number
  lat: number
  lng: number
  /** Null when the business is not among the first twenty. */
  rank: number | null
  /** pending: not looked at yet. failed: the provider did not answer for this point. */
  status: 'pending' | 'measured' | 'failed'
}

export type Business = {
  place_id?: string | undefined
  domain?: string | undefined
  name?: string | undefined
}

/** Row 0 is the north, column 0 the west; the middle is the given point. */
export function gridPoints(lat: number, lng: number, size: number, spacingKm: number): Point[] {
  const half = (size - 1) / 2
  const stepLat = spacingKm / KM_PER_DEGREE_LAT
  const stepLng = spacingKm / (KM_PER_DEGREE_LNG * Math.max(Math.cos((lat * Math.PI) / 180), 0.01))
  return Array.from({ length: size * size }, (_, index): Point => {
    const row = Math.floor(index / size)
    const col = index % size
    return {
      row,
      col,
      lat: round(Math.max(-90, Math.min(90, lat + (half - row) * stepLat)), 7),
      lng: round(wrap(lng + (col - half) * stepLng), 7),
      rank: null,
      status: 'pending',
    }
  })
}

function wrap(lng: number): number {
  return lng > 180 ? lng - 360 : lng < -180 ? lng + 360 : lng
}

/** The most certain sign that was given decides: the place, then the site, then the name. */
export function rankOf(places: readonly Place[], business: Business): number | null {
  const { place_id, domain, name } = business
  const is = (place: Place): boolean => {
    if (place_id !== undefined) return place.place_id === place_id
    if (domain !== undefined) return belongsTo(URL.parse(place.url ?? '')?.hostname ?? '', domain)
    return name !== undefined && plain(place.title) === plain(name)
  }
  const ranks = places.filter(is).map(({ rank }) => rank)
  return ranks.length === 0 ? null : Math.min(...ranks)
}

function plain(name: string): string {
  return name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
}

export type GridMetrics = { arp: number | null; atrp: number | null; solv: number | null }

/**
 * arp: mean rank where found. atrp: mean over all measured points, absent ones as 21. solv: share of measured points
 * in the top three. A point that the provider did not answer for says nothing about the business.
 */
export function metricsOf(points: readonly Point[]): GridMetrics {
  const measured = points.filter(({ status }) => status === 'measured')
  const found = measured.flatMap(({ rank }) => (rank === null ? [] : [rank]))
  if (measured.length === 0) return { arp: null, atrp: null, solv: null }
  const all = measured.map(({ rank }) => rank ?? ABSENT_RANK)
  return {
    arp: found.length === 0 ? null : round(mean(found), 2),
    atrp: round(mean(all), 2),
    solv: round(found.filter((rank) => rank <= TOP).length / measured.length, 4),
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

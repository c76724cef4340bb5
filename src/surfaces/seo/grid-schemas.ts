import { z } from 'zod'
import { Domain } from '../../kernel/domain.ts'
import { microsToUsd } from '../../kernel/plans.ts'
import { metricsOf, type Point } from './grid-rules.ts'
import type { GridRow } from './grid-store.ts'
import { legend } from './heatmap-scale.ts'
import { KeywordText } from './rank-rules.ts'

export const GridInput = z
  .object({
    keyword: KeywordText,
    lat: z.number().min(-85).max(85),
    lng: z.number().min(-180).max(180),
    size: z
      .int()
      .min(3)
      .max(15)
      .refine((size) => size % 2 === 1, 'must be odd, so that the grid has a middle')
      .default(5)
      .describe('Points along each side: odd, 3 to 15.'),
    spacing_km: z.number().min(0.1).max(50).default(1).describe('Between two points.'),
    zoom: z.int().min(4).max(18).default(15).describe('How far in Google Maps is zoomed at each point.'),
    place_id: z.string().min(1).max(300).optional().describe('The business by its Google place id.'),
    domain: Domain.optional(),
    business_name: z.string().trim().min(1).max(300).optional(),
  })
  .refine(({ place_id, domain, business_name }) => place_id ?? domain ?? business_name, {
    message: 'say which business: place_id, domain or business_name',
    path: ['place_id'],
  })
export type GridInput = z.output<typeof GridInput>

const metric = z.number().nullable()

export const metrics = {
  arp: metric.describe('Mean rank where it was found.'),
  atrp: metric.describe('Mean rank over all points, 21 where it was not found.'),
  solv: metric.describe('Share of points in the top 3.'),
}

export const GridPoint = z.object({
  row: z.int(),
  col: z.int(),
  lat: z.number(),
  lng: z.number(),
  rank: z.int().nullable().describe('Null when it is not among the first twenty.'),
  status: z.enum(['pending', 'measured', 'failed']),
})

export const Grid = z
  .object({
    id: z.string(),
    status: z.enum(['queued', 'running', 'completed', 'failed']),
    keyword: z.string(),
    lat: z.number(),
    lng: z.number(),
    size: z.int(),
    spacing_km: z.number(),
    zoom: z.int(),
    ...metrics,
    points: z.array(GridPoint),
    points_failed: z.int(),
    provider: z.string(),
    simulated: z.boolean(),
    cost_usd: z.number(),
    error_message: z.string().nullable(),
    created_at: z.string(),
    completed_at: z.string().nullable(),
  })
  .meta({ id: 'LocalGrid' })

export function presentGrid(row: GridRow): z.infer<typeof Grid> {
  const { keyword, lat, lng, size, spacing_km, zoom } = row.input
  return {
    id: row.id,
    status: row.status,
    keyword,
    lat,
    lng,
    size,
    spacing_km,
    zoom,
    ...metricsOf(row.points),
    points: row.points,
    points_failed: row.points.filter(({ status }) => status === 'failed').length,
    provider: row.provider,
    simulated: row.simulated,
    cost_usd: microsToUsd(row.cost_micros),
    error_message: row.error_message,
    created_at: row.created_at,
    completed_at: row.completed_at,
  }
}

const point = (row: number, col: number, rank: number | null): Point => ({
  row,
  col,
  lat: 30.27,
  lng: -97.74,
  rank,
  status: 'measured',
})

export const gridExample: z.infer<typeof Grid> = {
  id: 'grid_019a84d2c3f17c25b8d2e4f60718293a',
  status: 'completed',
  keyword: 'plumber',
  lat: 30.2672,
  lng: -97.7431,
  size: 3,
  spacing_km: 1,
  zoom: 15,
  arp: 2.5,
  atrp: 8.67,
  solv: 0.3333,
  points: [point(0, 0, 1), point(0, 1, 4), point(0, 2, null)],
  points_failed: 0,
  provider: 'dataforseo',
  simulated: true,
  cost_usd: 0.027,
  error_message: null,
  created_at: '2026-11-01T09:30:00.000Z',
  completed_at: '2026-11-01T09:30:05.000Z',
}

export const Heatmap = z
  .object({
    grid_id: z.string(),
    keyword: z.string(),
    size: z.int(),
    ranks: z
      .array(z.array(z.int().nullable()))
      .describe('Rows from north to south, columns from west to east.'),
    ...metrics,
    legend: z.array(z.object({ label: z.string(), color: z.string() })),
    simulated: z.boolean(),
  })
  .meta({ id: 'Heatmap' })

export const heatmapExample: z.infer<typeof Heatmap> = {
  grid_id: gridExample.id,
  keyword: 'plumber',
  size: 3,
  ranks: [
    [1, 4, null],
    [2, 3, 9],
    [1, 1, 5],
  ],
  arp: 3.25,
  atrp: 5.22,
  solv: 0.5556,
  legend: legend(),
  simulated: true,
}

import { z } from 'zod'
import { negotiate } from '../../kernel/accept.ts'
import { fail } from '../../kernel/errors.ts'
import { operation } from '../../kernel/operation.ts'
import { orRaw, Raw } from '../../kernel/raw.ts'
import { metricsOf } from './grid-rules.ts'
import { gridExample, Heatmap, heatmapExample } from './grid-schemas.ts'
import { findGrid } from './grid-store.ts'
import { legend } from './heatmap-scale.ts'
import { drawHeatmap } from './heatmap-svg.ts'

const SVG = 'image/svg+xml'
/** One address with two forms: no cache may give the one to who asked for the other. */
const VARIES = { Vary: 'Accept, Origin' }

export default operation({
  id: 'seo.get-heatmap',
  route: 'GET /seo/local-grid/{id}/heatmap',
  summary: 'Read a grid as a heatmap',
  description: 'JSON, or a picture: whichever Accept prefers, by its q-values, or format=svg.',
  scope: 'seo:write',
  meter: 'action',
  hold: null,
  rate: null,
  idempotent: false,
  live: true,
  input: z.object({
    id: z.string().max(80),
    format: z.enum(['json', 'svg']).optional().describe('Goes before Accept.'),
    accept: z
      .string()
      .max(2_000)
      .optional()
      .meta({ from_header: 'Accept' })
      .describe('image/svg+xml for the picture.'),
  }),
  output: { 200: orRaw(Heatmap, SVG) },
  errors: {},
  example: {
    input: { id: gridExample.id },
    output: heatmapExample,
  },
  async handle(ctx, input) {
    const { tenant_id, mode } = ctx.principal
    const grid = await findGrid(ctx.db, tenant_id, mode, input.id)
    if (grid === null) throw fail('not_found', 'No such grid.')
    const negotiated = negotiate(input.accept, ['application/json', SVG]) === SVG ? 'svg' : 'json'
    if ((input.format ?? negotiated) === 'svg')
      return { status: 200 as const, body: new Raw(SVG, drawHeatmap(grid)), headers: VARIES }
    const { keyword, size } = grid.input
    const ranks = Array.from({ length: size }, (_, row) =>
      grid.points.slice(row * size, (row + 1) * size).map(({ rank }) => rank),
    )
    const { simulated } = grid
    const body = {
      grid_id: grid.id,
      keyword,
      size,
      ranks,
      ...metricsOf(grid.points),
      legend: legend(),
      simulated,
    }
    return { status: 200 as const, body, headers: VARIES }
  },
})

import { z } from 'zod'
import { fail } from '../../kernel/errors.ts'
import { operation, reply } from '../../kernel/operation.ts'
import { orRaw, Raw } from '../../kernel/raw.ts'
import { metricsOf } from './grid-rules.ts'
import { gridExample, metrics } from './grid-schemas.ts'
import { findGrid } from './grid-store.ts'
import { legend } from './heatmap-scale.ts'
import { drawHeatmap } from './heatmap-svg.ts'

const SVG = 'image/svg+xml'

const Heatmap = z
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

export default operation({
  id: 'seo.get-heatmap',
  route: 'GET /seo/local-grid/{id}/heatmap',
  summary: 'Read a grid as a heatmap',
  description: 'JSON, or a picture: Accept: image/svg+xml, or format=svg.',
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
    output: {
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
    },
  },
  async handle(ctx, input) {
    const { tenant_id, mode } = ctx.principal
    const grid = await findGrid(ctx.db, tenant_id, mode, input.id)
    if (grid === null) throw fail('not_found', 'No such grid.')
    if ((input.format ?? (input.accept?.includes(SVG) ? 'svg' : 'json')) === 'svg')
      return { status: 200, body: new Raw(SVG, drawHeatmap(grid)) }
    const { keyword, size } = grid.input
    const ranks = Array.from({ length: size }, (_, row) =>
      grid.points.slice(row * size, (row + 1) * size).map(({ rank }) => rank),
    )
    return reply.ok({
      grid_id: grid.id,
      keyword,
      size,
      ranks,
      ...metricsOf(grid.points),
      legend: legend(),
      simulated: grid.simulated,
    })
  },
})

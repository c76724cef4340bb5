import { fail } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { operation, reply } from '../../kernel/operation.ts'
import { UNIT_MICROS } from '../../kernel/prices.ts'
import { providerError } from '../../kernel/provider-error.ts'
import { settle } from '../../meter/event-store.ts'
import { serpOf } from './check-rank.ts'
import { gridPoints } from './grid-rules.ts'
import { Grid, GridInput, gridExample, presentGrid } from './grid-schemas.ts'
import { insertGrid } from './grid-store.ts'
import { queueGrid } from './local-grid.task.ts'
import { costOf, measure } from './measure-grid.ts'

/** Up to five by five is answered at once; a larger grid would keep the caller waiting for minutes. */
const INLINE_POINTS = 25

export default operation({
  id: 'seo.local-grid',
  route: 'POST /seo/local-grid',
  summary: 'Measure local ranks on a grid',
  description:
    'One Google Maps search a point. Up to 5 × 5 it answers 201 with the result; larger grids answer 202 at once, and GET /seo/local-grid/{id} shows them fill.',
  scope: 'seo:write',
  meter: 'action',
  hold: (input) => input.size ** 2 * UNIT_MICROS.grid_point,
  rate: null,
  idempotent: true,
  live: true,
  input: GridInput,
  output: { 201: Grid, 202: Grid },
  errors: {
    serp_unconfigured: 'The installation has no search provider.',
    provider_failed: 'No point could be measured. Nothing is charged.',
  },
  example: {
    input: { keyword: 'plumber', lat: 30.2672, lng: -97.7431, size: 3, domain: 'acme.com' },
    output: gridExample,
  },
  async handle(ctx, input) {
    const { tenant_id, mode } = ctx.principal
    const serp = serpOf(ctx.app, mode)
    if (ctx.grant === null) throw fail('server_error', 'A grid without a grant cannot be settled.')
    const { event_id } = ctx.grant
    const planned = gridPoints(input.lat, input.lng, input.size, input.spacing_km)
    const grid = {
      id: newId('grid'),
      mode,
      input,
      usage_event_id: event_id,
      provider: serp.name,
      simulated: serp.simulated,
    }
    if (planned.length > INLINE_POINTS) {
      return ctx.commit(async (tx) => {
        const row = await insertGrid(tx, tenant_id, {
          ...grid,
          status: 'queued',
          points: planned,
          cost_micros: 0,
        })
        await queueGrid(tx, tenant_id, mode, row.id)
        return reply.accepted(presentGrid(row))
      })
    }
    const { points, last_failure } = await measure(serp, input, planned)
    if (last_failure !== null && points.every(({ status }) => status === 'failed'))
      throw providerError(last_failure, 'the search provider', 'keyword')
    const cost_micros = mode === 'live' ? costOf(points) : 0
    return ctx.commit(async (tx) => {
      const row = await insertGrid(tx, tenant_id, { ...grid, status: 'completed', points, cost_micros })
      await settle(tx, tenant_id, event_id, cost_micros)
      return reply.created(presentGrid(row))
    })
  },
})

import { z } from 'zod'
import { operation, reply } from '../../kernel/operation.ts'
import { listLocations } from '../../providers/gbp/index.ts'
import { businessAccount, withGoogle } from './google.ts'
import { AccountId, Location, locationExample } from './schemas.ts'

export default operation({
  id: 'gbp.list-locations',
  route: 'GET /gbp/locations',
  summary: 'List business locations',
  description: 'The locations that the connected Google account manages, as Google has them now.',
  scope: 'gbp:read',
  meter: 'action',
  hold: null,
  rate: null,
  idempotent: false,
  live: true,
  input: z.object({ account_id: AccountId.optional() }),
  output: { 200: z.object({ locations: z.array(Location), next_cursor: z.null(), simulated: z.boolean() }) },
  errors: { account_not_connected: 'No Google account with Business Profile is connected.' },
  example: { input: {}, output: { locations: [locationExample], next_cursor: null, simulated: true } },
  async handle(ctx, input) {
    const account = await businessAccount(ctx.app, ctx.principal, input)
    const locations = await withGoogle(ctx.app, ctx.principal, account, listLocations)
    const { simulated } = ctx.app.providers[ctx.principal.mode]
    return reply.ok({ locations, next_cursor: null, simulated })
  },
})

import { z } from 'zod'
import { fail } from '../../kernel/errors.ts'
import { operation, reply } from '../../kernel/operation.ts'
import { fetchMetrics } from '../../providers/gbp/index.ts'
import { businessAccount, locationOf, withGoogle } from './google.ts'
import { AccountId, LocationId } from './schemas.ts'

const DAY_MS = 86_400_000
const DAYS = 28
/** Google's figures for the newest days are not complete. */
const LAG_DAYS = 3
const LONGEST_DAYS = 540

const Metric = z.object({
  metric: z.string().describe('Google’s name for it, in lower case.'),
  total: z.int(),
  days: z.array(z.object({ date: z.string(), value: z.int() })),
})

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

export default operation({
  id: 'gbp.metrics',
  route: 'GET /gbp/metrics',
  summary: 'Read a location’s metrics',
  description:
    'Impressions, calls, directions and clicks by day; the last 28 complete days unless asked otherwise.',
  scope: 'gbp:read',
  meter: 'action',
  hold: null,
  rate: null,
  idempotent: false,
  live: true,
  input: z.object({
    account_id: AccountId.optional(),
    location_id: LocationId.optional(),
    from: z.iso.date().optional().describe('Default 27 days before to.'),
    to: z.iso.date().optional().describe('Not in the future. Default 3 days ago, which Google has complete.'),
  }),
  output: {
    200: z.object({
      location_id: z.string(),
      from: z.string(),
      to: z.string(),
      metrics: z.array(Metric),
      simulated: z.boolean(),
    }),
  },
  errors: { account_not_connected: 'No Google account with Business Profile is connected.' },
  example: {
    input: {},
    output: {
      location_id: 'accounts/1042/locations/5512',
      from: '2026-10-02',
      to: '2026-10-29',
      metrics: [{ metric: 'call_clicks', total: 3, days: [{ date: '2026-10-29', value: 3 }] }],
      simulated: true,
    },
  },
  async handle(ctx, input) {
    const { app, principal } = ctx
    const now = app.clock.now().getTime()
    const to = input.to ?? dayOf(now - LAG_DAYS * DAY_MS)
    if (to > dayOf(now)) throw fail('validation_failed', 'to: must not be in the future')
    const from = input.from ?? dayOf(Date.parse(to) - (DAYS - 1) * DAY_MS)
    const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
    if (days < 1 || days > LONGEST_DAYS)
      throw fail(
        'validation_failed',
        `from: must not be after ${to}, nor more than ${LONGEST_DAYS} days before`,
      )
    const account = await businessAccount(app, principal, input)
    const location = await locationOf(app, principal, account, input.location_id)
    const found = await withGoogle(app, principal, account, (google) =>
      fetchMetrics(google, location.id, { from, to }),
    )
    const metrics = found.map(({ metric, days: values }) => ({
      metric: metric.toLowerCase(),
      total: values.reduce((sum, { value }) => sum + value, 0),
      days: values,
    }))
    const { simulated } = app.providers[principal.mode]
    return reply.ok({ location_id: location.id, from, to, metrics, simulated })
  },
})

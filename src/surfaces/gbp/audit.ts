import { z } from 'zod'
import { operation, reply } from '../../kernel/operation.ts'
import { listPosts } from '../../providers/gbp/index.ts'
import { audit } from './audit-rules.ts'
import { businessAccount, locationOf, withGoogle } from './google.ts'
import { AccountId, LocationId } from './schemas.ts'

const Audit = z
  .object({
    location_id: z.string(),
    title: z.string(),
    score: z.int().nullable().describe('0 to 100, over what is known; null when nothing is.'),
    checks: z.array(
      z.object({ id: z.string(), status: z.enum(['pass', 'fail', 'unknown']), weight: z.int() }),
    ),
    fixes: z
      .array(z.object({ id: z.string(), weight: z.int(), fix: z.string() }))
      .describe('What to do, what counts most first.'),
    simulated: z.boolean(),
  })
  .meta({ id: 'BusinessAudit' })

export default operation({
  id: 'gbp.audit',
  route: 'GET /gbp/audit',
  summary: 'Audit a business profile',
  description:
    'How complete it is, check by check, and what to do first. What Google does not say counts for nothing.',
  scope: 'gbp:read',
  meter: 'action',
  hold: null,
  rate: null,
  idempotent: false,
  live: true,
  input: z.object({ account_id: AccountId.optional(), location_id: LocationId.optional() }),
  output: { 200: Audit },
  errors: { account_not_connected: 'No Google account with Business Profile is connected.' },
  example: {
    input: {},
    output: {
      location_id: 'accounts/1042/locations/5512',
      title: 'Acme Plumbing Austin',
      score: 92,
      checks: [{ id: 'phone', status: 'pass', weight: 10 }],
      fixes: [{ id: 'special_hours', weight: 3, fix: 'Add hours for holidays.' }],
      simulated: true,
    },
  },
  async handle(ctx, input) {
    const { app, principal } = ctx
    const account = await businessAccount(app, principal, input)
    const location = await locationOf(app, principal, account, input.location_id)
    // Posts are a part of the audit, not a condition for it.
    const posts = await withGoogle(app, principal, account, (google) => listPosts(google, location.id)).catch(
      () => null,
    )
    const found = audit({ location, posts, today: app.clock.now().toISOString() })
    const { simulated } = app.providers[principal.mode]
    return reply.ok({ location_id: location.id, title: location.title, ...found, simulated })
  },
})

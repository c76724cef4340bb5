import { z } from 'zod'
import { fail } from '../../kernel/errors.ts'
import { operation, reply } from '../../kernel/operation.ts'
import { verifySite } from './rules.ts'
import { Method, presentSite, Site, siteExample } from './schemas.ts'
import { findSite, recordLook } from './store.ts'

export default operation({
  id: 'sites.verify',
  route: 'POST /sites/{id}/verify',
  summary: 'Look for the proof that a site is yours',
  description:
    'Looks at the domain from outside, now. The reply is the site: verified, or failed with last_error. In the sandbox, domains with "verified" in their name publish the proof by themselves.',
  scope: 'sites:write',
  meter: 'none',
  hold: null,
  rate: null,
  idempotent: true,
  live: true,
  input: z.object({ id: z.string().max(80), method: Method }),
  output: { 200: Site },
  errors: {},
  example: {
    input: { id: siteExample.id, method: 'dns_txt' },
    output: {
      ...siteExample,
      status: 'verified',
      method: 'dns_txt',
      checked_at: '2026-11-01T09:31:00.000Z',
      verified_at: '2026-11-01T09:31:00.000Z',
    },
  },
  async handle(ctx, { id, method }) {
    const owner = ctx.principal
    const site = await findSite(ctx.db, owner, id)
    if (site === null) throw fail('not_found', 'No such site.')
    const lookup = ctx.app.site_lookups[owner.mode]
    const verdict = await verifySite(lookup, method, site)
    return ctx.commit(async (tx) => {
      const row = await recordLook(tx, owner, { id, method, simulated: lookup.simulated, verdict })
      if (row === null) throw fail('not_found', 'No such site.')
      return reply.ok(presentSite(row))
    })
  },
})

import { z } from 'zod'
import { fail } from '../../kernel/errors.ts'
import { operation, reply } from '../../kernel/operation.ts'
import { presentSite, Site, siteExample } from './schemas.ts'
import { findSite } from './store.ts'

export default operation({
  id: 'sites.get',
  route: 'GET /sites/{id}',
  summary: 'Read a site',
  description: 'Its status, what the last look found, and what to publish.',
  scope: 'sites:read',
  meter: 'none',
  hold: null,
  rate: null,
  idempotent: false,
  live: true,
  input: z.object({ id: z.string().max(80) }),
  output: { 200: Site },
  errors: {},
  example: { input: { id: siteExample.id }, output: siteExample },
  async handle(ctx, input) {
    const site = await findSite(ctx.db, ctx.principal, input.id)
    if (site === null) throw fail('not_found', 'No such site.')
    return reply.ok(presentSite(site))
  },
})

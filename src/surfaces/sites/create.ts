import { z } from 'zod'
import { Domain } from '../../kernel/domain.ts'
import { fail } from '../../kernel/errors.ts'
import { newId, randomBase62 } from '../../kernel/ids.ts'
import { operation, reply } from '../../kernel/operation.ts'
import { MAX_SITES } from './rules.ts'
import { presentSite, Site, SiteName, siteExample } from './schemas.ts'
import { countSites, insertSite } from './store.ts'

export default operation({
  id: 'sites.create',
  route: 'POST /sites',
  summary: 'Register a site',
  description:
    'The reply says what to publish to prove that the domain is yours; POST /sites/{id}/verify then looks for it.',
  scope: 'sites:write',
  meter: 'none',
  hold: null,
  rate: null,
  idempotent: true,
  live: true,
  input: z.object({ domain: Domain, name: SiteName.optional() }),
  output: { 201: Site },
  errors: {
    already_exists: 'The domain is registered already.',
    conflict: `The tenant has ${MAX_SITES} sites.`,
  },
  example: { input: { domain: 'verified.acme.example', name: 'Acme' }, output: siteExample },
  handle: (ctx, input) =>
    ctx.commit(async (tx) => {
      const owner = ctx.principal
      if ((await countSites(tx, owner)) >= MAX_SITES) {
        throw fail('conflict', `There are ${MAX_SITES} sites already.`, { fix_hint: 'Remove one first.' })
      }
      const site = await insertSite(tx, owner, {
        id: newId('site'),
        domain: input.domain,
        name: input.name ?? null,
        token: randomBase62(32),
        simulated: ctx.app.site_lookups[owner.mode].simulated,
      })
      if (site === null) {
        throw fail('already_exists', `${input.domain} is registered already.`, {
          fix_hint: 'GET /v1/sites lists the sites of this tenant.',
        })
      }
      return reply.created(presentSite(site))
    }),
})

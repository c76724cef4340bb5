import { z } from 'zod'
import { Domain, urlBelongsTo } from '../../kernel/domain.ts'
import { fail } from '../../kernel/errors.ts'
import { operation, reply } from '../../kernel/operation.ts'
import { addDays, dayOf } from './days.ts'
import { saveRows } from './performance-store.ts'
import { fetchSearch } from './search-console.ts'

const DEFAULT_DAYS = 90

export default operation({
  id: 'seo.sync-performance',
  route: 'POST /seo/performance/sync',
  summary: 'Fetch search performance from Search Console',
  description:
    'Reads the rows of a property through the connected Google account and stores them as POST /seo/performance does. complete is false when the range holds more than one request takes.',
  scope: 'seo:write',
  meter: 'action',
  hold: null,
  rate: null,
  idempotent: true,
  live: true,
  input: z.object({
    site: Domain,
    property: z
      .string()
      .min(1)
      .max(500)
      .optional()
      .describe('As Search Console names it. Default sc-domain:<site>.'),
    account_id: z
      .string()
      .max(80)
      .optional()
      .describe('Of several connected Google accounts; the one connected last when left out.'),
    from: z.iso.date().optional().describe('Default 90 days before to.'),
    to: z.iso.date().optional().describe('Default today.'),
  }),
  output: {
    200: z.object({
      site: z.string(),
      property: z.string(),
      from: z.string(),
      to: z.string(),
      rows: z.int(),
      skipped: z.int().describe('Rows of pages that are not on the site, which a wider property has.'),
      complete: z.boolean(),
      simulated: z.boolean(),
    }),
  },
  errors: {
    account_not_connected: 'No Google account that may read the property is connected.',
    provider_failed: 'Search Console did not answer. Nothing is charged.',
  },
  example: {
    input: { site: 'acme.com' },
    output: {
      site: 'acme.com',
      property: 'sc-domain:acme.com',
      from: '2026-08-03',
      to: '2026-11-01',
      rows: 1840,
      skipped: 0,
      complete: true,
      simulated: true,
    },
  },
  async handle(ctx, { site, account_id, ...input }) {
    const { app, principal } = ctx
    const property = input.property ?? `sc-domain:${site}`
    const today = dayOf(app.clock.now())
    const to = input.to ?? today
    const from = input.from ?? addDays(to, -DEFAULT_DAYS)
    if (from > to) throw fail('validation_failed', `from: must not be after ${to}`)
    if (from > today) throw fail('validation_failed', 'from: must not be in the future')
    const { pages, complete } = await fetchSearch(app, principal, { property, from, to, account_id })
    return ctx.commit(async (tx) => {
      let [rows, skipped] = [0, 0]
      for (const page of pages) {
        const own = page.filter((row) => urlBelongsTo(row.page, site))
        skipped += page.length - own.length
        if (own.length > 0) rows += await saveRows(tx, principal, site, own)
      }
      const { simulated } = app.providers[principal.mode]
      return reply.ok({ site, property, from, to, rows, skipped, complete, simulated })
    })
  },
})

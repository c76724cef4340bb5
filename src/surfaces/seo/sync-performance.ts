import { z } from 'zod'
import { Domain } from '../../kernel/domain.ts'
import { fail } from '../../kernel/errors.ts'
import { operation, reply } from '../../kernel/operation.ts'
import { providerError } from '../../kernel/provider-error.ts'
import { PAGE_ROWS, querySearch, type SearchRow } from '../../providers/google/search-console.ts'
import { addDays, dayOf } from './days.ts'
import { saveRows } from './performance-store.ts'

const DEFAULT_DAYS = 90
/** Pages of 25,000 rows that one request fetches; a larger property is synced in shorter ranges. */
const MOST_PAGES = 10

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
      complete: z.boolean(),
      simulated: z.boolean(),
    }),
  },
  errors: {
    account_not_connected: 'No Google account with Search Console is connected.',
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
      complete: true,
      simulated: true,
    },
  },
  async handle(ctx, { site, ...input }) {
    const { app, principal } = ctx
    const { tenant_id, mode } = principal
    const property = input.property ?? `sc-domain:${site}`
    const to = input.to ?? dayOf(app.clock.now())
    const from = input.from ?? addDays(to, -DEFAULT_DAYS)
    if (from > to) throw fail('validation_failed', 'from: must not be after to')
    const [account] = await app.connections.usable(principal, 'google', 'search_console')
    if (account === undefined)
      throw fail('account_not_connected', 'No Google account with Search Console is connected.', {
        fix_hint: 'Connect it with POST /v1/connect/google.',
      })
    const platforms = { caller: app.caller, sandbox_url: app.providers[mode].sandbox_url }
    const pages: SearchRow[][] = []
    for (let at = 0; at < MOST_PAGES && (pages.at(-1)?.length ?? PAGE_ROWS) === PAGE_ROWS; at++) {
      const page = await app.connections.withAccessToken(
        { tenant_id, mode, account_id: account.id },
        ({ authorization }) =>
          querySearch(platforms, authorization ?? '', { property, from, to, start_row: at * PAGE_ROWS }),
      )
      if (!page.ok) throw providerError(page, 'Search Console', 'property')
      pages.push(page.value)
    }
    const complete = pages.at(-1)?.length !== PAGE_ROWS
    return ctx.commit(async (tx) => {
      let rows = 0
      for (const page of pages) if (page.length > 0) rows += await saveRows(tx, principal, site, page)
      return reply.ok({ site, property, from, to, rows, complete, simulated: app.providers[mode].simulated })
    })
  },
})

import { z } from 'zod'
import { Domain } from '../../kernel/domain.ts'
import { operation, reply } from '../../kernel/operation.ts'
import { decayOf, MIN_IMPRESSIONS, periodOf, shareUnits, windowsFrom } from './decay-rules.ts'
import { decayedPages } from './decay-store.ts'
import { Decayed, decayExample, SiteWindows, Window } from './performance-schemas.ts'
import { newestDays } from './performance-store.ts'

export default operation({
  id: 'seo.content-decay',
  route: 'GET /seo/content-decay',
  summary: 'Find pages that lose clicks',
  description:
    'The last 28 days against the 28 before and the year before, from stored Search Console rows; the newest 3 days are left out. Each site is counted back from its own newest day.',
  scope: 'seo:read',
  meter: 'action',
  hold: null,
  rate: null,
  idempotent: false,
  live: true,
  input: z.object({
    site: Domain.optional().describe('One site only; all of them when left out.'),
    min_drop: z
      .number()
      .min(0.01)
      .max(1)
      .default(0.2)
      .describe('Share of clicks lost from which a page counts, to four digits.'),
    limit: z.int().min(1).max(100).default(20),
  }),
  output: {
    200: z.object({
      pages: z.array(Decayed),
      clicks_lost: z.int().describe('Of the pages listed.'),
      current: Window.nullable().describe('The last 28 days of the newest site; null without data.'),
      previous: Window.nullable(),
      year_before: Window.nullable(),
      windows: z.array(SiteWindows).describe('The periods of every site that has data, the newest first.'),
    }),
  },
  errors: {},
  example: { input: { limit: 20 }, output: decayExample },
  async handle(ctx, input) {
    const newest = await newestDays(ctx.db, ctx.principal, input.site ?? null)
    const windows = newest.map(({ site, day }) => ({ site, ...windowsFrom(day) }))
    const rule = {
      min_impressions: MIN_IMPRESSIONS,
      min_drop_units: shareUnits(input.min_drop),
      limit: input.limit,
    }
    const found = windows.length === 0 ? [] : await decayedPages(ctx.db, ctx.principal, windows, rule)
    const pages = found.flatMap(({ site, page, ...sums }) => {
      const decay = decayOf(sums, input.min_drop)
      if (decay === null) return []
      const { current, previous, year_before } = sums
      return [
        {
          site,
          page,
          ...decay,
          current: periodOf(current),
          previous: periodOf(previous),
          year_before: year_before.impressions === 0 ? null : periodOf(year_before),
        },
      ]
    })
    const clicks_lost = pages.reduce((sum, page) => sum + page.clicks_lost, 0)
    const [first] = windows
    const { current, previous, year_before } = first ?? { current: null, previous: null, year_before: null }
    return reply.ok({ pages, clicks_lost, current, previous, year_before, windows })
  },
})

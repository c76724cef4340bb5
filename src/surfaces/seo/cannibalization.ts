import { z } from 'zod'
import { Domain } from '../../kernel/domain.ts'
import { operation, reply } from '../../kernel/operation.ts'
import { concentration, MIN_SHARE, severityOf } from './cannibalization-rules.ts'
import { MIN_IMPRESSIONS, periodOf, round, windowsFrom } from './decay-rules.ts'
import { Cannibalized, cannibalizationExample, Window } from './performance-schemas.ts'
import { newestDays } from './performance-store.ts'
import { sharedQueries } from './shared-store.ts'

export default operation({
  id: 'seo.cannibalization',
  route: 'GET /seo/cannibalization',
  summary: 'Find queries that several of your pages compete for',
  description:
    'Queries of the last 28 days whose second page of the same site has at least a fifth of the impressions and whose top page changed.',
  scope: 'seo:read',
  meter: 'action',
  hold: null,
  rate: null,
  idempotent: false,
  live: true,
  input: z.object({
    site: Domain.optional().describe('One site only; all of them when left out.'),
    limit: z.int().min(1).max(100).default(20),
  }),
  output: {
    200: z.object({
      queries: z.array(Cannibalized),
      current: Window.nullable().describe('The last 28 days of the newest site; null without data.'),
      windows: z
        .array(z.object({ site: z.string(), current: Window }))
        .describe('The last 28 days of every site that has data, the newest first.'),
    }),
  },
  errors: {},
  example: { input: { limit: 20 }, output: cannibalizationExample },
  async handle(ctx, input) {
    const newest = await newestDays(ctx.db, ctx.principal, input.site ?? null)
    const windows = newest.map(({ site, day }) => ({ site, current: windowsFrom(day).current }))
    const rule = { min_impressions: MIN_IMPRESSIONS, min_share: MIN_SHARE, limit: input.limit }
    const found = windows.length === 0 ? [] : await sharedQueries(ctx.db, ctx.principal, windows, rule)
    const queries = found.map(({ site, query, impressions, top_changes, pages }) => {
      const counts = pages.map((page) => page.impressions)
      return {
        site,
        query,
        impressions,
        severity: severityOf(counts),
        hhi: round(concentration(counts), 4),
        top_changes,
        pages: pages.map(({ page, ...sums }) => ({
          page,
          ...periodOf(sums),
          share: round(sums.impressions / impressions, 4),
        })),
      }
    })
    return reply.ok({ queries, current: windows[0]?.current ?? null, windows })
  },
})

import { z } from 'zod'
import { Domain, PageUrl, urlBelongsTo } from '../../kernel/domain.ts'

/** Before there was anything to export; the periods that are compared reach back from a day by more than a year. */
const OLDEST = '2000-01-01'

const count = z.int().min(0).max(2_000_000_000)

const Row = z.strictObject({
  date: z.iso.date().refine((day) => day >= OLDEST, `must not be before ${OLDEST}`),
  page: PageUrl.describe('On the site or a subdomain of it.'),
  query: z.string().min(1).max(2_000),
  clicks: count.describe('At most the impressions.'),
  impressions: count,
  position: z.number().min(1).max(10_000).describe('1 is the first place.'),
})

/** Rows that contradict themselves or belong to another site would show up later as decay that never was. */
export const ImportInput = z
  .object({ site: Domain, rows: z.array(Row).min(1).max(25_000) })
  .superRefine(({ site, rows }, ctx) => {
    for (const [index, { page, clicks, impressions }] of rows.entries()) {
      const at = (field: string, message: string) =>
        ctx.addIssue({ code: 'custom', message, path: ['rows', index, field] })
      if (!urlBelongsTo(page, site)) at('page', `must be on ${site}`)
      if (clicks > impressions) at('clicks', 'must not be more than the impressions')
    }
  })

export const Window = z.object({ from: z.string(), to: z.string() }).meta({ id: 'DayRange' })

export const SiteWindows = z
  .object({ site: z.string(), current: Window, previous: Window, year_before: Window })
  .meta({ id: 'SiteWindows' })

const Period = z.object({
  clicks: z.int(),
  impressions: z.int(),
  ctr: z.number(),
  position: z.number().nullable().describe('Average, weighted by impressions; null without any.'),
})

export const Decayed = z
  .object({
    site: z.string(),
    page: z.string(),
    against: z.enum(['previous', 'year_before']).describe('The comparison in which it lost more clicks.'),
    clicks_lost: z.int(),
    drop: z.number().describe('Share of the clicks that were lost.'),
    cause: z
      .enum(['demand', 'rank', 'ctr'])
      .describe('Fewer searches, a worse position, or fewer clicks at the same position.'),
    current: Period,
    previous: Period,
    year_before: Period.nullable(),
  })
  .meta({ id: 'DecayedPage' })

export const Cannibalized = z
  .object({
    site: z.string(),
    query: z.string(),
    impressions: z.int(),
    severity: z.enum(['high', 'medium', 'low']),
    hhi: z.number().describe('Concentration of impressions: 1 is one page alone, 0.5 two equal ones.'),
    top_changes: z.int().describe('Days on which another page was on top than the day before.'),
    pages: z.array(z.object({ page: z.string(), ...Period.shape, share: z.number() })),
  })
  .meta({ id: 'CannibalizedQuery' })

const current = { from: '2026-10-02', to: '2026-10-29' }
const previous = { from: '2026-09-04', to: '2026-10-01' }
const year_before = { from: '2025-10-03', to: '2025-10-30' }

export const decayExample = {
  pages: [
    {
      site: 'acme.com',
      page: 'https://acme.com/crm',
      against: 'previous',
      clicks_lost: 60,
      drop: 0.6,
      cause: 'rank',
      current: { clicks: 40, impressions: 1000, ctr: 0.04, position: 6.2 },
      previous: { clicks: 100, impressions: 1200, ctr: 0.083333, position: 3.1 },
      year_before: null,
    },
  ],
  clicks_lost: 60,
  current,
  previous,
  year_before,
  windows: [{ site: 'acme.com', current, previous, year_before }],
} as const

export const cannibalizationExample = {
  queries: [
    {
      site: 'acme.com',
      query: 'best crm',
      impressions: 200,
      severity: 'high',
      hhi: 0.5,
      top_changes: 3,
      pages: [
        {
          page: 'https://acme.com/crm',
          clicks: 8,
          impressions: 100,
          ctr: 0.08,
          position: 4.5,
          share: 0.5,
        },
        {
          page: 'https://acme.com/blog/crm',
          clicks: 5,
          impressions: 100,
          ctr: 0.05,
          position: 5.5,
          share: 0.5,
        },
      ],
    },
  ],
  current,
  windows: [{ site: 'acme.com', current }],
} as const

import { z } from 'zod'

export const Window = z.object({ from: z.string(), to: z.string() }).meta({ id: 'DayRange' })

const Period = z.object({
  clicks: z.int(),
  impressions: z.int(),
  ctr: z.number(),
  position: z.number().nullable().describe('Average, weighted by impressions; null without any.'),
})

export const Decayed = z
  .object({
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
    query: z.string(),
    impressions: z.int(),
    severity: z.enum(['high', 'medium', 'low']),
    hhi: z.number().describe('Concentration of impressions: 1 is one page alone, 0.5 two equal ones.'),
    top_changes: z.int().describe('Days on which another page was on top than the day before.'),
    pages: z.array(z.object({ page: z.string(), ...Period.shape, share: z.number() })),
  })
  .meta({ id: 'CannibalizedQuery' })

const current = { from: '2026-10-02', to: '2026-10-29' }

export const decayExample = {
  pages: [
    {
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
  previous: { from: '2026-09-04', to: '2026-10-01' },
  year_before: { from: '2025-10-03', to: '2025-10-30' },
} as const

export const cannibalizationExample = {
  queries: [
    {
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
} as const

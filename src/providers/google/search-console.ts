/** Search Console (developers.google.com/webmaster-tools/v1/searchanalytics/query). */
import { z } from 'zod'
import { type Outcome, succeed } from '../contract.ts'
import { callPlatform, type Platforms } from '../platform.ts'

const BASE = 'https://www.googleapis.com/webmasters/v3/sites'
/** The most that one call returns; fewer means that it was the last page. */
export const PAGE_ROWS = 25_000

export interface SearchRow {
  date: string
  page: string
  query: string
  clicks: number
  impressions: number
  position: number
}

const Body = z.object({
  rows: z
    .array(
      z.object({
        keys: z.tuple([z.string(), z.string(), z.string()]),
        clicks: z.number(),
        impressions: z.number(),
        position: z.number(),
      }),
    )
    .nullish(),
})

/** One page of a property's rows by query, page and day. Days without data come without rows, not with zeros. */
export async function querySearch(
  platforms: Platforms,
  authorization: string,
  asked: { property: string; from: string; to: string; start_row: number },
): Promise<Outcome<SearchRow[]>> {
  const reply = await callPlatform(
    platforms,
    {
      mount: 'google',
      method: 'POST',
      url: `${BASE}/${encodeURIComponent(asked.property)}/searchAnalytics/query`,
      authorization,
      body: {
        startDate: asked.from,
        endDate: asked.to,
        dimensions: ['query', 'page', 'date'],
        rowLimit: PAGE_ROWS,
        startRow: asked.start_row,
      },
    },
    Body,
  )
  if (!reply.ok) return reply
  return succeed(
    (reply.value.rows ?? []).map(({ keys: [query, page, date], clicks, impressions, position }) => ({
      date,
      page,
      query,
      clicks: Math.round(clicks),
      impressions: Math.round(impressions),
      position,
    })),
  )
}

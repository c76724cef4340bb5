import { z } from 'zod'
import type { KeywordRow } from './keyword-store.ts'
import { Rank, rankExample } from './rank-rules.ts'

export const Schedule = z.enum(['daily', 'weekly'])

export const Keyword = z
  .object({
    id: z.string(),
    keyword: z.string(),
    domain: z.string(),
    location: z.string(),
    device: z.enum(['desktop', 'mobile']),
    schedule: Schedule,
    last_error: z.string().nullable().describe('Why the last scheduled check brought nothing.'),
    latest: Rank.nullable().describe('The last result; null until the first check is done.'),
    created_at: z.string(),
  })
  .meta({ id: 'TrackedKeyword' })

export function presentKeyword(
  { mode: _mode, key_id: _key, next_check: _check, ...row }: KeywordRow,
  latest: Rank | null,
): z.infer<typeof Keyword> {
  return { ...row, schedule: row.schedule ?? 'daily', latest }
}

export const keywordExample: z.infer<typeof Keyword> = {
  id: 'kw_019a84d2c3f17c25b8d2e4f60718293a',
  keyword: 'best crm',
  domain: 'acme.com',
  location: 'United States',
  device: 'desktop',
  schedule: 'daily',
  last_error: null,
  latest: rankExample,
  created_at: '2026-11-01T09:30:00.000Z',
}

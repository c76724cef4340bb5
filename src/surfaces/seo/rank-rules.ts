import { z } from 'zod'
import { Domain, urlBelongsTo } from '../../kernel/domain.ts'
import type { Device, SerpPage } from '../../providers/serp/types.ts'

/** How many organic results a check looks at: five pages of ten. */
export const RANK_DEPTH = 50
const TOP = 10

export type Target = { keyword: string; domain: string; location: string; device: Device }

/** Search engines make no difference between these either: Best CRM and best  crm are one search. */
export function sameText(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim()
    .replace(/\s+/g, ' ')
    .toLowerCase()
}

/** Something that can be searched for: signs that nobody sees are no keyword. */
export const KeywordText = z
  .string()
  .trim()
  .min(1)
  .max(700)
  .refine((text) => sameText(text) !== '', 'must contain something that can be seen')

/** What names a ranking: the same four fields for a single check and for tracking. */
export const target = {
  keyword: KeywordText,
  domain: Domain,
  location: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .default('United States')
    .describe('A country, or narrower: Austin, Texas, United States.'),
  device: z.enum(['desktop', 'mobile']).default('desktop'),
}

const Match = z.object({
  position: z.int(),
  absolute_position: z.int().nullable(),
  url: z.string(),
  title: z.string(),
})

export const Rank = z
  .object({
    keyword: z.string(),
    domain: z.string(),
    location: z.string(),
    device: z.enum(['desktop', 'mobile']),
    found: z.boolean(),
    position: z.int().nullable().describe('Best place among organic results; null when not found.'),
    absolute_position: z
      .int()
      .nullable()
      .describe('Its place among everything on the page, where it is known.'),
    url: z.string().nullable(),
    title: z.string().nullable(),
    snippet: z.string().nullable(),
    all_matches: z.array(Match).describe('Every result of the domain and its subdomains, best first.'),
    serp_features: z.array(z.string()),
    ai_overview: z.object({ present: z.boolean(), cited: z.boolean() }),
    top_results: z.array(
      z.object({ position: z.int(), url: z.string(), domain: z.string(), title: z.string() }),
    ),
    depth: z.int().describe('How many organic results were looked at.'),
    checked_at: z.string(),
    provider: z.string(),
    simulated: z.boolean(),
    cost_usd: z.number(),
  })
  .meta({ id: 'Rank' })
export type Rank = z.infer<typeof Rank>

export type Found = Omit<Rank, 'checked_at' | 'provider' | 'simulated' | 'cost_usd'>

/** Where the domain stands on a page. Subdomains count as the domain, look-alikes do not. */
export function rankOn(page: SerpPage, { keyword, domain, location, device }: Target): Found {
  const own = page.organic
    .filter(({ url }) => urlBelongsTo(url, domain))
    .sort((a, b) => a.position - b.position)
  const best = own[0]
  return {
    keyword,
    domain,
    location,
    device,
    found: best !== undefined,
    position: best?.position ?? null,
    absolute_position: best?.absolute_position ?? null,
    url: best?.url ?? null,
    title: best?.title ?? null,
    snippet: best?.snippet ?? null,
    all_matches: own.map(({ position, absolute_position, url, title }) => ({
      position,
      absolute_position,
      url,
      title,
    })),
    serp_features: page.features,
    ai_overview: {
      present: page.ai_overview.present,
      cited: page.ai_overview.cited_urls.some((url) => urlBelongsTo(url, domain)),
    },
    top_results: page.organic
      .slice(0, TOP)
      .map(({ position, url, domain: host, title }) => ({ position, url, domain: host, title })),
    depth: page.depth,
  }
}

export const rankExample: Rank = {
  keyword: 'best crm',
  domain: 'acme.com',
  location: 'United States',
  device: 'desktop',
  found: true,
  position: 4,
  absolute_position: 6,
  url: 'https://acme.com/crm',
  title: 'Acme CRM',
  snippet: 'A CRM for small teams.',
  all_matches: [{ position: 4, absolute_position: 6, url: 'https://acme.com/crm', title: 'Acme CRM' }],
  serp_features: ['ai_overview', 'people_also_ask'],
  ai_overview: { present: true, cited: false },
  top_results: [{ position: 1, url: 'https://globex.com/crm', domain: 'globex.com', title: 'Globex CRM' }],
  depth: RANK_DEPTH,
  checked_at: '2026-11-01T09:30:00.000Z',
  provider: 'dataforseo',
  simulated: true,
  cost_usd: 0.02,
}

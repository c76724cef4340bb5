/**
 * Google's results through SerpApi (serpapi.com/search-api, /google-maps-api). Google serves ten results a page, so
 * a deeper look is several searches, each of them paid for.
 */
import { z } from 'zod'
import { type HttpReply, type HttpRequest, type Outcome, type ProviderDoor, succeed } from '../contract.ts'
import { SERPAPI_SEARCH_MICROS } from '../engines/prices.ts'
import { failureOf, parseJson, readVendorError, unreadable } from '../vendor-errors.ts'
import { type Account, callAndParse, joinUrl, secretsOf } from '../wire.ts'
import { countryOf, hostOf, locationName } from './place.ts'
import {
  MAPS_DEPTH,
  type MapsPage,
  type MapsQuery,
  type RankQuery,
  type SerpAdapter,
  type SerpPage,
} from './types.ts'

const PAGE_SIZE = 10

/** Its name for an element of the page → the name that all vendors share here. */
const FEATURES: Record<string, string> = {
  ai_overview: 'ai_overview',
  answer_box: 'featured_snippet',
  knowledge_graph: 'knowledge_graph',
  local_results: 'local_pack',
  related_questions: 'people_also_ask',
  related_searches: 'related_searches',
  top_stories: 'top_stories',
  inline_videos: 'video',
  inline_images: 'images',
  shopping_results: 'shopping',
  ads: 'paid',
}

const text = z.string().nullish().catch(null)
const count = z.number().nullish().catch(null)

const Page = z.looseObject({
  search_metadata: z.object({ status: z.string() }),
  error: text,
  organic_results: z.array(z.object({ position: count, link: text, title: text, snippet: text })).nullish(),
  ai_overview: z
    .object({
      references: z
        .array(z.object({ link: text }))
        .nullish()
        .catch(null),
      // Instead of the overview itself, where Google shows it late: good for a minute.
      page_token: text,
    })
    .nullish()
    .catch(null),
})
type Page = z.infer<typeof Page>

const Maps = z.object({
  search_metadata: z.object({ status: z.string() }),
  error: text,
  local_results: z
    .array(
      z.object({
        position: count,
        title: text,
        website: text,
        place_id: text,
        data_cid: text,
        address: text,
        rating: count,
        reviews: count,
      }),
    )
    .nullish(),
})

function search(account: Account, parameters: Record<string, string>): HttpRequest {
  const query = new URLSearchParams({ ...parameters, api_key: account.api_key, output: 'json' })
  return { method: 'GET', url: `${joinUrl(account.base_url, '/search.json')}?${query}` }
}

/** "No results" comes as an error text in a search whose status is Success. */
function read<T extends { search_metadata: { status: string }; error?: string | null | undefined }>(
  reply: HttpReply,
  schema: z.ZodType<T>,
  account: Account,
): Outcome<T> {
  const secrets = secretsOf(account)
  const json = parseJson(reply.text)
  if (reply.status >= 400) return failureOf(reply, readVendorError(json), secrets)
  const body = schema.safeParse(json)
  if (!body.success) return unreadable(reply, secrets)
  if (body.data.search_metadata.status !== 'Success') {
    return failureOf(reply, { status: 500, text: body.data.error ?? '' }, secrets)
  }
  return succeed(body.data)
}

export function rankRequest(query: RankQuery, start: number, account: Account): HttpRequest {
  const country = countryOf(query.location)
  return search(account, {
    engine: 'google',
    q: query.keyword,
    location: locationName(query.location, ', '),
    hl: query.language ?? 'en',
    device: query.device,
    ...(country === null ? {} : { gl: country }),
    ...(start === 0 ? {} : { start: String(start) }),
  })
}

/**
 * Positions start at 1 on every page of its replies, so what the pages before had is added: pages with boxes between
 * the results have fewer than ten, and a place among organic results has no gaps.
 */
export function mapPages(pages: readonly Page[], query: RankQuery): SerpPage {
  const first = pages[0]
  const organic: SerpPage['organic'] = []
  for (const page of pages) {
    const before = organic.length
    const results = (page.organic_results ?? []).filter((result) => result.link)
    organic.push(
      ...results.map((result, index) => ({
        position: before + (result.position ?? index + 1),
        absolute_position: null,
        url: result.link ?? '',
        domain: hostOf(result.link ?? ''),
        title: result.title ?? '',
        snippet: result.snippet ?? null,
      })),
    )
  }
  const shown = Object.keys(FEATURES).filter((name) => pages.some((page) => page[name]))
  return {
    organic: organic.slice(0, query.depth),
    features: shown.flatMap((name) => FEATURES[name] ?? []),
    ai_overview: {
      present: first?.ai_overview != null,
      cited_urls: (first?.ai_overview?.references ?? []).flatMap(({ link }) => (link ? [link] : [])),
    },
    depth: query.depth,
    cost_micros: pages.length * SERPAPI_SEARCH_MICROS,
  }
}

export function parsePage(reply: HttpReply, account: Account): Outcome<Page> {
  return read(reply, Page, account)
}

/** Page after page until the depth is reached or Google has no more: a page that is not there is not paid for. */
async function rank(
  query: RankQuery,
  account: Account,
  door: ProviderDoor,
  signal?: AbortSignal,
): Promise<Outcome<SerpPage>> {
  const call = (request: HttpRequest) =>
    callAndParse(request, account, door, (reply) => parsePage(reply, account), signal)
  const pages: Page[] = []
  let late_micros = 0
  for (let start = 0; start < query.depth; start += PAGE_SIZE) {
    const page = await call(rankRequest(query, start, account))
    if (!page.ok) return page
    pages.push(page.value)
    const page_token = page.value.ai_overview?.references ? null : page.value.ai_overview?.page_token
    if (start === 0 && page_token) {
      // An overview that nobody has read cites nobody, which would be a lie about those it does cite.
      const late = await call(search(account, { engine: 'google_ai_overview', page_token }))
      if (!late.ok) return late
      pages[0] = { ...page.value, ai_overview: late.value.ai_overview }
      late_micros = SERPAPI_SEARCH_MICROS
    }
    if ((page.value.organic_results ?? []).length < PAGE_SIZE - 2) break
  }
  const found = mapPages(pages, query)
  return succeed({ ...found, cost_micros: found.cost_micros + late_micros })
}

export function mapsRequest(query: MapsQuery, account: Account): HttpRequest {
  return search(account, {
    engine: 'google_maps',
    type: 'search',
    q: query.keyword,
    ll: `@${query.lat},${query.lng},${query.zoom}z`,
    hl: query.language ?? 'en',
  })
}

export function parseMaps(reply: HttpReply, account: Account): Outcome<MapsPage> {
  const page = read(reply, Maps, account)
  if (!page.ok) return page
  const places = (page.value.local_results ?? []).slice(0, MAPS_DEPTH)
  return succeed({
    places: places.map((item, index) => ({
      rank: item.position ?? index + 1,
      title: item.title ?? '',
      url: item.website ?? null,
      place_id: item.place_id ?? null,
      cid: item.data_cid ?? null,
      address: item.address ?? null,
      rating: item.rating ?? null,
      reviews: item.reviews ?? null,
    })),
    cost_micros: SERPAPI_SEARCH_MICROS,
  })
}

export const serpApi: SerpAdapter = {
  rank,
  maps: (query, account, door, signal) =>
    callAndParse(mapsRequest(query, account), account, door, (reply) => parseMaps(reply, account), signal),
}

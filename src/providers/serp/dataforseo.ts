/**
 * Google's results through DataForSEO (docs.dataforseo.com/v3/serp/google/organic/live/advanced, …/maps/live/advanced).
 * Failures arrive in a 200, as `status_code` of the reply or of its task.
 */
import { z } from 'zod'
import { type HttpReply, type HttpRequest, type Outcome, succeed } from '../contract.ts'
import { basicAuth, dataForSeoError } from '../engines/dataforseo.ts'
import { dollarsToMicros } from '../engines/prices.ts'
import { failureOf, parseJson, unreadable } from '../vendor-errors.ts'
import { type Account, callAndParse, joinUrl, secretsOf } from '../wire.ts'
import { hostOf, locationName } from './place.ts'
import {
  MAPS_DEPTH,
  type MapsPage,
  type MapsQuery,
  type RankQuery,
  type SerpAdapter,
  type SerpPage,
} from './types.ts'

const ORGANIC = '/v3/serp/google/organic/live/advanced'
const MAPS = '/v3/serp/google/maps/live/advanced'
const OK = 20_000
const NO_SEARCH_RESULTS = 40_102
/** Where the reply states no cost: ten results live, and each further ten. */
const PAGE_MICROS = 2_000

const text = z.string().nullish().catch(null)
const count = z.number().nullish().catch(null)

const Item = z.object({
  type: z.string(),
  rank_group: count,
  rank_absolute: count,
  url: text,
  title: text,
  description: text,
  references: z
    .array(z.object({ url: text }))
    .nullish()
    .catch(null),
  place_id: text,
  cid: text,
  address: text,
  rating: z.object({ value: count, votes_count: count }).nullish().catch(null),
})
type Item = z.infer<typeof Item>

const Body = z.object({
  status_code: z.number(),
  status_message: text,
  tasks: z
    .array(
      z.object({
        status_code: z.number(),
        status_message: text,
        cost: count,
        result: z.array(z.object({ items: z.array(Item).nullish() })).nullish(),
      }),
    )
    .nullish(),
})

function post(path: string, account: Account, task: Record<string, unknown>): HttpRequest {
  return {
    method: 'POST',
    url: joinUrl(account.base_url, path),
    headers: { 'content-type': 'application/json', authorization: basicAuth(account.api_key) },
    body: JSON.stringify([task]),
  }
}

/** The items of the one task, or why there are none. A search that finds nothing is a page without items. */
function read(reply: HttpReply, account: Account): Outcome<{ items: Item[]; cost: number | null }> {
  const secrets = secretsOf(account)
  const body = Body.safeParse(parseJson(reply.text))
  if (!body.success) return reply.status >= 400 ? failureOf(reply, {}, secrets) : unreadable(reply, secrets)
  const task = body.data.tasks?.[0]
  const { status_code, status_message } = body.data.status_code === OK && task ? task : body.data
  if (reply.status >= 400) return failureOf(reply, { code: String(status_code) }, secrets)
  const cost = typeof task?.cost === 'number' ? dollarsToMicros(task.cost) : null
  if (status_code === NO_SEARCH_RESULTS) return succeed({ items: [], cost })
  if (status_code !== OK) return failureOf(reply, dataForSeoError(status_code, status_message), secrets)
  const result = task?.result?.[0]
  return result === undefined ? unreadable(reply, secrets) : succeed({ items: result.items ?? [], cost })
}

export function rankRequest(query: RankQuery, account: Account): HttpRequest {
  return post(ORGANIC, account, {
    keyword: query.keyword,
    location_name: locationName(query.location, ','),
    language_code: query.language ?? 'en',
    device: query.device,
    depth: query.depth,
    load_async_ai_overview: true,
  })
}

export function parseRank(reply: HttpReply, query: RankQuery, account: Account): Outcome<SerpPage> {
  const page = read(reply, account)
  if (!page.ok) return page
  const { items, cost } = page.value
  const overview = items.find((item) => item.type === 'ai_overview')
  const organic = items.filter((item) => item.type === 'organic' && item.url)
  return succeed({
    organic: organic.map((item, index) => ({
      position: item.rank_group ?? index + 1,
      absolute_position: item.rank_absolute ?? null,
      url: item.url ?? '',
      domain: hostOf(item.url ?? ''),
      title: item.title ?? '',
      snippet: item.description ?? null,
    })),
    features: [...new Set(items.map((item) => item.type).filter((type) => type !== 'organic'))],
    ai_overview: {
      present: overview !== undefined,
      cited_urls: (overview?.references ?? []).flatMap(({ url }) => (url ? [url] : [])),
    },
    depth: query.depth,
    cost_micros: cost ?? Math.ceil(query.depth / 10) * PAGE_MICROS,
  })
}

export function mapsRequest(query: MapsQuery, account: Account): HttpRequest {
  return post(MAPS, account, {
    keyword: query.keyword,
    // Seven decimals at most; the zoom carries its letter.
    location_coordinate: `${query.lat},${query.lng},${query.zoom}z`,
    language_code: query.language ?? 'en',
    device: 'mobile',
    os: 'android',
    depth: MAPS_DEPTH,
  })
}

export function parseMaps(reply: HttpReply, account: Account): Outcome<MapsPage> {
  const page = read(reply, account)
  if (!page.ok) return page
  const { items, cost } = page.value
  // maps_paid_item is an advertisement: it has no rank of its own.
  const places = items.filter((item) => item.type === 'maps_search')
  return succeed({
    places: places.map((item, index) => ({
      rank: item.rank_group ?? index + 1,
      title: item.title ?? '',
      url: item.url ?? null,
      place_id: item.place_id ?? null,
      cid: item.cid ?? null,
      address: item.address ?? null,
      rating: item.rating?.value ?? null,
      reviews: item.rating?.votes_count ?? null,
    })),
    cost_micros: cost ?? PAGE_MICROS,
  })
}

export const dataForSeo: SerpAdapter = {
  rank: (query, account, door, signal) =>
    callAndParse(
      rankRequest(query, account),
      account,
      door,
      (reply) => parseRank(reply, query, account),
      signal,
    ),
  maps: (query, account, door, signal) =>
    callAndParse(mapsRequest(query, account), account, door, (reply) => parseMaps(reply, account), signal),
}

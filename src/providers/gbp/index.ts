/**
 * Google Business Profile (developers.google.com/my-business): accounts, locations, performance and local posts, which
 * live in four APIs with the same names for things.
 */
import { z } from 'zod'
import { type Outcome, succeed } from '../contract.ts'
import { callPlatform, type PlatformCall, type Platforms } from '../platform.ts'
import { LocalPostBody, LocationBody, SeriesBody, toLocation, toMetrics, toPost } from './map.ts'
import { type DailyMetric, type LocalPost, type Location, METRICS } from './types.ts'

const ACCOUNTS = 'https://mybusinessaccountmanagement.googleapis.com/v1/accounts'
const INFORMATION = 'https://mybusinessbusinessinformation.googleapis.com/v1'
const PERFORMANCE = 'https://businessprofileperformance.googleapis.com/v1'
const POSTS = 'https://mybusiness.googleapis.com/v4'
const READ_MASK =
  'name,title,storeCode,phoneNumbers,categories,storefrontAddress,websiteUri,regularHours,specialHours,serviceArea,profile,openInfo,metadata'
/** A hundred locations a page: more pages than this is no business but a mistake. */
const MOST_PAGES = 20

export interface GoogleCaller {
  platforms: Platforms
  authorization: string
}

function call<T>(
  google: GoogleCaller,
  method: PlatformCall['method'],
  url: string,
  schema: z.ZodType<T>,
  body?: unknown,
): Promise<Outcome<T>> {
  const { platforms, authorization } = google
  return callPlatform(
    platforms,
    { mount: 'google', method, url, authorization, ...(body === undefined ? {} : { body }) },
    schema,
  )
}

const page = z.object({ nextPageToken: z.string().nullish() })

/** Every page of a list, until there is no token for another. */
async function all<T>(
  google: GoogleCaller,
  url: string,
  schema: z.ZodType<{ nextPageToken?: string | null | undefined; items: T[] }>,
): Promise<Outcome<T[]>> {
  const found: T[] = []
  let token = ''
  for (let at = 0; at < MOST_PAGES; at++) {
    const next = token === '' ? '' : `&pageToken=${encodeURIComponent(token)}`
    const reply = await call(google, 'GET', `${url}${next}`, schema)
    if (!reply.ok) return reply
    found.push(...reply.value.items)
    token = reply.value.nextPageToken ?? ''
    if (token === '') break
  }
  return succeed(found)
}

const AccountPage = page
  .extend({ accounts: z.array(z.object({ name: z.string() })).nullish() })
  .transform(({ accounts, nextPageToken }) => ({ nextPageToken, items: accounts ?? [] }))

const LocationPage = page
  .extend({ locations: z.array(LocationBody).nullish() })
  .transform(({ locations, nextPageToken }) => ({ nextPageToken, items: locations ?? [] }))

/** The locations of every account that the person manages. */
export async function listLocations(google: GoogleCaller): Promise<Outcome<Location[]>> {
  const accounts = await all(google, `${ACCOUNTS}?pageSize=20`, AccountPage)
  if (!accounts.ok) return accounts
  const found: Location[] = []
  for (const { name } of accounts.value) {
    const url = `${INFORMATION}/${name}/locations?readMask=${READ_MASK}&pageSize=100`
    const locations = await all(google, url, LocationPage)
    if (!locations.ok) return locations
    found.push(...locations.value.map((location) => toLocation(name, location)))
  }
  return succeed(found)
}

function dateQuery(name: string, day: string): string {
  const [year, month, date] = day.split('-').map(Number)
  return `dailyRange.${name}.year=${year}&dailyRange.${name}.month=${month}&dailyRange.${name}.day=${date}`
}

export async function fetchMetrics(
  google: GoogleCaller,
  locationId: string,
  range: { from: string; to: string },
): Promise<Outcome<DailyMetric[]>> {
  const wanted = METRICS.map((metric) => `dailyMetrics=${metric}`).join('&')
  const name = locationId.slice(locationId.indexOf('locations/'))
  const url = `${PERFORMANCE}/${name}:fetchMultiDailyMetricsTimeSeries?${wanted}&${dateQuery('startDate', range.from)}&${dateQuery('endDate', range.to)}`
  const reply = await call(google, 'GET', url, SeriesBody)
  return reply.ok ? succeed(toMetrics(reply.value)) : reply
}

const PostPage = page
  .extend({ localPosts: z.array(LocalPostBody).nullish() })
  .transform(({ localPosts, nextPageToken }) => ({ nextPageToken, items: localPosts ?? [] }))

/** The newest posts of a location. */
export async function listPosts(google: GoogleCaller, locationId: string): Promise<Outcome<LocalPost[]>> {
  const reply = await call(google, 'GET', `${POSTS}/${locationId}/localPosts?pageSize=20`, PostPage)
  return reply.ok ? succeed(reply.value.items.map(toPost)) : reply
}

export async function createPost(
  google: GoogleCaller,
  locationId: string,
  post: Record<string, unknown>,
): Promise<Outcome<LocalPost>> {
  const reply = await call(google, 'POST', `${POSTS}/${locationId}/localPosts`, LocalPostBody, post)
  return reply.ok ? succeed(toPost(reply.value)) : reply
}

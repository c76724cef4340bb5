import { json, jsonBody, type Reply } from './family.ts'
import { type GoogleCall, googleError } from './google-call.ts'
import { hash, unit } from './random.ts'
import { isObject, type Json, list, number, string } from './value.ts'

const DAY_MS = 86_400_000
/** Which page answers which query; one query has two of them. */
const ANSWERS: readonly (readonly [query: string, ...paths: string[]])[] = [
  ['acme crm', ''],
  ['crm pricing', 'pricing'],
  ['what is a crm', 'crm'],
  ['crm for agencies', 'crm'],
  ['crm guide', 'blog/crm-guide'],
  ['best crm', 'blog/best-crm', 'blog/crm-guide'],
]
/** Search Console is two to three days behind. */
const LAG_DAYS = 2

/**
 * POST /webmasters/v3/sites/{site}/searchAnalytics/query. One page sinks since six weeks and two take turns for one
 * query, so that decay and cannibalization have something to find.
 */
export function searchAnalytics({ world, request, address }: GoogleCall): Reply | undefined {
  const found = /^www\.googleapis\.com\/webmasters\/v3\/sites\/([^/]+)\/searchAnalytics\/query$/.exec(address)
  if (found === null || request.method !== 'POST') return undefined
  const property = decodeURIComponent(found[1] ?? '')
  const domain = property
    .replace(/^sc-domain:/, '')
    .replace(/^https?:\/\//, '')
    .replace(/\/.*$/, '')
  if (domain.startsWith('unknown'))
    return googleError(
      403,
      'PERMISSION_DENIED',
      `User does not have sufficient permission for site '${property}'.`,
    )
  const body = jsonBody(request)
  if (!isObject(body)) return googleError(400, 'INVALID_ARGUMENT', 'Invalid JSON payload received.')
  const { from, to } = { from: Date.parse(string(body.startDate)), to: Date.parse(string(body.endDate)) }
  if (Number.isNaN(from) || Number.isNaN(to) || to < from)
    return googleError(400, 'INVALID_ARGUMENT', 'startDate and endDate are required.')
  const wanted = list(body.dimensions).map(string)
  const newest = Date.parse(world.day()) - LAG_DAYS * DAY_MS
  const rows: Json[] = []
  for (let at = from; at <= Math.min(to, newest); at += DAY_MS)
    rows.push(...rowsOf(domain, at, (newest - at) / DAY_MS, wanted))
  const start = number(body.startRow) ?? 0
  const page = rows.slice(start, start + Math.min(number(body.rowLimit) ?? 1000, 25_000))
  return json(200, { ...(page.length === 0 ? {} : { rows: page }), responseAggregationType: 'byPage' })
}

function rowsOf(domain: string, at: number, age: number, wanted: readonly string[]): Json[] {
  const date = new Date(at).toISOString().slice(0, 10)
  return ANSWERS.flatMap(([query, ...paths], order) =>
    paths.flatMap((path) => {
      const sunk = path === 'crm' && age < 42
      const turn = paths.length > 1 ? 0.6 + 0.8 * unit('turn', date, path) : 1
      const size = 60 + 120 * unit('size', domain, query)
      const impressions = Math.round(size * turn * (sunk ? 0.8 : 1) * (0.9 + 0.2 * unit('day', date, query)))
      const position = 1.5 + order + (sunk ? 4 : 0) + unit('place', date, path, query)
      const clicks = Math.round((impressions * (sunk ? 0.15 : 0.35)) / (1 + position / 3))
      const page = `https://${domain}/${path}`
      const keys = wanted.map(
        (name) => ({ query, page, date, country: 'usa', device: 'DESKTOP' })[name] ?? '',
      )
      // A query that nobody made on a day has no row on that day.
      if (hash('silent', date, path, query) % 12 === 0) return []
      return [{ keys, clicks, impressions, ctr: impressions === 0 ? 0 : clicks / impressions, position }]
    }),
  )
}

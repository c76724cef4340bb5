import { answerAsk, type Granted, type Refusals, refuseKey } from './ask.ts'
import { type Family, type FamilyMaker, json, type Reply, type SandboxRequest, type World } from './family.ts'
import { drawPlaces } from './maps.ts'
import type { Answer } from './market/answer.ts'
import type { Line } from './market/compose.ts'
import { hex, unit } from './random.ts'
import { sourceAt } from './responses-reply.ts'
import { breadcrumb, drawSerp, type Serp, searchUrl } from './serp.ts'
import { isObject, type Json, string } from './value.ts'

function failure(status: number, error: string): Reply {
  return json(status, { error })
}

const refusals: Refusals = {
  missingKey: () => failure(401, 'Invalid API key. Send one as api_key.'),
  wrongKey: () => failure(401, 'Invalid API key.'),
  badRequest: (reason) => failure(400, reason),
  unknownModel: (engine) => failure(400, `Unsupported \`${engine}\` search engine.`),
  serverError: () => failure(503, 'The service is temporarily unavailable.'),
  rateLimited: () => failure(429, 'Your account has exceeded its hourly throughput limit.'),
}

const LATE_SHARE = 0.3

export const serpapi: FamilyMaker = (world): Family => ({
  name: 'serpapi',
  mount: '/serpapi',
  plays: 'serpapi.com',
  platforms: ['ai_overview'],
  handle(request) {
    const key = request.query.get('api_key') ?? ''
    const refused = refuseKey(key, refusals)
    if (refused !== undefined) return refused
    const known = request.path === '/search.json' || request.path === '/search'
    if (request.method !== 'GET' || !known) return failure(404, 'The requested resource does not exist.')
    const engine = request.query.get('engine') ?? 'google'
    if (engine === 'google') return search(world, request, key)
    if (engine === 'google_maps') return maps(world, request, key)
    return engine === 'google_ai_overview' ? lateOverview(world, request, key) : refusals.unknownModel(engine)
  },
})

function search(world: World, request: SandboxRequest, key: string): Reply {
  const { query } = request
  const q = query.get('q') ?? ''
  if (q === '') return refusals.badRequest('Missing query `q` parameter.')
  const location = query.get('location') ?? ''
  const context = [location, query.get('gl') ?? '', query.get('hl') ?? '', query.get('device') ?? ''].join(
    '|',
  )
  const ask = { platform: 'ai_overview', family: 'serpapi', key, model: 'google', prompt: q, context }
  return answerAsk(world, ask, refusals, (granted) => {
    const serp = drawSerp(world, granted, location, 24)
    const start = Number(query.get('start') ?? 0) || 0
    serp.organic = serp.organic.slice(start, start + (Number(query.get('num') ?? 10) || 10))
    if (start > 0) serp.overview = undefined
    const mayBeLate = serp.overview !== undefined && granted.quirk === undefined
    const late = mayBeLate && unit('late', ...granted.seed) < LATE_SHARE
    const overview = late
      ? { page_token: tokenFor(granted), serpapi_link: lateLink(granted) }
      : blocks(serp.overview)
    return json(200, {
      ...metadata(request, granted, 'google', q),
      search_information: {
        query_displayed: q,
        total_results: 1_240_000,
        organic_results_state: 'Results for exact spelling',
      },
      ...(overview === undefined ? {} : { ai_overview: overview }),
      organic_results: organic(serp),
      related_questions: serp.questions.map((question) => ({ question, snippet: null })),
    })
  })
}

function maps(world: World, request: SandboxRequest, key: string): Reply {
  const q = request.query.get('q') ?? ''
  const at = /^@(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?),\d+(?:\.\d+)?z$/.exec(request.query.get('ll') ?? '')
  if (q === '') return refusals.badRequest('Missing query `q` parameter.')
  if (at === null) return refusals.badRequest('Unsupported `ll` parameter.')
  const ask = { platform: 'maps', family: 'serpapi', key, model: 'google', prompt: q, context: at[0] }
  return answerAsk(world, ask, refusals, (granted) =>
    json(200, {
      ...metadata(request, granted, 'google_maps', q),
      local_results: drawPlaces(world, granted.prompt, Number(at[1]), Number(at[2]))
        .slice(0, 20)
        .map((place, index) => ({
          position: index + 1,
          title: place.title,
          place_id: place.place_id,
          data_cid: place.cid,
          gps_coordinates: { latitude: place.lat, longitude: place.lng },
          rating: place.rating,
          reviews: place.reviews,
          type: place.category,
          address: place.address,
          phone: place.phone,
          website: place.url,
        })),
    }),
  )
}

/** The overview of a page that promised it by token; the token carries the draw it belongs to. */
function lateOverview(world: World, request: SandboxRequest, key: string): Reply {
  const granted = readToken(request.query.get('page_token') ?? '')
  if (granted === undefined) return refusals.badRequest('Missing or expired `page_token`.')
  const { prompt, context } = granted
  const ask = { platform: 'ai_overview_token', family: 'serpapi', key, model: 'google', prompt, context }
  return answerAsk(world, ask, refusals, () => {
    const { overview } = drawSerp(world, granted, context.split('|')[0] ?? '', 0)
    return json(200, {
      ...metadata(request, granted, 'google_ai_overview', prompt),
      ai_overview: blocks(overview) ?? {},
    })
  })
}

function tokenFor(granted: Granted): string {
  const { prompt, context, draw } = granted
  return Buffer.from(JSON.stringify({ prompt, context, draw })).toString('base64url')
}

function lateLink(granted: Granted): string {
  return `https://serpapi.com/search.json?engine=google_ai_overview&page_token=${tokenFor(granted)}`
}

function readToken(token: string): Granted | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(token, 'base64url').toString('utf8'))
    if (!isObject(value) || typeof value.draw !== 'number') return undefined
    const { draw } = value
    const prompt = string(value.prompt)
    const context = string(value.context)
    const seed = ['token', prompt, context, draw]
    return { platform: 'ai_overview', model: 'google', prompt, context, draw, quirk: undefined, seed }
  } catch {
    return undefined
  }
}

/** Consecutive list lines are one block, as on the page. */
function blocks(answer: Answer | undefined): Json | undefined {
  if (answer === undefined) return undefined
  const cited = [...new Set(answer.lines.flatMap((line) => line.cites))]
  const text_blocks: Json[] = []
  let open: Json[] | undefined
  for (const line of answer.lines) {
    if (line.kind === 'bullet' || line.kind === 'number') {
      if (open === undefined) {
        open = []
        text_blocks.push({ type: 'list', list: open })
      }
      open.push(listItem(line, cited))
    } else {
      open = undefined
      text_blocks.push({
        type: line.kind === 'heading' ? 'heading' : 'paragraph',
        snippet: bare(line),
        ...indexes(line, cited),
      })
    }
  }
  const references = cited.map((at, index) => {
    const { title, url, snippet, domain } = sourceAt(answer, at)
    return { title, link: url, snippet, source: domain, index }
  })
  return { text_blocks, references }
}

function listItem(line: Line, cited: number[]): Json {
  const match = /^\*\*(.+?)\*\*:\s*(.*)$/.exec(bare(line, true))
  const words = match === null ? { snippet: bare(line) } : { title: `${match[1]}:`, snippet: match[2] }
  return { ...words, ...indexes(line, cited) }
}

function indexes(line: Line, cited: number[]): Json {
  return line.cites.length === 0 ? {} : { reference_indexes: line.cites.map((at) => cited.indexOf(at)) }
}

function bare(line: Line, keepBold = false): string {
  const text = line.text.replace(/^(- |\d+\. |#+ )/, '')
  return keepBold ? text : text.replaceAll('**', '')
}

function organic(serp: Serp): Json[] {
  return serp.organic.map((source, index) => ({
    position: index + 1,
    title: source.title,
    link: source.url,
    displayed_link: breadcrumb(source),
    source: source.domain,
    snippet: source.snippet,
    date: source.published,
  }))
}

function metadata(request: SandboxRequest, granted: Granted, engine: string, q: string): Json {
  const id = hex(24, 'search', engine, ...granted.seed)
  const given = Object.fromEntries(
    [...request.query].filter(([name]) => name !== 'api_key' && name !== 'page_token'),
  )
  return {
    search_metadata: { id, status: 'Success', google_url: searchUrl(q), total_time_taken: 1.2 },
    search_parameters: { ...given, engine },
  }
}

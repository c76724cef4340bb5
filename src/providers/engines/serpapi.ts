/**
 * Google's AI Overview through SerpApi (serpapi.com/ai-overview, /google-ai-overview-api). Google may defer the
 * overview; then the first reply holds a token, good for a minute, and a second call fetches the text.
 */
import { z } from 'zod'
import {
  type EngineAdapter,
  type EngineAnswer,
  type EngineSettings,
  type HttpReply,
  type HttpRequest,
  type Outcome,
  type Question,
  succeed,
} from '../contract.ts'
import { failureOf, parseJson, readVendorError, unreadable } from '../vendor-errors.ts'
import { callAndParse, joinUrl, secretsOf } from '../wire.ts'
import { answer, defineEngine } from './define.ts'
import { placeName } from './location.ts'
import { SERPAPI_SEARCH_MICROS } from './prices.ts'
import { toCitations, toSources } from './sources.ts'

interface Block {
  snippet?: string | null | undefined
  title?: string | null | undefined
  list?: Block[] | null | undefined
  text_blocks?: Block[] | null | undefined
  table?: string[][] | null | undefined
}

const Block: z.ZodType<Block> = z.lazy(() =>
  z.object({
    snippet: z.string().nullish(),
    title: z.string().nullish(),
    list: z.array(Block).nullish().catch(null),
    text_blocks: z.array(Block).nullish().catch(null),
    table: z.array(z.array(z.string())).nullish().catch(null),
  }),
)

const Overview = z.object({
  text_blocks: z.array(Block).nullish(),
  references: z.array(z.object({ link: z.string().nullish(), title: z.string().nullish() })).nullish(),
  page_token: z.string().nullish(),
  error: z.string().nullish(),
})
type Overview = z.infer<typeof Overview>

const Body = z.object({
  search_metadata: z.object({ status: z.string() }),
  error: z.string().nullish(),
  ai_overview: Overview.nullish(),
})

function search(settings: EngineSettings, parameters: Record<string, string>): HttpRequest {
  const query = new URLSearchParams({ ...parameters, api_key: settings.api_key, output: 'json' })
  return { method: 'GET', url: `${joinUrl(settings.base_url, '/search.json')}?${query}` }
}

function request(question: Question, settings: EngineSettings): HttpRequest {
  const { location, language = 'en' } = question
  const place = location === undefined ? '' : placeName(location, ', ')
  return search(settings, {
    engine: 'google',
    q: question.prompt,
    gl: (location?.country ?? 'US').toLowerCase(),
    hl: language,
    device: 'desktop',
    ...(place === '' ? {} : { location: place }),
  })
}

/** Lines of text in reading order, however deep the blocks are nested. */
function lines(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => [
    [block.title, block.snippet].filter((piece) => piece).join(' '),
    ...(block.table ?? []).map((row) => row.join(' | ')),
    ...lines(block.list ?? []).map((line) => `- ${line}`),
    ...lines(block.text_blocks ?? []),
  ])
}

function mapOverview(
  overview: Overview | null | undefined,
  searches: number,
  settings: EngineSettings,
): EngineAnswer {
  const references = (overview?.references ?? []).flatMap(({ link, title }) =>
    link ? [{ url: link, title }] : [],
  )
  return answer('ai_overview', settings, {
    text: lines(overview?.text_blocks ?? [])
      .filter((line) => line !== '')
      .join('\n'),
    citations: toCitations(references),
    retrieved: toSources(references),
    search_queries: [],
    searched: true,
    usage: { input_tokens: 0, output_tokens: 0, searches },
    cost_micros: searches * SERPAPI_SEARCH_MICROS,
  })
}

/** "No results" comes as an error text in a successful search; the search itself did work. */
function read(reply: HttpReply, settings: EngineSettings): Outcome<Overview | null> {
  const secrets = secretsOf(settings)
  const json = parseJson(reply.text)
  if (reply.status >= 400) return failureOf(reply, readVendorError(json), secrets)
  const body = Body.safeParse(json)
  if (!body.success) return unreadable(reply, secrets)
  if (body.data.search_metadata.status !== 'Success') {
    return failureOf(reply, { status: 500, text: body.data.error ?? '' }, secrets)
  }
  return succeed(body.data.ai_overview ?? null)
}

function parse(reply: HttpReply, settings: EngineSettings): Outcome<EngineAnswer> {
  const overview = read(reply, settings)
  return overview.ok ? succeed(mapOverview(overview.value, 1, settings)) : overview
}

const single = defineEngine({ platform: 'ai_overview', request, parse })

export const serpApiOverview: EngineAdapter = {
  ...single,
  async ask(question, settings, door, signal) {
    const call = (outgoing: HttpRequest) =>
      callAndParse(outgoing, settings, door, (reply) => read(reply, settings), signal)
    const first = await call(request(question, settings))
    if (!first.ok) return first
    const token = first.value?.text_blocks ? undefined : first.value?.page_token
    if (!token) return succeed(mapOverview(first.value, 1, settings))
    const second = await call(search(settings, { engine: 'google_ai_overview', page_token: token }))
    return second.ok ? succeed(mapOverview(second.value, 2, settings)) : second
  },
}

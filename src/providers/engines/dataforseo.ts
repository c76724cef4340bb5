/**
 * Google's AI Overview through DataForSEO (docs.dataforseo.com/v3/serp/google/organic/live/advanced). Nearly all
 * failures arrive in a 200, as `status_code` of the reply or of its task (…/v3/appendix/errors).
 */
import { z } from 'zod'
import {
  type EngineAnswer,
  type EngineSettings,
  failed,
  type HttpReply,
  type Outcome,
  succeed,
} from '../contract.ts'
import { failureOf, parseJson, unreadable, type VendorError } from '../vendor-errors.ts'
import { joinUrl, secretsOf } from '../wire.ts'
import { answer, defineEngine } from './define.ts'
import { placeName } from './location.ts'
import { dollarsToMicros } from './prices.ts'
import { toCitations, toSources } from './sources.ts'

/** United States, in the numbering of Google's ads that DataForSEO uses. */
const DEFAULT_LOCATION = { location_code: 2840 }

const OK = 20_000
const NO_SEARCH_RESULTS = 40_102

/** The statuses that its own numbers stand for; the rest follow from the first three digits. */
const STATUS_BY_CODE: Record<number, number> = {
  // Google failed to serve the search; unlike its neighbours in 401xx it is no matter of credentials.
  40101: 500,
  40103: 500,
  40200: 402,
  40202: 429,
  40203: 402,
  40207: 403,
  40209: 429,
  40210: 402,
}

/** The rate limit is counted per minute and the reply does not say when the minute ends. */
const RATE_WINDOW_MS = 60_000

const Reference = z.object({
  url: z.string().nullish(),
  title: z.string().nullish(),
  domain: z.string().nullish(),
})

const Element = z.object({ markdown: z.string().nullish(), text: z.string().nullish() })

const Item = z.object({
  type: z.string(),
  markdown: z.string().nullish(),
  items: z.array(Element).nullish().catch(null),
  references: z.array(Reference).nullish().catch(null),
})

const Task = z.object({
  status_code: z.number(),
  status_message: z.string().nullish(),
  cost: z.number().nullish(),
  result: z.array(z.object({ items: z.array(Item).nullish() })).nullish(),
})

const Body = z.object({
  status_code: z.number(),
  status_message: z.string().nullish(),
  tasks: z.array(Task).nullish(),
})

export function dataForSeoError(code: number, message: string | null | undefined): VendorError {
  const status = STATUS_BY_CODE[code] ?? Math.floor(code / 100)
  return {
    status,
    code: String(code),
    text: message ?? '',
    ...(status === 429 ? { retry_after_ms: RATE_WINDOW_MS } : {}),
  }
}

export function basicAuth(credentials: string): string {
  return `Basic ${Buffer.from(credentials).toString('base64')}`
}

function parse(reply: HttpReply, settings: EngineSettings): Outcome<EngineAnswer> {
  const secrets = secretsOf(settings)
  const body = Body.safeParse(parseJson(reply.text))
  if (!body.success) return reply.status >= 400 ? failureOf(reply, {}, secrets) : unreadable(reply, secrets)
  const task = body.data.tasks?.[0]
  const { status_code, status_message } = body.data.status_code === OK && task ? task : body.data
  if (reply.status >= 400) return failureOf(reply, { code: String(status_code) }, secrets)
  if (status_code === NO_SEARCH_RESULTS) return succeed(mapOverview(undefined, task?.cost, settings))
  if (status_code !== OK) return failureOf(reply, dataForSeoError(status_code, status_message), secrets)
  const items = task?.result?.[0]?.items
  if (items === undefined) return unreadable(reply, secrets)
  const overview = (items ?? []).find((item) => item.type === 'ai_overview')
  const mapped = mapOverview(overview, task?.cost, settings)
  if (overview !== undefined && mapped.no_answer) {
    // Shown, but its text had not loaded: that is neither an answer nor the absence of one.
    return failed('retry_later', 'server_error', 'The overview was announced but not delivered.', {
      status: reply.status,
      duration_ms: reply.duration_ms,
    })
  }
  return succeed(mapped)
}

function mapOverview(
  overview: z.infer<typeof Item> | undefined,
  cost: number | null | undefined,
  settings: EngineSettings,
): EngineAnswer {
  const references = (overview?.references ?? []).flatMap(({ url, title }) => (url ? [{ url, title }] : []))
  const pieces = (overview?.items ?? []).map((element) => element.markdown ?? element.text ?? '')
  return answer('ai_overview', settings, {
    text: overview?.markdown ?? pieces.filter((piece) => piece !== '').join('\n\n'),
    citations: toCitations(references),
    retrieved: toSources(references),
    search_queries: [],
    searched: true,
    usage: { input_tokens: 0, output_tokens: 0, searches: 1 },
    cost_micros: typeof cost === 'number' ? dollarsToMicros(cost) : undefined,
  })
}

export const dataForSeoOverview = defineEngine({
  platform: 'ai_overview',
  request: (question, settings) => ({
    method: 'POST',
    url: joinUrl(settings.base_url, '/v3/serp/google/organic/live/advanced'),
    headers: { 'content-type': 'application/json', authorization: basicAuth(settings.api_key) },
    body: JSON.stringify([
      {
        keyword: question.prompt,
        ...(question.location?.country === undefined
          ? DEFAULT_LOCATION
          : { location_name: placeName(question.location, ',') }),
        language_code: question.language ?? 'en',
        device: 'desktop',
        depth: 10,
        // Google often loads the overview after the page; without this it would be missed.
        load_async_ai_overview: true,
      },
    ]),
  }),
  parse,
})

/**
 * The Responses protocol, spoken by OpenAI, xAI and Meta.
 * https://developers.openai.com/docs/guides/tools-web-search, https://docs.x.ai/developers/tools/citations
 */
import { z } from 'zod'
import type {
  EngineAnswer,
  EngineSettings,
  HttpReply,
  HttpRequest,
  Outcome,
  Platform,
  Question,
} from '../contract.ts'
import { succeed } from '../contract.ts'
import { failureOf, parseJson, readVendorError, unreadable } from '../vendor-errors.ts'
import { bearerPost, secretsOf } from '../wire.ts'
import { answer } from './define.ts'
import { approximate } from './location.ts'
import { distinct, type RawSource, toCitations, toSources } from './sources.ts'

export function responsesRequest(
  question: Question,
  settings: EngineSettings,
  more: object = {},
): HttpRequest {
  return bearerPost(settings, '/v1/responses', {
    model: settings.model,
    input: question.prompt,
    tools: [{ type: 'web_search', ...approximate(question.location) }],
    // The vendor need not keep what tenants ask.
    store: false,
    ...more,
  })
}

const Annotation = z.object({ type: z.string(), url: z.string().nullish(), title: z.string().nullish() })

const Part = z.object({
  type: z.string(),
  text: z.string().nullish(),
  refusal: z.string().nullish(),
  annotations: z.array(Annotation).nullish(),
})

const Action = z.object({
  type: z.string().nullish(),
  query: z.string().nullish(),
  queries: z.array(z.string()).nullish(),
  sources: z.array(z.object({ url: z.string().nullish(), title: z.string().nullish() })).nullish(),
})

const Item = z.object({
  type: z.string(),
  content: z.array(Part).nullish(),
  action: Action.nullish(),
})

const Body = z.object({
  status: z.string().nullish(),
  model: z.string(),
  output: z.array(Item),
  error: z.object({ code: z.string().nullish(), message: z.string().nullish() }).nullish(),
  incomplete_details: z.object({ reason: z.string().nullish() }).nullish(),
  /** xAI: every page the model came across, cited or not. */
  citations: z.array(z.union([z.string(), z.object({ url: z.string() })])).nullish(),
  usage: z.object({ input_tokens: z.number(), output_tokens: z.number() }).nullish(),
})
type Body = z.infer<typeof Body>

/** A run can fail inside a 200: `status` is then "failed" and `error.code` names the reason. */
const STATUS_BY_CODE: Record<string, number> = {
  rate_limit_exceeded: 429,
  server_error: 500,
  invalid_prompt: 400,
}

export function parseResponses(
  platform: Platform,
  reply: HttpReply,
  settings: EngineSettings,
): Outcome<EngineAnswer> {
  const secrets = secretsOf(settings)
  const json = parseJson(reply.text)
  if (reply.status >= 400) return failureOf(reply, readVendorError(json), secrets)
  const body = Body.safeParse(json)
  if (!body.success) return unreadable(reply, secrets)
  const { status, error } = body.data
  if (status === 'failed' || status === 'cancelled') {
    const code = error?.code ?? ''
    return failureOf(
      reply,
      { status: STATUS_BY_CODE[code] ?? 500, code, text: error?.message ?? '' },
      secrets,
    )
  }
  if (status === 'queued' || status === 'in_progress') return unreadable(reply, secrets)
  return succeed(mapResponses(platform, body.data, settings))
}

function mapResponses(platform: Platform, body: Body, settings: EngineSettings): EngineAnswer {
  const parts = body.output.filter((item) => item.type === 'message').flatMap((item) => item.content ?? [])
  const calls = body.output.filter((item) => item.type === 'web_search_call')
  // Opening a page or looking into it is part of the same tool, but only searches are charged.
  const searches = calls.filter((call) => (call.action?.type ?? 'search') === 'search')
  const cited = parts.flatMap((part) => part.annotations ?? []).flatMap(citedPage)
  const found = searches.flatMap((call) => call.action?.sources ?? []).flatMap(withUrl)
  const encountered = (body.citations ?? []).map((entry) =>
    typeof entry === 'string' ? { url: entry } : entry,
  )
  const text = parts
    .filter((part) => part.type === 'output_text')
    .map((part) => part.text ?? '')
    .join('')
  const refusal = parts.map((part) => part.refusal ?? '').join('')
  return answer(platform, settings, {
    text: text || refusal,
    declined: (text === '' && refusal !== '') || body.incomplete_details?.reason === 'content_filter',
    citations: toCitations(cited),
    // Citations first, since they alone carry titles; what is cited was also retrieved.
    retrieved: toSources([...cited, ...found, ...encountered]),
    search_queries: distinct(
      searches.flatMap((call) => [call.action?.query, ...(call.action?.queries ?? [])]),
    ),
    searched: calls.length > 0,
    served_model: body.model,
    usage: {
      input_tokens: body.usage?.input_tokens ?? 0,
      output_tokens: body.usage?.output_tokens ?? 0,
      searches: searches.length,
    },
  })
}

function withUrl(source: {
  url?: string | null | undefined
  title?: string | null | undefined
}): RawSource[] {
  return source.url ? [{ url: source.url, title: source.title }] : []
}

/** xAI writes the number of the marker into the title, which is no title. */
function citedPage(annotation: z.infer<typeof Annotation>): RawSource[] {
  if (annotation.type !== 'url_citation') return []
  const title = /^\d+$/.test(annotation.title ?? '') ? null : annotation.title
  return withUrl({ url: annotation.url, title })
}

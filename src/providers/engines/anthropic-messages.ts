/**
 * The Messages protocol with the web search tool, spoken by Anthropic and DeepSeek.
 * https://platform.claude.com/docs/en/agents-and-tools/tool-use/web-search-tool
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
import { joinUrl, secretsOf } from '../wire.ts'
import { answer } from './define.ts'
import { approximate } from './location.ts'
import { distinct, toCitations, toSources } from './sources.ts'

const API_VERSION = '2023-06-01'
const MAX_SEARCHES = 5
/** Thinking counts against it, so it is generous; only what is used is charged. */
const MAX_TOKENS = 8_192

export function messagesPost(
  settings: { api_key: string; base_url: string },
  path: string,
  body: unknown,
): HttpRequest {
  return {
    method: 'POST',
    url: joinUrl(settings.base_url, path),
    headers: {
      'content-type': 'application/json',
      'x-api-key': settings.api_key,
      'anthropic-version': API_VERSION,
    },
    body: JSON.stringify(body),
  }
}

export function messagesRequest(question: Question, settings: EngineSettings, path: string): HttpRequest {
  return messagesPost(settings, path, {
    model: settings.model,
    max_tokens: MAX_TOKENS,
    messages: [{ role: 'user', content: question.prompt }],
    tools: [
      {
        type: 'web_search_20250305',
        name: 'web_search',
        max_uses: MAX_SEARCHES,
        ...approximate(question.location),
      },
    ],
  })
}

const Page = z.object({ url: z.string(), title: z.string().nullish() })

const Block = z.object({
  type: z.string(),
  text: z.string().nullish(),
  citations: z
    .array(z.object({ type: z.string(), url: z.string().nullish(), title: z.string().nullish() }))
    .nullish(),
  name: z.string().nullish(),
  input: z.object({ query: z.string().nullish() }).nullish(),
  /** An error of the search is an object here, not a list, and the reply is still a 200. */
  content: z
    .union([z.array(Page), z.object({ type: z.string(), error_code: z.string().nullish() })])
    .nullish()
    .catch(null),
})

const Body = z.object({
  model: z.string(),
  content: z.array(Block),
  stop_reason: z.string().nullish(),
  usage: z
    .object({
      input_tokens: z.number(),
      output_tokens: z.number(),
      cache_creation_input_tokens: z.number().nullish(),
      cache_read_input_tokens: z.number().nullish(),
      server_tool_use: z.object({ web_search_requests: z.number().nullish() }).nullish(),
    })
    .nullish(),
})
type Body = z.infer<typeof Body>

export function parseMessages(
  platform: Platform,
  reply: HttpReply,
  settings: EngineSettings,
): Outcome<EngineAnswer> {
  const secrets = secretsOf(settings)
  const json = parseJson(reply.text)
  if (reply.status >= 400) return failureOf(reply, readVendorError(json), secrets)
  const body = Body.safeParse(json)
  if (!body.success) return unreadable(reply, secrets)
  return succeed(mapMessages(platform, body.data, settings))
}

function mapMessages(platform: Platform, body: Body, settings: EngineSettings): EngineAnswer {
  const texts = body.content.filter((block) => block.type === 'text')
  const asked = body.content.filter(
    (block) => block.type === 'server_tool_use' && block.name === 'web_search',
  )
  const results = body.content.filter((block) => block.type === 'web_search_tool_result')
  const pages = results.flatMap((block) => (Array.isArray(block.content) ? block.content : []))
  const cited = texts
    .flatMap((block) => block.citations ?? [])
    .flatMap(({ type, url, title }) => (type === 'web_search_result_location' && url ? [{ url, title }] : []))
  const usage = body.usage
  return answer(platform, settings, {
    // Citations cut one sentence into several blocks, so the pieces are joined without a break.
    text: texts.map((block) => block.text ?? '').join(''),
    declined: body.stop_reason === 'refusal',
    citations: toCitations(cited),
    retrieved: toSources([...pages, ...cited]),
    search_queries: distinct(asked.map((block) => block.input?.query)),
    // A search that failed is no search: DeepSeek may announce one and answer from memory.
    searched: results.some((block) => Array.isArray(block.content)),
    served_model: body.model,
    usage: {
      input_tokens:
        (usage?.input_tokens ?? 0) +
        (usage?.cache_creation_input_tokens ?? 0) +
        (usage?.cache_read_input_tokens ?? 0),
      output_tokens: usage?.output_tokens ?? 0,
      searches: usage?.server_tool_use?.web_search_requests ?? asked.length,
    },
  })
}

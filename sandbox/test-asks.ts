import type { Sandbox } from './server.ts'
import { type Json, list, object, string } from './value.ts'

/** How a test asks a platform in its own protocol, and reads the answer back. Used by tests only. */
export type TestPlatform = {
  platform: string
  family: string
  path: string
  model: string
  /** Statuses for a missing key, a wrong key, a server error and a rate limit. */
  statuses: { missing: number; wrong: number; error: number; limited: number }
  headers(key: string): Record<string, string>
  body(prompt: string, model: string): unknown
  read(body: Json): { text: string; cited: string[] }
}

export type Reply = { status: number; headers: Headers; raw: string; body: Json }

const SEARCH = [{ type: 'web_search' }]
const bearer = (key: string): Record<string, string> => ({ authorization: `Bearer ${key}` })
const responsesBody = (prompt: string, model: string): unknown => ({ model, input: prompt, tools: SEARCH })
const messagesBody = (prompt: string, model: string): unknown => ({
  model,
  max_tokens: 2000,
  messages: [{ role: 'user', content: prompt }],
  tools: [{ type: 'web_search_20250305', name: 'web_search', max_uses: 5 }],
})

function readResponses(body: Json): { text: string; cited: string[] } {
  const parts = list(body.output)
    .flatMap((item) => list(object(item).content))
    .map(object)
  const cited = parts.flatMap((part) => list(part.annotations)).map((note) => string(object(note).url))
  return { text: parts.map((part) => string(part.text)).join(''), cited }
}

function readMessages(body: Json): { text: string; cited: string[] } {
  const blocks = list(body.content).map(object)
  const cited = blocks
    .flatMap((block) => list(block.citations))
    .map((citation) => string(object(citation).url))
  return { text: blocks.map((block) => string(block.text)).join(''), cited }
}

function readPerplexity(body: Json): { text: string; cited: string[] } {
  const { text } = readResponses(body)
  const results = list(body.output)
    .flatMap((item) => list(object(item).results))
    .map(object)
  const marks = [...text.matchAll(/\[(\d+)\]/g)].map((match) => Number(match[1]))
  return {
    text,
    cited: results.filter((result) => marks.includes(Number(result.id))).map((result) => string(result.url)),
  }
}

function readGemini(body: Json): { text: string; cited: string[] } {
  const candidate = object(list(body.candidates)[0])
  const grounding = object(candidate.groundingMetadata)
  const chunks = list(grounding.groundingChunks).map((chunk) => string(object(object(chunk).web).uri))
  const cited = list(grounding.groundingSupports).flatMap((support) =>
    list(object(support).groundingChunkIndices),
  )
  const text = list(object(candidate.content).parts)
    .map((part) => string(object(part).text))
    .join('')
  return { text, cited: cited.map((index) => chunks[Number(index)] ?? '') }
}

export function serpItems(body: Json): Json[] {
  return list(object(list(object(list(body.tasks)[0]).result)[0]).items).map(object)
}

function readDataforseo(body: Json): { text: string; cited: string[] } {
  const overview = serpItems(body).find((item) => item.type === 'ai_overview') ?? {}
  return {
    text: string(overview.markdown),
    cited: list(overview.references).map((entry) => string(object(entry).url)),
  }
}

const usual = { missing: 401, wrong: 401, error: 500, limited: 429 }

export const PLATFORMS: readonly TestPlatform[] = [
  {
    platform: 'chatgpt',
    family: 'openai',
    path: '/openai/v1/responses',
    model: 'gpt-5.5',
    statuses: usual,
    headers: bearer,
    body: responsesBody,
    read: readResponses,
  },
  {
    platform: 'claude',
    family: 'anthropic',
    path: '/anthropic/v1/messages',
    model: 'claude-sonnet-5',
    statuses: { ...usual, error: 529 },
    headers: (key) => ({ 'x-api-key': key, 'anthropic-version': '2023-06-01' }),
    body: messagesBody,
    read: readMessages,
  },
  {
    platform: 'gemini',
    family: 'gemini',
    path: '/gemini/v1beta/models/{model}:generateContent',
    model: 'gemini-3.8-flash',
    statuses: { missing: 403, wrong: 400, error: 503, limited: 429 },
    headers: (key) => ({ 'x-goog-api-key': key }),
    body: (prompt) => ({
      contents: [{ role: 'user', parts: [{ text: prompt }] }],
      tools: [{ google_search: {} }],
    }),
    read: readGemini,
  },
  {
    platform: 'perplexity',
    family: 'perplexity',
    path: '/perplexity/v1/responses',
    model: 'perplexity/sonar',
    statuses: usual,
    headers: bearer,
    body: (prompt, model) => ({ model, input: prompt }),
    read: readPerplexity,
  },
  {
    platform: 'grok',
    family: 'xai',
    path: '/xai/v1/responses',
    model: 'grok-4.5',
    statuses: { missing: 401, wrong: 400, error: 503, limited: 429 },
    headers: bearer,
    body: responsesBody,
    read: readResponses,
  },
  {
    platform: 'deepseek',
    family: 'deepseek',
    path: '/deepseek/anthropic/v1/messages',
    model: 'deepseek-v4-pro',
    statuses: { ...usual, error: 503 },
    headers: (key) => ({ 'x-api-key': key }),
    body: messagesBody,
    read: readMessages,
  },
  {
    platform: 'metaai',
    family: 'meta',
    path: '/meta/v1/responses',
    model: 'muse-spark-1.3',
    statuses: usual,
    headers: bearer,
    body: responsesBody,
    read: readResponses,
  },
  {
    platform: 'ai_overview',
    family: 'dataforseo',
    path: '/dataforseo/v3/serp/google/organic/live/advanced',
    model: 'google',
    // The rate limit is a 200 whose status_code says otherwise.
    statuses: { ...usual, limited: 200 },
    headers: (key) => ({ authorization: key === '' ? '' : `Basic ${btoa(`login:${key}`)}` }),
    body: (prompt) => [
      { keyword: prompt, location_code: 2840, language_code: 'en', load_async_ai_overview: true },
    ],
    read: readDataforseo,
  },
]

export function platformNamed(name: string): TestPlatform {
  const found = PLATFORMS.find((candidate) => candidate.platform === name)
  if (found === undefined) throw new Error(`no platform ${name}`)
  return found
}

export async function ask(
  sandbox: Sandbox,
  target: TestPlatform,
  prompt: string,
  changes: { key?: string; model?: string; path?: string; raw?: string; timeout_ms?: number } = {},
): Promise<Reply> {
  const model = changes.model ?? target.model
  const path = changes.path ?? target.path.replace('{model}', model)
  const response = await fetch(`${sandbox.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...target.headers(changes.key ?? 'test-key') },
    body: changes.raw ?? JSON.stringify(target.body(prompt, model)),
    signal: AbortSignal.timeout(changes.timeout_ms ?? 5000),
  })
  return readReply(response)
}

/** SerpApi is asked by query string alone, so it stands beside the table. */
export async function askSerpApi(sandbox: Sandbox, parameters: Record<string, string>): Promise<Reply> {
  const query = new URLSearchParams({ engine: 'google', api_key: 'test-key', ...parameters })
  return readReply(
    await fetch(`${sandbox.url}/serpapi/search.json?${query}`, { signal: AbortSignal.timeout(5000) }),
  )
}

export async function post(
  sandbox: Sandbox,
  path: string,
  headers: Record<string, string>,
  body: unknown,
): Promise<Reply> {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  }
  return readReply(await fetch(`${sandbox.url}${path}`, init))
}

async function readReply(response: Response): Promise<Reply> {
  const raw = await response.text()
  return { status: response.status, headers: response.headers, raw, body: parsed(raw) }
}

function parsed(text: string): Json {
  try {
    return object(JSON.parse(text))
  } catch {
    return {}
  }
}

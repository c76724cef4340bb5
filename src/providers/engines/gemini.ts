/** https://ai.google.dev/gemini-api/docs/google-search and /api/generate-content */
import { z } from 'zod'
import { type EngineAnswer, type EngineSettings, type HttpRequest, succeed } from '../contract.ts'
import { failureOf, parseJson, readVendorError, unreadable } from '../vendor-errors.ts'
import { joinUrl, secretsOf } from '../wire.ts'
import { answer, defineEngine } from './define.ts'
import { distinct, domainFromTitle, type RawSource, toCitations, toSources } from './sources.ts'

export function generateContentPost(
  settings: { api_key: string; base_url: string; model: string },
  body: unknown,
): HttpRequest {
  return {
    method: 'POST',
    url: joinUrl(settings.base_url, `/v1beta/models/${encodeURIComponent(settings.model)}:generateContent`),
    headers: { 'content-type': 'application/json', 'x-goog-api-key': settings.api_key },
    body: JSON.stringify(body),
  }
}

const Chunk = z.object({
  web: z.object({ uri: z.string(), title: z.string().nullish(), domain: z.string().nullish() }).nullish(),
})

const Grounding = z.object({
  webSearchQueries: z.array(z.string()).nullish(),
  groundingChunks: z.array(Chunk).nullish(),
  groundingSupports: z.array(z.object({ groundingChunkIndices: z.array(z.number()).nullish() })).nullish(),
})

const Candidate = z.object({
  content: z
    .object({
      parts: z.array(z.object({ text: z.string().nullish(), thought: z.boolean().nullish() })).nullish(),
    })
    .nullish(),
  finishReason: z.string().nullish(),
  groundingMetadata: Grounding.nullish(),
})

export const GeminiBody = z
  .object({
    candidates: z.array(Candidate).nullish(),
    promptFeedback: z.object({ blockReason: z.string().nullish() }).nullish(),
    modelVersion: z.string().nullish(),
    usageMetadata: z
      .object({
        promptTokenCount: z.number().nullish(),
        toolUsePromptTokenCount: z.number().nullish(),
        candidatesTokenCount: z.number().nullish(),
        thoughtsTokenCount: z.number().nullish(),
      })
      .nullish(),
  })
  // A blocked prompt has no candidates; a body with neither is none of Gemini's.
  .refine((body) => (body.candidates?.length ?? 0) > 0 || body.promptFeedback?.blockReason)
type GeminiBody = z.infer<typeof GeminiBody>

export function geminiText(body: GeminiBody): string {
  const parts = body.candidates?.[0]?.content?.parts ?? []
  return parts.map((part) => (part.thought === true ? '' : (part.text ?? ''))).join('')
}

/** Thoughts are charged as output, and pages read by the tool as input. */
export function geminiTokens(body: GeminiBody): { input_tokens: number; output_tokens: number } {
  const usage = body.usageMetadata
  return {
    input_tokens: (usage?.promptTokenCount ?? 0) + (usage?.toolUsePromptTokenCount ?? 0),
    output_tokens: (usage?.candidatesTokenCount ?? 0) + (usage?.thoughtsTokenCount ?? 0),
  }
}

/** The URLs are short-lived redirects of Google's, so the domain comes from the title, which usually is one. */
function sourceOf(chunk: z.infer<typeof Chunk> | undefined): RawSource[] {
  const web = chunk?.web
  if (web === null || web === undefined) return []
  const { uri, title, domain } = web
  return [{ url: uri, title, domain: domainFromTitle(domain) ?? domainFromTitle(title) }]
}

function mapGemini(body: GeminiBody, settings: EngineSettings): EngineAnswer {
  const grounding = body.candidates?.[0]?.groundingMetadata
  const chunks = grounding?.groundingChunks ?? []
  const cited = (grounding?.groundingSupports ?? []).flatMap((support) => support.groundingChunkIndices ?? [])
  const queries = distinct(grounding?.webSearchQueries ?? [])
  return answer('gemini', settings, {
    text: geminiText(body),
    declined: Boolean(body.promptFeedback?.blockReason),
    citations: toCitations(cited.flatMap((index) => sourceOf(chunks[index]))),
    retrieved: toSources(chunks.flatMap(sourceOf)),
    search_queries: queries,
    searched: queries.length > 0 || chunks.length > 0,
    served_model: body.modelVersion,
    usage: { ...geminiTokens(body), searches: queries.length },
  })
}

export const gemini = defineEngine({
  platform: 'gemini',
  request: (question, settings) =>
    generateContentPost(settings, {
      contents: [{ role: 'user', parts: [{ text: question.prompt }] }],
      tools: [{ google_search: {} }],
    }),
  parse(reply, settings) {
    const secrets = secretsOf(settings)
    const json = parseJson(reply.text)
    if (reply.status >= 400) return failureOf(reply, readVendorError(json), secrets)
    const body = GeminiBody.safeParse(json)
    return body.success ? succeed(mapGemini(body.data, settings)) : unreadable(reply, secrets)
  },
})

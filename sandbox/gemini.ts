import { answerAsk, type Granted, type Refusals, refuseKey } from './ask.ts'
import { type Family, type FamilyMaker, header, json, jsonBody, type Reply, type World } from './family.ts'
import { generate, tokens, type Wish } from './llm/generate.ts'
import { type Answer, drawAnswer } from './market/answer.ts'
import { render } from './market/render.ts'
import { hash, random } from './random.ts'
import { servedModel } from './served-model.ts'
import { isObject, type Json, list, object, string, textOf } from './value.ts'

function failure(code: number, status: string, message: string, details: Json[] = []): Reply {
  return json(code, { error: { code, message, status, ...(details.length > 0 ? { details } : {}) } })
}

const SERVICE = 'generativelanguage.googleapis.com'

/** A wrong key is an invalid argument (400) and a missing one a denied permission (403): no 401. */
const refusals: Refusals = {
  missingKey: () =>
    failure(
      403,
      'PERMISSION_DENIED',
      'Callers without established identity are not allowed. Use an API key.',
    ),
  wrongKey: () =>
    failure(400, 'INVALID_ARGUMENT', 'API key not valid.', [
      {
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason: 'API_KEY_INVALID',
        domain: 'googleapis.com',
        metadata: { service: SERVICE },
      },
    ]),
  badRequest: (reason) => failure(400, 'INVALID_ARGUMENT', reason),
  unknownModel: (model) => failure(404, 'NOT_FOUND', `models/${model} is not found for API version v1beta.`),
  serverError: () => failure(503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.'),
  rateLimited: () =>
    failure(429, 'RESOURCE_EXHAUSTED', 'The current quota is exceeded. Please retry in 1s.', [
      {
        '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
        violations: [
          {
            quotaMetric: `${SERVICE}/generate_content_paid_tier_requests`,
            quotaId: 'GenerateRequestsPerMinutePerProjectPerModel',
            quotaValue: '60',
          },
        ],
      },
      { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '1s' },
    ]),
}

export const gemini: FamilyMaker = (world): Family => ({
  name: 'gemini',
  mount: '/gemini',
  plays: SERVICE,
  platforms: ['gemini', 'llm'],
  handle(request) {
    const key = header(request, 'x-goog-api-key') || (request.query.get('key') ?? '')
    const refused = refuseKey(key, refusals)
    if (refused !== undefined) return refused
    const route = /^\/v1(?:beta|alpha)?\/models\/([^/:]+):generateContent$/.exec(request.path)
    const model = route?.[1]
    if (request.method !== 'POST' || model === undefined) {
      return failure(404, 'NOT_FOUND', `Requested entity was not found: ${request.method} ${request.path}`)
    }
    const body = jsonBody(request)
    if (!isObject(body)) return refusals.badRequest('Invalid JSON payload received.')
    return content(world, body, decodeURIComponent(model), key)
  },
})

function content(world: World, body: Json, model: string, key: string): Reply {
  const turns = list(body.contents).map(object)
  const searches = list(body.tools).some(
    (tool) => 'google_search' in object(tool) || 'googleSearch' in object(tool),
  )
  const wish = readWish(body, turns)
  const point = object(object(object(body.toolConfig).retrievalConfig).latLng)
  const context = Object.keys(point).length > 0 ? `${String(point.latitude)},${String(point.longitude)}` : ''
  const prompt = searches ? asked(turns) : wish.transcript
  const ask = { platform: searches ? 'gemini' : 'llm', family: 'gemini', key, model, prompt, context }
  return answerAsk(world, ask, refusals, (granted) => {
    const { candidate, used } = searches ? searched(world, granted) : written(granted, wish)
    return json(200, {
      candidates: [candidate],
      usageMetadata: used,
      modelVersion: servedModel(model, world.day(), 'short'),
      responseId: random('id', ...granted.seed).text(22),
    })
  })
}

function searched(world: World, granted: Granted): { candidate: Json; used: Json } {
  const answer = drawAnswer(world, granted, '', true)
  if (answer === undefined)
    return { candidate: { finishReason: 'SAFETY', index: 0 }, used: usage(320, 0, 0, 0) }
  const { text, supported } = render(answer.lines, () => '')
  const candidate: Json = { content: { parts: [{ text }], role: 'model' }, finishReason: 'STOP', index: 0 }
  if (answer.searched) candidate.groundingMetadata = grounding(answer, text, supported)
  const pages = answer.sources.length * 870
  return {
    candidate,
    used: usage(answer.usage.input - pages, answer.usage.output, answer.usage.reasoning, pages),
  }
}

/** Chunks are redirects titled by their domain; supports measure the text in bytes, not characters. */
function grounding(
  answer: Answer,
  text: string,
  supported: { start: number; end: number; cites: readonly number[] }[],
): Json {
  const bytes = (end: number): number => Buffer.byteLength(text.slice(0, end))
  return {
    searchEntryPoint: { renderedContent: `<div class="chip">${escaped(answer.queries[0] ?? '')}</div>` },
    webSearchQueries: [...answer.queries],
    groundingChunks: answer.sources.map((source) => ({
      web: { uri: redirect(source.url), title: source.domain },
    })),
    groundingSupports: supported.map((span) => ({
      segment: {
        // Zero is left out on the wire, as protocol buffers do.
        ...(span.start > 0 ? { startIndex: bytes(span.start) } : {}),
        endIndex: bytes(span.end),
        text: text.slice(span.start, span.end),
      },
      groundingChunkIndices: [...span.cites],
    })),
  }
}

function redirect(url: string): string {
  const opaque = random('redirect', url).text(120)
  return `https://vertexaisearch.cloud.google.com/grounding-api-redirect/AUZIYQ${hash(url).toString(36)}${opaque}=`
}

function written(granted: Granted, wish: Wish): { candidate: Json; used: Json } {
  if (granted.quirk === 'no_answer')
    return { candidate: { finishReason: 'SAFETY', index: 0 }, used: usage(20, 0, 0, 0) }
  const text = generate(granted, wish)
  const candidate = { content: { parts: [{ text }], role: 'model' }, finishReason: 'STOP', index: 0 }
  return { candidate, used: usage(tokens(wish.transcript), tokens(text), 0, 0) }
}

function asked(turns: Json[]): string {
  const texts = turns.filter((turn) => turn.role !== 'model').map((turn) => textOf(turn.parts))
  return texts.join('\n')
}

function readWish(body: Json, turns: Json[]): Wish {
  const config = object(body.generationConfig)
  const system = object(body.systemInstruction ?? body.system_instruction)
  const transcript = [textOf(system.parts), ...turns.map((turn) => textOf(turn.parts))].join('\n')
  const json = string(config.responseMimeType) === 'application/json'
  const schema = config.responseJsonSchema ?? config.responseSchema
  return {
    transcript,
    request: asked(turns),
    repeated: turns.some((turn) => turn.role === 'model'),
    json,
    schema: json ? schema : undefined,
  }
}

function usage(prompt: number, output: number, thoughts: number, tool: number): Json {
  return {
    promptTokenCount: prompt,
    candidatesTokenCount: output,
    totalTokenCount: prompt + output + thoughts + tool,
    promptTokensDetails: [{ modality: 'TEXT', tokenCount: prompt }],
    ...(tool > 0 ? { toolUsePromptTokenCount: tool } : {}),
    ...(thoughts > 0 ? { thoughtsTokenCount: thoughts } : {}),
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

import { answerAsk, type Refusals, refuseKey } from './ask.ts'
import {
  bearer,
  type Family,
  type FamilyMaker,
  json,
  jsonBody,
  type Reply,
  type SandboxRequest,
  type World,
} from './family.ts'
import { type Answer, drawAnswer } from './market/answer.ts'
import { render } from './market/render.ts'
import { unit, uuid } from './random.ts'
import { type ResponsesRequest, readResponses } from './responses-request.ts'
import { moment } from './served-model.ts'
import { isObject, type Json } from './value.ts'

function failure(status: number, type: string, message: string, headers: Record<string, string> = {}): Reply {
  return json(status, { error: { message, type, code: status } }, headers)
}

const refusals: Refusals = {
  missingKey: () => failure(401, 'authentication_error', 'Authentication failed: no API key was provided.'),
  wrongKey: () => failure(401, 'invalid_api_key', 'Invalid API key provided.'),
  badRequest: (reason) => failure(400, 'invalid_request', reason),
  unknownModel: (model) => failure(400, 'invalid_model', `Invalid model '${model}'.`),
  serverError: () => failure(500, 'internal_server_error', 'An unexpected error occurred.'),
  rateLimited: () =>
    failure(429, 'rate_limit_exceeded', 'Request rate limit exceeded.', { 'retry-after': '1' }),
}

export const perplexity: FamilyMaker = (world): Family => ({
  name: 'perplexity',
  mount: '/perplexity',
  plays: 'api.perplexity.ai',
  platforms: ['perplexity'],
  handle(request) {
    const refused = refuseKey(bearer(request), refusals)
    if (refused !== undefined) return refused
    // The agent endpoint is the same thing under its newer name.
    const known = request.path === '/v1/responses' || request.path === '/v1/agent'
    if (request.method !== 'POST' || !known) return failure(404, 'not_found', `Not found: ${request.path}`)
    const body = jsonBody(request)
    if (!isObject(body)) return refusals.badRequest('The request body is not valid JSON.')
    if (body.stream === true) return refusals.badRequest('This sandbox does not stream: send stream: false.')
    return response(world, request, readResponses(body))
  },
})

function response(world: World, request: SandboxRequest, asked: ResponsesRequest): Reply {
  const model = asked.model === '' ? 'perplexity/sonar' : asked.model
  const ask = {
    platform: 'perplexity',
    family: 'perplexity',
    key: bearer(request),
    model,
    prompt: asked.prompt,
    context: asked.context,
  }
  return answerAsk(world, ask, refusals, (granted) => {
    const answer = drawAnswer(world, granted, asked.location, true)
    return json(200, {
      id: `resp_${uuid('resp', ...granted.seed)}`,
      object: 'response',
      created_at: moment(world.day(), unit('at', ...granted.seed)),
      status: 'completed',
      model,
      background: false,
      store: true,
      output:
        answer === undefined
          ? [message('', uuid('msg', ...granted.seed))]
          : outputOf(answer, uuid('msg', ...granted.seed)),
      usage: usageOf(answer),
    })
  })
}

/** Results carry ids from 1, and `[n]` in the text points at the result with that id. */
function outputOf(answer: Answer, id: string): Json[] {
  const { text } = render(answer.lines, (source) => `[${source + 1}]`)
  const results = answer.sources.map((source, index) => ({
    id: index + 1,
    url: source.url,
    title: source.title,
    snippet: source.snippet,
    date: source.published,
    last_updated: source.published,
    source: 'web',
  }))
  const search = answer.searched ? [{ type: 'search_results', queries: [...answer.queries], results }] : []
  return [...search, message(text, id)]
}

function message(text: string, id: string): Json {
  const content = text === '' ? [] : [{ type: 'output_text', text, annotations: [] }]
  return { type: 'message', id: `msg_${id}`, role: 'assistant', status: 'completed', content }
}

function usageOf(answer: Answer | undefined): Json {
  const input = answer?.usage.input ?? 30
  const output = answer?.usage.output ?? 0
  const searches = answer?.queries.length ?? 0
  const cost = {
    input_cost: dollars(input / 4e6),
    output_cost: dollars(output / 4e5),
    tool_calls_cost: dollars(searches * 0.005),
  }
  return {
    input_tokens: input,
    output_tokens: output,
    total_tokens: input + output,
    input_tokens_details: { cache_creation_input_tokens: 0, cache_read_input_tokens: 0 },
    tool_calls_details: { web_search: { invocation: searches } },
    cost: {
      currency: 'USD',
      ...cost,
      total_cost: dollars(cost.input_cost + cost.output_cost + cost.tool_calls_cost),
    },
  }
}

function dollars(value: number): number {
  return Math.round(value * 1e5) / 1e5
}

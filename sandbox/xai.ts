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
import { generate, tokens } from './llm/generate.ts'
import { type Answer, drawAnswer } from './market/answer.ts'
import { masked } from './openai-errors.ts'
import { unit, uuid } from './random.ts'
import { type Dress, envelope, messageItem, textItem, usage } from './responses-reply.ts'
import { type ResponsesRequest, readResponses } from './responses-request.ts'
import { moment, servedModel } from './served-model.ts'
import { isObject, type Json } from './value.ts'

function failure(status: number, code: string, error: string, headers: Record<string, string> = {}): Reply {
  return json(status, { code, error }, headers)
}

/** A wrong key is a bad request here (400), and only a missing one is unauthorized (401). */
const refusals: Refusals = {
  missingKey: () => failure(401, 'unauthenticated', 'No authorization header or API key was provided.'),
  wrongKey: (key) =>
    failure(400, 'Client specified an invalid argument', `Incorrect API key provided: ${masked(key)}.`),
  badRequest: (reason) => failure(400, 'Client specified an invalid argument', reason),
  unknownModel: (model) =>
    failure(404, 'Some requested entity was not found', `The model ${model} does not exist.`),
  serverError: () =>
    failure(503, 'The service is currently unavailable', 'The model is at capacity. Try again later.'),
  rateLimited: () =>
    failure(
      429,
      'Some resource has been exhausted',
      'Too many requests for this team: requests per second exceeded.',
      {
        'x-ratelimit-limit-requests': '480',
        'x-ratelimit-remaining-requests': '0',
        'x-ratelimit-reset-requests': '1s',
      },
    ),
}

const dress: Dress = {
  link: (source) => source.url,
  mark: (source, order) => ` [[${order + 1}]](${source.url})`,
}

export const xai: FamilyMaker = (world): Family => ({
  name: 'xai',
  mount: '/xai',
  plays: 'api.x.ai',
  platforms: ['grok'],
  handle(request) {
    const refused = refuseKey(bearer(request), refusals)
    if (refused !== undefined) return refused
    if (request.method !== 'POST' || request.path !== '/v1/responses') {
      return failure(
        404,
        'Some requested entity was not found',
        `Invalid URL (${request.method} ${request.path})`,
      )
    }
    const body = jsonBody(request)
    if (!isObject(body)) return refusals.badRequest('The request body is not valid JSON.')
    if (body.stream === true) return refusals.badRequest('This sandbox does not stream: send stream: false.')
    if ('search_parameters' in body) {
      return failure(410, 'Gone', 'Live search is deprecated: use the web_search tool of the Responses API.')
    }
    return response(world, request, readResponses(body))
  },
})

function response(world: World, request: SandboxRequest, asked: ResponsesRequest): Reply {
  if (asked.model === '') return refusals.badRequest('Missing field: model')
  const writes = asked.wish.json
  const platform = writes ? 'llm' : 'grok'
  const prompt = writes ? asked.wish.transcript : asked.prompt
  const ask = {
    platform,
    family: 'xai',
    key: bearer(request),
    model: asked.model,
    prompt,
    context: asked.context,
  }
  return answerAsk(world, ask, refusals, (granted) => {
    const id = uuid('resp', ...granted.seed)
    const shell = (output: Json[], used: Json): Json =>
      envelope(asked, {
        id,
        created_at: moment(world.day(), unit('at', ...granted.seed)),
        model: servedModel(asked.model, world.day(), 'short'),
        output,
        usage: used,
      })
    if (writes) {
      const text = generate(granted, asked.wish)
      return json(200, shell([textItem(text, [], granted)], usage(tokens(prompt), tokens(text), 0)))
    }
    const answer = drawAnswer(world, granted, asked.location, asked.searches)
    if (answer === undefined) {
      const body = shell([], usage(320, 0, 40))
      return json(200, { ...body, status: 'incomplete', incomplete_details: { reason: 'content_filter' } })
    }
    const message = messageItem(answer, granted, dress)
    const body = shell([...searchCalls(answer, id), message], usageFor(answer))
    // Everything it came across, not what it cites: a superset of the annotations.
    return json(200, { ...body, citations: answer.sources.map((source) => source.url) })
  })
}

/** Posts are found by a tool of their own, named apart from the web search. */
function searchCalls(answer: Answer, id: string): Json[] {
  const posts = answer.sources.some((source) => source.domain === 'x.com')
  return answer.queries.map((query, index) => {
    const onX = posts && index === answer.queries.length - 1 && index > 0
    return {
      type: onX ? 'x_search_call' : 'web_search_call',
      id: `fc_${id}_${index}`,
      call_id: '',
      name: onX ? 'x_keyword_search' : 'web_search',
      arguments: JSON.stringify({ query, num_results: 10 }),
      action: { type: 'search', query, sources: [] },
      status: 'completed',
    }
  })
}

function usageFor(answer: Answer): Json {
  const { input, output, reasoning } = answer.usage
  return {
    ...usage(input, output, reasoning),
    num_sources_used: answer.sources.length,
    num_server_side_tools_used: answer.queries.length,
    // Ten billion ticks make a dollar.
    cost_in_usd_ticks: Math.round(
      input * 20_000 + (output + reasoning) * 60_000 + answer.queries.length * 50_000_000,
    ),
  }
}

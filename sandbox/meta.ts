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
import { drawAnswer } from './market/answer.ts'
import { invalidUrl, openaiError } from './openai-errors.ts'
import { hex, unit } from './random.ts'
import {
  type Dress,
  envelope,
  messageItem,
  refusalItem,
  searchItems,
  textItem,
  usage,
} from './responses-reply.ts'
import { type ResponsesRequest, readResponses } from './responses-request.ts'
import { moment, servedModel } from './served-model.ts'
import { isObject, type Json } from './value.ts'

const refusals: Refusals = {
  missingKey: () => openaiError(401, 'authentication_error', 'missing_api_key', 'Missing API key.'),
  wrongKey: () => openaiError(401, 'authentication_error', 'invalid_api_key', 'Invalid API key.'),
  badRequest: (reason) => openaiError(400, 'invalid_request_error', 'invalid_request', reason),
  unknownModel: (model) =>
    openaiError(404, 'invalid_request_error', 'model_not_found', `Model ${model} not found.`),
  serverError: () => openaiError(500, 'server_error', 'internal_error', 'Internal server error.'),
  rateLimited: () =>
    openaiError(429, 'rate_limit_error', 'rate_limit_exceeded', 'Rate limit exceeded.', {
      'retry-after': '1',
      'x-ratelimit-limit-requests': '600',
      'x-ratelimit-remaining-requests': '0',
      'x-ratelimit-reset-requests': '1s',
    }),
}

/** Marks are numbers in brackets without a link; the link is in the annotation. */
const dress: Dress = {
  link: (source) => source.url,
  mark: (_source, order) => ` [${order + 1}]`,
}

export const meta: FamilyMaker = (world): Family => ({
  name: 'meta',
  mount: '/meta',
  plays: 'api.meta.ai',
  platforms: ['metaai'],
  handle(request) {
    const refused = refuseKey(bearer(request), refusals)
    if (refused !== undefined) return refused
    if (request.method !== 'POST' || request.path !== '/v1/responses')
      return invalidUrl(request.method, request.path)
    const body = jsonBody(request)
    if (!isObject(body)) return refusals.badRequest('The request body is not valid JSON.')
    if (body.stream === true) return refusals.badRequest('This sandbox does not stream: send stream: false.')
    return response(world, request, readResponses(body))
  },
})

function response(world: World, request: SandboxRequest, asked: ResponsesRequest): Reply {
  if (asked.model === '') return refusals.badRequest('model is required')
  const writes = asked.wish.json
  const platform = writes ? 'llm' : 'metaai'
  const prompt = writes ? asked.wish.transcript : asked.prompt
  const ask = {
    platform,
    family: 'meta',
    key: bearer(request),
    model: asked.model,
    prompt,
    context: asked.context,
  }
  return answerAsk(world, ask, refusals, (granted) => {
    const shell = (output: Json[], used: Json): Reply =>
      json(
        200,
        envelope(asked, {
          id: `resp_${hex(40, 'resp', ...granted.seed)}`,
          created_at: moment(world.day(), unit('at', ...granted.seed)),
          model: servedModel(asked.model, world.day(), 'packed'),
          output,
          usage: used,
        }),
      )
    if (writes) {
      const text = generate(granted, asked.wish)
      return shell([textItem(text, [], granted)], usage(tokens(prompt), tokens(text), 0))
    }
    const answer = drawAnswer(world, granted, asked.location, asked.searches)
    if (answer === undefined) return shell([refusalItem(granted)], usage(330, 12, 30))
    const { input, output, reasoning } = answer.usage
    const searches = searchItems(answer, granted, dress, true)
    return shell([...searches, messageItem(answer, granted, dress)], usage(input, output, reasoning))
  })
}

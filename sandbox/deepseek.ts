import { type Refusals, refuseKey } from './ask.ts'
import { bearer, type Family, type FamilyMaker, header, json, jsonBody, type Reply } from './family.ts'
import { message } from './messages-api.ts'
import { masked } from './openai-errors.ts'
import { isObject } from './value.ts'

/** Errors keep DeepSeek's own envelope even on the Anthropic-compatible path. */
function failure(status: number, type: string, code: string, text: string): Reply {
  return json(status, { error: { message: text, type, param: null, code } })
}

/** No retry header on a 429: the documentation only asks to pace oneself. */
const refusals: Refusals = {
  missingKey: () =>
    failure(401, 'authentication_error', 'invalid_request_error', 'Authentication Fails (no API key)'),
  wrongKey: (key) =>
    failure(
      401,
      'authentication_error',
      'invalid_request_error',
      `Authentication Fails, API key ${masked(key)} is invalid`,
    ),
  badRequest: (reason) => failure(400, 'invalid_request_error', 'invalid_request_error', reason),
  unknownModel: (model) =>
    failure(400, 'invalid_request_error', 'invalid_request_error', `Model Not Exist: ${model}`),
  serverError: () =>
    failure(503, 'service_unavailable_error', 'service_unavailable_error', 'Service is too busy'),
  rateLimited: () => failure(429, 'rate_limit_error', 'rate_limit_reached', 'Rate limit reached'),
}

export const deepseek: FamilyMaker = (world): Family => ({
  name: 'deepseek',
  mount: '/deepseek',
  plays: 'api.deepseek.com',
  platforms: ['deepseek'],
  handle(request) {
    const key = header(request, 'x-api-key') || bearer(request)
    const refused = refuseKey(key, refusals)
    if (refused !== undefined) return refused
    if (request.method !== 'POST' || request.path !== '/anthropic/v1/messages') {
      return failure(404, 'not_found_error', 'not_found', 'Not Found')
    }
    const body = jsonBody(request)
    if (!isObject(body)) return refusals.badRequest('Failed to parse the request body as JSON')
    if (body.stream === true) return refusals.badRequest('This sandbox does not stream')
    return message(world, body, {
      platform: 'deepseek',
      family: 'deepseek',
      key,
      refusals,
      served: (model) => model,
      declined: { content: [{ type: 'text', text: '' }], stop_reason: 'end_turn' },
    })
  },
})

import { type Refusals, refuseKey } from './ask.ts'
import { type Family, type FamilyMaker, header, json, jsonBody, type Reply } from './family.ts'
import { message } from './messages-api.ts'
import { hex } from './random.ts'
import { servedModel } from './served-model.ts'
import { isObject } from './value.ts'

function failure(status: number, type: string, text: string, headers: Record<string, string> = {}): Reply {
  const request_id = `req_${hex(24, type, text)}`
  return json(
    status,
    { type: 'error', error: { type, message: text }, request_id },
    { 'request-id': request_id, ...headers },
  )
}

function refusalsOn(day: () => string): Refusals {
  return {
    missingKey: () => failure(401, 'authentication_error', 'x-api-key header is required'),
    wrongKey: () => failure(401, 'authentication_error', 'invalid x-api-key'),
    badRequest: (reason) => failure(400, 'invalid_request_error', reason),
    unknownModel: (model) => failure(404, 'not_found_error', `model: ${model}`),
    serverError: () => failure(529, 'overloaded_error', 'Overloaded'),
    rateLimited: () =>
      failure(429, 'rate_limit_error', 'This request would exceed the rate limit of your organization.', {
        'retry-after': '1',
        'anthropic-ratelimit-requests-limit': '50',
        'anthropic-ratelimit-requests-remaining': '0',
        'anthropic-ratelimit-requests-reset': `${day()}T00:00:01Z`,
      }),
  }
}

export const anthropic: FamilyMaker = (world): Family => {
  const refusals = refusalsOn(world.day)
  return {
    name: 'anthropic',
    mount: '/anthropic',
    plays: 'api.anthropic.com',
    platforms: ['claude', 'llm'],
    handle(request) {
      const key = header(request, 'x-api-key')
      const refused = refuseKey(key, refusals)
      if (refused !== undefined) return refused
      if (request.method !== 'POST' || request.path !== '/v1/messages') {
        return failure(404, 'not_found_error', 'Not Found')
      }
      if (header(request, 'anthropic-version') === '') {
        return refusals.badRequest('anthropic-version: header is required')
      }
      const body = jsonBody(request)
      if (!isObject(body)) return refusals.badRequest('The request body is not valid JSON')
      if (body.stream === true) return refusals.badRequest('stream: this sandbox does not stream')
      return message(world, body, {
        platform: 'claude',
        family: 'anthropic',
        key,
        refusals,
        served: (model) => servedModel(model, world.day(), 'packed'),
        declined: { content: [], stop_reason: 'refusal' },
      })
    },
  }
}

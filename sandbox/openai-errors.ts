import type { Refusals } from './ask.ts'
import { type Headers, json, type Reply } from './family.ts'

export function openaiError(
  status: number,
  type: string,
  code: string | null,
  message: string,
  headers: Headers = {},
): Reply {
  return json(status, { error: { message, type, param: null, code } }, headers)
}

/** Shows the ends of a key only, as vendors do. */
export function masked(key: string): string {
  return key.length <= 8 ? '****' : `${key.slice(0, 4)}****${key.slice(-4)}`
}

export const openaiRefusals: Refusals = {
  missingKey: () =>
    openaiError(
      401,
      'invalid_request_error',
      null,
      'No API key was provided: send Authorization: Bearer <key>.',
    ),
  wrongKey: (key) =>
    openaiError(
      401,
      'invalid_request_error',
      'invalid_api_key',
      `Incorrect API key provided: ${masked(key)}.`,
    ),
  badRequest: (reason) => openaiError(400, 'invalid_request_error', null, reason),
  unknownModel: (model) =>
    openaiError(404, 'invalid_request_error', 'model_not_found', `The model \`${model}\` does not exist.`),
  serverError: () =>
    openaiError(500, 'server_error', null, 'The server had an error processing the request.'),
  rateLimited: () =>
    openaiError(
      429,
      'requests',
      'rate_limit_exceeded',
      'Rate limit reached for requests per min. Try again in 1s.',
      {
        'retry-after': '1',
        'retry-after-ms': '1000',
        'x-ratelimit-limit-requests': '500',
        'x-ratelimit-remaining-requests': '0',
        'x-ratelimit-reset-requests': '1s',
        'x-ratelimit-limit-tokens': '200000',
        'x-ratelimit-remaining-tokens': '149984',
        'x-ratelimit-reset-tokens': '6ms',
      },
    ),
}

export function invalidUrl(method: string, path: string): Reply {
  return openaiError(404, 'invalid_request_error', null, `Invalid URL (${method} ${path})`)
}

/** From a vendor's refusal to a verdict. Each protocol reads its own error shape; the rules are common. */
import { z } from 'zod'
import { type Failure, type FailureCode, failed, type HttpReply, type Verdict } from './contract.ts'
import { excerpt } from './redact.ts'
import { parseDuration, retryAfterMs } from './retry-after.ts'

export interface VendorError {
  /** The status to judge by, where the vendor wraps failures into a 200. */
  status?: number
  /** Machine-readable names, joined: type, code, reason. */
  code?: string
  text?: string
  /** A wait that the vendor put into the body. */
  retry_after_ms?: number
}

const MESSAGES: Partial<Record<FailureCode, string>> = {
  rate_limited: 'The provider asked to slow down.',
  overloaded: 'The provider is overloaded.',
  server_error: 'The provider had an internal error.',
  invalid_credentials: 'The provider did not accept the credential.',
  forbidden: 'The credential is not allowed to do this.',
  out_of_credit: "The provider's account has run out of credit.",
  invalid_request: 'The provider refused the request.',
  not_found: 'The provider does not know the model or address asked for.',
  bad_response: 'The provider answered in a form that cannot be read.',
}

// Google and OpenAI use the same sentence ("exceeded your current quota, please check your plan and billing
// details"), the one for a short rate limit, the other for an empty account. So only OpenAI's code counts.
const OUT_OF_CREDIT =
  /insufficient_quota|insufficient[ _]balance|credit balance is too low|billing_error|billing_hard_limit|run out of searches/i

// xAI and Google answer a wrong key with 400 (docs.x.ai/developers/debugging; Google's reason API_KEY_INVALID).
const BAD_KEY = /api[ _]key|authentication/i

// Google's older APIs throttle with a 403 and this reason (error.errors[].reason, domain usageLimits).
const THROTTLED = /\b(?:userRateLimitExceeded|rateLimitExceeded|quotaExceeded|dailyLimitExceeded)\b/

function judge(status: number, said: string): [Verdict, FailureCode] {
  if (status === 402 || OUT_OF_CREDIT.test(said)) return ['reconnect', 'out_of_credit']
  if (status === 401 || (status === 400 && BAD_KEY.test(said))) return ['reconnect', 'invalid_credentials']
  if (status === 403 && THROTTLED.test(said)) return ['retry_later', 'rate_limited']
  if (status === 403) return ['reconnect', BAD_KEY.test(said) ? 'invalid_credentials' : 'forbidden']
  if (status === 429) return ['retry_later', 'rate_limited']
  if (status === 503 || status === 529) return ['retry_later', 'overloaded']
  if (status >= 500 || status === 408 || status === 409) return ['retry_later', 'server_error']
  if (status === 404 || status === 410) return ['rejected', 'not_found']
  return ['rejected', 'invalid_request']
}

export function failureOf(reply: HttpReply, error: VendorError, secrets: readonly string[]): Failure {
  const status = error.status ?? reply.status
  const [verdict, code] = judge(status, `${error.code ?? ''} ${error.text ?? ''}`)
  const wait = verdict === 'retry_later' ? (error.retry_after_ms ?? retryAfterMs(reply.headers)) : undefined
  return failed(verdict, code, MESSAGES[code] ?? '', {
    status,
    duration_ms: reply.duration_ms,
    log_excerpt: excerpt(reply.text, secrets),
    ...(wait === undefined ? {} : { retry_after_ms: wait }),
  })
}

/**
 * A 2xx that cannot be read is `unknown`: the vendor did the work and perhaps charged for it, so neither
 * "nothing happened" nor "the request was bad" would be true.
 */
export function unreadable(reply: HttpReply, secrets: readonly string[]): Failure {
  return failed('unknown', 'bad_response', MESSAGES.bad_response ?? '', {
    status: reply.status,
    duration_ms: reply.duration_ms,
    log_excerpt: excerpt(reply.text, secrets),
  })
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const Name = z.union([z.string(), z.number()]).nullish()

/**
 * One reader for the error bodies in use: OpenAI, Meta, Perplexity {error: {message, type, code}};
 * Anthropic, DeepSeek {type: "error", error: {type, message}}; xAI {code, error: "text"};
 * Google {error: {status, message, details[]}}; SerpApi {error: "text"}.
 */
const ErrorBody = z.object({
  code: Name,
  error: z.union([
    z.string(),
    z.object({
      message: z.string().nullish(),
      type: Name,
      code: Name,
      status: Name,
      details: z.array(z.object({ reason: Name, retryDelay: z.string().nullish() })).nullish(),
      errors: z
        .array(z.object({ reason: Name }))
        .nullish()
        .catch(null),
    }),
  ]),
})

export function readVendorError(body: unknown): VendorError {
  const parsed = ErrorBody.safeParse(body)
  if (!parsed.success) return {}
  const { error, code } = parsed.data
  if (typeof error === 'string') return { code: String(code ?? ''), text: error }
  const details = error.details ?? []
  const reasons = [...details, ...(error.errors ?? [])].map(({ reason }) => reason)
  const wait = details.flatMap((detail) => parseDuration(detail.retryDelay ?? '') ?? [])[0]
  return {
    code: [error.type, error.code, error.status, ...reasons]
      .filter((name) => name !== null && name !== undefined)
      .join(' '),
    text: error.message ?? '',
    ...(wait === undefined ? {} : { retry_after_ms: wait }),
  }
}

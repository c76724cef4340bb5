import { z } from 'zod'

/**
 * The closed table of error codes with the status each one usually has. Clients branch on the code, so a new
 * failure is a new row here before it is a throw anywhere.
 */
export const ERROR_CODES = {
  bad_request: 400,
  validation_failed: 400,
  unauthorized: 401,
  quota_exceeded: 402,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  already_exists: 409,
  account_not_connected: 409,
  claim_expired: 410,
  claim_consumed: 410,
  payload_too_large: 413,
  unsupported_media_type: 415,
  idempotency_collision: 422,
  rate_limited: 429,
  server_error: 500,
  not_implemented: 501,
  deploy_mode_not_wired: 501,
  provider_failed: 502,
  unavailable: 503,
  stripe_unconfigured: 503,
  admin_not_configured: 503,
  llm_unconfigured: 503,
  serp_unconfigured: 503,
  // One for each app that accounts are connected through: <client>_unconfigured.
  google_unconfigured: 503,
  facebook_unconfigured: 503,
  instagram_unconfigured: 503,
  threads_unconfigured: 503,
  linkedin_unconfigured: 503,
  x_unconfigured: 503,
  tiktok_unconfigured: 503,
  pinterest_unconfigured: 503,
  reddit_unconfigured: 503,
} as const

export type ErrorCode = keyof typeof ERROR_CODES

export type ErrorDetails = {
  /** Overrides the table where the spec gives one code several statuses. */
  status?: number
  retry_after?: number
  fix_hint?: string
  docs_url?: string
  headers?: Record<string, string>
  cause?: unknown
}

/** A failure that is meant for the caller. Everything else that is thrown becomes a server_error. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly details: ErrorDetails

  constructor(code: ErrorCode, message: string, details: ErrorDetails) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.name = 'ApiError'
    this.code = code
    this.status = details.status ?? ERROR_CODES[code]
    this.details = details
  }
}

/** `throw fail('not_found', 'No such run.')` is how every layer refuses. */
export function fail(code: ErrorCode, message: string, details: ErrorDetails = {}): ApiError {
  return new ApiError(code, message, details)
}

export const ErrorEnvelope = z
  .object({
    error: z.object({
      code: z.string().describe('Stable and snake_case: branch on this, not on the message.'),
      message: z.string(),
      retry_after: z.int().optional().describe('Seconds to wait before the identical request may succeed.'),
      fix_hint: z.string().optional().describe('What to do about it.'),
      docs_url: z.string().optional(),
    }),
  })
  .meta({ id: 'Error', description: 'Every error has this shape.' })

export type ErrorEnvelope = z.infer<typeof ErrorEnvelope>

export function envelope(error: ApiError): ErrorEnvelope {
  const { retry_after, fix_hint, docs_url } = error.details
  return {
    error: {
      code: error.code,
      message: error.message,
      ...(retry_after === undefined ? {} : { retry_after }),
      ...(fix_hint === undefined ? {} : { fix_hint }),
      ...(docs_url === undefined ? {} : { docs_url }),
    },
  }
}

/** What a caller may see of a fault of ours: nothing but that it happened and under which request id. */
export function asApiError(thrown: unknown, requestId: string): ApiError {
  if (thrown instanceof ApiError) return thrown
  return fail('server_error', 'Something broke on our side. Retry with exponential backoff.', {
    fix_hint: `If it persists, report request ${requestId}.`,
    cause: thrown,
  })
}

/** What zod says of unknown fields by itself. A schema that knows better says so, and that becomes the hint. */
const USUAL_UNKNOWN = /^Unrecognized key/

/** zod's issues in the spec's form: `path: issue`, joined by semicolons. */
export function validationFailed(error: z.ZodError): ApiError {
  const issues = error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => `${[...issue.path, key].join('.')}: unknown field`)
    }
    return [`${issue.path.join('.') || 'body'}: ${issue.message}`]
  })
  const hint = error.issues.find(
    (issue) => issue.code === 'unrecognized_keys' && !USUAL_UNKNOWN.test(issue.message),
  )
  return fail('validation_failed', issues.join('; '), hint === undefined ? {} : { fix_hint: hint.message })
}

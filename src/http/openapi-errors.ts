import { z } from 'zod'
import type { ZodOpenApiResponseObject } from 'zod-openapi'
import { ERROR_CODES, type ErrorCode, ErrorEnvelope } from '../kernel/errors.ts'
import { type AnyOperation, isRead, pathParams } from '../kernel/operation.ts'
import { headerRefs } from './openapi-headers.ts'

/** When each common error happens. An operation that names the same code says it in its own words instead. */
const COMMON: Partial<Record<ErrorCode, string>> = {
  validation_failed: 'A field is wrong: each bad one as `path: issue`, joined by semicolons.',
  bad_request: 'The body is not valid JSON, or a header is malformed.',
  unauthorized: 'The key is missing, malformed, unknown, revoked or expired.',
  quota_exceeded: 'A quota or the spend cap is used up until the period resets.',
  forbidden: 'The key’s scopes or its tier do not cover this.',
  not_found: 'It does not exist, or belongs to another tenant.',
  conflict: 'A request with this Idempotency-Key is still being worked on.',
  payload_too_large: 'The body is too large.',
  unsupported_media_type: 'The body is not declared as application/json.',
  idempotency_collision: 'This Idempotency-Key was used with a different body.',
  rate_limited: 'Too many requests in a minute; nothing was consumed.',
  server_error: 'A fault on our side; retry with exponential backoff.',
  unavailable: 'The database is out of reach for a moment; retry with exponential backoff.',
  admin_not_configured: 'This installation has no operator token.',
}

const WAITS: Partial<Record<ErrorCode, number>> = { rate_limited: 12, unavailable: 1 }

type Case = { code: ErrorCode; when: string }
export type ErrorResponses = {
  /** What the operation's entry says, by status. */
  inline: Record<string, ZodOpenApiResponseObject | { $ref: string }>
  /** What it refers to: responses that many operations share. */
  shared: Record<string, ZodOpenApiResponseObject>
}

export function errorResponses(declared: AnyOperation): ErrorResponses {
  const inline: ErrorResponses['inline'] = {}
  const shared: ErrorResponses['shared'] = {}
  for (const [status, cases] of casesByStatus(declared)) {
    const response = describe(cases)
    if (cases.some(({ code, when }) => COMMON[code] !== when)) inline[status] = response
    else {
      const name = cases.map(({ code }) => pascal(code)).join('Or')
      shared[name] = response
      inline[status] = { $ref: `#/components/responses/${name}` }
    }
  }
  inline.default = { $ref: '#/components/responses/AnyError' }
  shared.AnyError = ANY
  return { inline, shared }
}

/** A code may be added one day: it has the same envelope, so a client that knows none of them still reads it. */
const ANY: ZodOpenApiResponseObject = {
  description: 'Any other error, in the same envelope.',
  headers: headerRefs(['RequestId']),
  content: { 'application/json': { schema: ErrorEnvelope } },
}

/** Every code an operation may answer: the common ones follow from its policy, the rest it declares. */
function casesByStatus(declared: AnyOperation): Map<string, Case[]> {
  const codes = new Set<ErrorCode>([
    ...commonCodes(declared),
    ...(Object.keys(declared.errors) as ErrorCode[]),
  ])
  if (typeof declared.live === 'object') codes.add(declared.live.code)
  const byStatus = new Map<string, Case[]>()
  for (const code of [...codes].sort((a, b) => ERROR_CODES[a] - ERROR_CODES[b] || a.localeCompare(b))) {
    const notLive =
      typeof declared.live === 'object' && declared.live.code === code ? declared.live.message : ''
    const when = meaning(declared, code) ?? notLive
    const status = String(ERROR_CODES[code])
    byStatus.set(status, [...(byStatus.get(status) ?? []), { code, when }])
  }
  return byStatus
}

/** What an operation says of a code comes before what the code means everywhere; an absence it only says better. */
function meaning(declared: AnyOperation, code: ErrorCode): string | undefined {
  const own = declared.errors[code]
  if (own === undefined) return COMMON[code]
  const general = code !== 'not_found' && commonCodes(declared).includes(code) ? COMMON[code] : undefined
  return general === undefined ? own : `${own} ${general}`
}

function commonCodes(declared: AnyOperation): ErrorCode[] {
  const { scope, meter, rate, idempotent } = declared
  const codes: ErrorCode[] = ['validation_failed', 'server_error']
  if (!isRead(declared)) codes.push('bad_request', 'payload_too_large', 'unsupported_media_type')
  if (scope !== 'public') codes.push('unauthorized', 'unavailable')
  if (scope === 'operator') codes.push('admin_not_configured')
  else if (scope !== 'public' && scope !== 'any' && scope !== 'optional') codes.push('forbidden')
  if (meter !== 'none') codes.push('quota_exceeded')
  if (pathParams(declared).length > 0) codes.push('not_found')
  if (rate !== null) codes.push('rate_limited')
  if (idempotent !== false) codes.push('conflict', 'idempotency_collision')
  return codes
}

/** The codes of a status are closed: a client may switch over them. */
function describe(cases: Case[]): ZodOpenApiResponseObject {
  const codes = cases.map(({ code }) => code)
  const waits = codes.includes('rate_limited') || codes.includes('unavailable') || codes.includes('conflict')
  return {
    description: cases.map(({ code, when }) => `\`${code}\`: ${when}`).join('\n\n'),
    headers: headerRefs([
      'RequestId',
      ...(waits ? (['RetryAfter'] as const) : []),
      ...(codes.includes('rate_limited') ? (['RateLimitLimit', 'RateLimitRemaining'] as const) : []),
    ]),
    content: {
      'application/json': {
        schema: envelopeWith(codes),
        examples: Object.fromEntries(
          cases.map(({ code, when }) => [code, { summary: when, value: exampleOf(code, when) }]),
        ),
      },
    },
  }
}

function envelopeWith(codes: readonly ErrorCode[]): z.ZodType {
  return z.object({ error: ErrorEnvelope.shape.error.extend({ code: z.enum(codes) }) })
}

function exampleOf(code: ErrorCode, when: string): unknown {
  const wait = WAITS[code]
  const message = code === 'validation_failed' ? 'limit: Too big: expected number to be <=100' : when
  return { error: { code, message, ...(wait === undefined ? {} : { retry_after: wait }) } }
}

function pascal(code: string): string {
  return code.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())
}

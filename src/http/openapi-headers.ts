type Header = {
  wire: string
  description: string
  schema: { type: 'string' | 'integer'; enum?: string[] }
  example: string | number
}

/** What replies and requests carry beside their bodies, described once and referred to everywhere. */
export const RESPONSE_HEADERS = {
  RequestId: {
    wire: 'x-request-id',
    description: 'The caller’s x-request-id, or one of ours. Quote it in a report.',
    schema: { type: 'string' },
    example: '5f2c1d52-6a8f-4d0e-9a53-0c7e0a1b2c3d',
  },
  ETag: {
    wire: 'ETag',
    description: 'A tag of this body. Send it as If-None-Match: an unchanged body answers 304.',
    schema: { type: 'string' },
    example: 'W/"9f86d081884c7d659a2feaa0c55"',
  },
  RateLimitLimit: {
    wire: 'X-RateLimit-Limit',
    description: 'Requests a minute that the tier allows on this operation.',
    schema: { type: 'integer' },
    example: 30,
  },
  RateLimitRemaining: {
    wire: 'X-RateLimit-Remaining',
    description: 'Requests left in the sliding minute.',
    schema: { type: 'integer' },
    example: 29,
  },
  RetryAfter: {
    wire: 'Retry-After',
    description: 'Seconds after which the identical request may succeed.',
    schema: { type: 'integer' },
    example: 12,
  },
  IdempotentReplayed: {
    wire: 'Idempotent-Replayed',
    description: 'true when this is the stored reply of an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
} satisfies Record<string, Header>

export type ResponseHeader = keyof typeof RESPONSE_HEADERS

export function headerRefs(names: readonly ResponseHeader[]): Record<string, { $ref: string }> {
  return Object.fromEntries(
    names.map((name) => [RESPONSE_HEADERS[name].wire, { $ref: `#/components/headers/${name}` }]),
  )
}

export function headerComponents(): Record<string, Omit<Header, 'wire'>> {
  return Object.fromEntries(
    Object.entries<Header>(RESPONSE_HEADERS).map(([name, { wire: _, ...header }]) => [name, header]),
  )
}

export const REQUEST_HEADERS = {
  RequestId: {
    name: 'x-request-id',
    in: 'header',
    description:
      'Any UUID of yours. It is echoed, and recorded with the usage event of a metered request. What is no plain text of up to 128 characters, or looks like a key, is replaced by an id of ours.',
    schema: { type: 'string', maxLength: 128 },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'The same key with the same body takes effect once and replays its reply for 24 hours. Keep it when you retry.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The ETag that you have. An unchanged body answers 304.',
    schema: { type: 'string' },
  },
} as const

export type RequestHeader = keyof typeof REQUEST_HEADERS

export function requestHeaderRefs(names: readonly RequestHeader[]): { $ref: string }[] {
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }))
}

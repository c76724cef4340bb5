/** How the client is made. Everything has a default but the key, which public operations do not need. */
export type ClientOptions = {
  apiKey?: string | undefined
  /** The address of the service including /v1. */
  baseUrl?: string | undefined
  /** How long one attempt may take. */
  timeoutMs?: number | undefined
  /** How often a request is sent again after the first time. */
  maxRetries?: number | undefined
  fetch?: typeof globalThis.fetch | undefined
  /** For tests: how to wait, what time it is, and chance between 0 and 1. */
  sleep?: ((ms: number, signal?: AbortSignal) => Promise<void>) | undefined
  now?: (() => number) | undefined
  random?: (() => number) | undefined
}

/** What one call may say differently. */
export type CallOptions = {
  signal?: AbortSignal | undefined
  timeoutMs?: number | undefined
  maxRetries?: number | undefined
  /** Yours instead of a random one, so that a write is one write over restarts of your program too. */
  idempotencyKey?: string | undefined
  /** Sent as x-request-id, and recorded with the usage event of a metered request. */
  requestId?: string | undefined
}

/** Await it for the first page, or iterate over the rows of all pages. */
export type PagePromise<Page, Row> = Promise<Page> & AsyncIterable<Row>

export type ServerEvent = { event: string; data: string; id: string | null }

export type OperationShape = {
  method: string
  path: string
  idempotent?: true
  body?: true
  items?: string
  reading?: 'text' | 'blob' | 'events'
}

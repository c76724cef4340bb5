/**
 * The one shape of every outside call: it ends in a value or in a verdict. Callers act on the verdict alone
 * and show the message; the vendor's own words stay in `log_excerpt`, which is redacted and meant for logs.
 */

/**
 * - `retry_later`: nothing came of it and the same request may succeed later.
 * - `reconnect`: the credential or the account behind it is bad; a person has to act.
 * - `rejected`: the request itself is bad; repeating it is useless.
 * - `unknown`: it was sent and may have happened: cut off, timed out, or answered with something unreadable.
 */
export type Verdict = 'retry_later' | 'reconnect' | 'rejected' | 'unknown'

/** What went wrong below HTTP, or with the exchange as such. */
export type TransportCode =
  | 'timeout'
  | 'connection_refused'
  | 'connection_reset'
  | 'dns'
  | 'tls'
  | 'blocked_address'
  | 'invalid_url'
  | 'body_too_large'
  | 'redirect'
  | 'cancelled'

/** What the other side said. */
export type ReplyCode =
  | 'rate_limited'
  | 'overloaded'
  | 'server_error'
  | 'invalid_credentials'
  | 'forbidden'
  | 'out_of_credit'
  | 'invalid_request'
  | 'not_found'
  | 'bad_response'

export type FailureCode = TransportCode | ReplyCode

export interface Failure {
  ok: false
  verdict: Verdict
  code: FailureCode
  /** Ours, fit for a client. */
  message: string
  retry_after_ms?: number
  /** HTTP status, where there was one. */
  status?: number
  duration_ms?: number
  /** A redacted piece of what the vendor said, for logs only. */
  log_excerpt?: string
}

export interface Success<T> {
  ok: true
  value: T
}

export type Outcome<T> = Success<T> | Failure

export function succeed<T>(value: T): Success<T> {
  return { ok: true, value }
}

export function failed(
  verdict: Verdict,
  code: FailureCode,
  message: string,
  more: Partial<Pick<Failure, 'retry_after_ms' | 'status' | 'duration_ms' | 'log_excerpt'>> = {},
): Failure {
  return { ok: false, verdict, code, message, ...more }
}

export interface HttpRequest {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  headers?: Record<string, string>
  body?: string | Uint8Array
}

export interface HttpReply {
  status: number
  /** Lower-case names; repeated headers joined with a comma. */
  headers: Record<string, string>
  bytes: Buffer
  /** The body as UTF-8. */
  text: string
  /** True when the body went past the cap and the rest was not read. */
  truncated: boolean
  duration_ms: number
}

export interface CallOptions {
  /** From connecting to the last byte of the body. */
  deadline_ms: number
  /** At most this many bytes of the body are kept. */
  max_bytes?: number
  /** `fail` (default) makes an oversized body a failure; `truncate` keeps the head of it. */
  overflow?: 'fail' | 'truncate'
  signal?: AbortSignal
}

export interface ProviderCallOptions extends CallOptions {
  /** Whose concurrency and rate this call counts against. */
  lane: string
  /** Credentials that must not appear in logs, beside the patterns that are always redacted. */
  secrets?: readonly string[]
}

/** The door for configured base URLs. A reply of any status is a success of the transport. */
export type CallProvider = (request: HttpRequest, options: ProviderCallOptions) => Promise<Outcome<HttpReply>>

/** What an adapter may use of the guarded caller. */
export interface ProviderDoor {
  callProvider: CallProvider
  /** Holds a lane back, for vendors whose wait is in the body. */
  hold(lane: string, ms: number): void
}

// Answer engines

export const PLATFORMS = [
  'chatgpt',
  'claude',
  'gemini',
  'perplexity',
  'grok',
  'deepseek',
  'metaai',
  'ai_overview',
] as const
export type Platform = (typeof PLATFORMS)[number]

export interface Location {
  /** ISO 3166-1 alpha-2, upper case. */
  country?: string
  region?: string
  city?: string
}

export interface Question {
  prompt: string
  location?: Location
  /** ISO 639-1. */
  language?: string
}

export interface EngineSettings {
  api_key: string
  base_url: string
  model: string
  timeout_ms: number
  /** The lane its calls count against. */
  lane: string
  /** Which vendor serves the platform, where more than one can. */
  source?: string
}

export interface Source {
  url: string
  domain: string
  title: string | null
}

export interface Citation extends Source {
  /** Order of first citation in the answer, from 1. */
  position: number
}

export interface Usage {
  input_tokens: number
  output_tokens: number
  searches: number
}

export interface EngineAnswer {
  text: string
  /** What the answer cites. */
  citations: Citation[]
  /** What the engine looked at, cited or not. */
  retrieved: Source[]
  search_queries: string[]
  searched: boolean
  requested_model: string
  served_model: string
  usage: Usage
  /** Whole micro-dollars. */
  cost_micros: number
  /** The platform worked and had nothing to say: no AI Overview was shown, or it declined. Not an error. */
  no_answer: boolean
}

export interface EngineAdapter {
  platform: Platform
  request(question: Question, settings: EngineSettings): HttpRequest
  parse(reply: HttpReply, settings: EngineSettings): Outcome<EngineAnswer>
  ask(
    question: Question,
    settings: EngineSettings,
    door: ProviderDoor,
    signal?: AbortSignal,
  ): Promise<Outcome<EngineAnswer>>
}

// Text generation

export interface GenerateInput {
  system: string
  prompt: string
  /** JSON Schema of the wanted reply; the text is then JSON, to be validated by the caller. */
  schema?: Record<string, unknown>
  max_tokens: number
}

export interface Generated {
  text: string
  usage: { input_tokens: number; output_tokens: number }
  cost_micros: number
  served_model: string
  /** False when the model stopped at max_tokens, so that the text is cut. */
  complete: boolean
}

export const LLM_KINDS = ['openai', 'openai_compatible', 'anthropic', 'gemini'] as const
export type LlmKind = (typeof LLM_KINDS)[number]

export interface LlmSettings {
  kind: LlmKind
  /** Empty for a local server that wants none. */
  api_key: string
  base_url: string
  model: string
  timeout_ms: number
  lane: string
}

export interface LlmAdapter {
  request(input: GenerateInput, settings: LlmSettings): HttpRequest
  parse(reply: HttpReply, settings: LlmSettings): Outcome<Generated>
}

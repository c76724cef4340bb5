/** One HTTP exchange: a total deadline, a cap on the body, and every way it can end as a value. */
import type { Dispatcher } from 'undici'
import {
  type CallOptions,
  type Failure,
  failed,
  type HttpReply,
  type HttpRequest,
  type Outcome,
  succeed,
  type TransportCode,
  type Verdict,
} from './contract.ts'
import { BLOCKED_ADDRESS } from './ssrf.ts'

export const DEFAULT_MAX_BYTES = 4 * 1024 * 1024

const MESSAGES: Record<TransportCode, string> = {
  timeout: 'The other side did not finish its answer in time.',
  connection_refused: 'The other side refused the connection.',
  connection_reset: 'The connection was cut before the answer was complete.',
  dns: 'The host name could not be resolved.',
  tls: 'No secure connection could be established with the host.',
  blocked_address: 'The address is not public.',
  invalid_url: 'The URL is not acceptable.',
  body_too_large: 'The answer was larger than allowed.',
  redirect: 'The other side redirected the request, which is not followed.',
  cancelled: 'The call was cancelled.',
}

/** These fail the same way however often they are tried. */
const HOPELESS: ReadonlySet<TransportCode> = new Set(['blocked_address', 'invalid_url'])

export function transportFailure(
  code: TransportCode,
  sent: boolean,
  duration_ms = 0,
  status?: number,
): Failure {
  let verdict: Verdict = sent ? 'unknown' : 'retry_later'
  if (HOPELESS.has(code)) verdict = 'rejected'
  return failed(verdict, code, MESSAGES[code], { duration_ms, ...(status === undefined ? {} : { status }) })
}

const BY_ERROR_CODE: Record<string, TransportCode> = {
  ECONNREFUSED: 'connection_refused',
  EHOSTUNREACH: 'connection_refused',
  ENETUNREACH: 'connection_refused',
  EADDRNOTAVAIL: 'connection_refused',
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  EAI_FAIL: 'dns',
  ENODATA: 'dns',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  UND_ERR_INVALID_ARG: 'invalid_url',
  [BLOCKED_ADDRESS]: 'blocked_address',
}

const TLS_CODE = /^(?:ERR_TLS|ERR_SSL|EPROTO|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH)/

/** Several addresses tried at once fail with one AggregateError; its parts carry the reasons. */
export function classifyError(error: unknown): TransportCode {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const known = BY_ERROR_CODE[code]
  if (known !== undefined) return known
  if (TLS_CODE.test(code)) return 'tls'
  if (error instanceof AggregateError && error.errors.length > 0) return classifyError(error.errors[0])
  if (error instanceof Error && error.cause !== undefined) return classifyError(error.cause)
  return 'connection_reset'
}

function flatten(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const out: Record<string, string> = {}
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined) out[name] = typeof value === 'string' ? value : value.join(', ')
  }
  return out
}

interface Progress {
  started_at: number
  controller: Dispatcher.DispatchController | null
  status: number
  headers: Record<string, string>
  chunks: Buffer[]
  size: number
  settled: boolean
}

function newProgress(): Progress {
  return {
    started_at: performance.now(),
    controller: null,
    status: 0,
    headers: {},
    chunks: [],
    size: 0,
    settled: false,
  }
}

function replyOf(state: Progress, truncated: boolean): HttpReply {
  const bytes = state.chunks.length === 1 && state.chunks[0] ? state.chunks[0] : Buffer.concat(state.chunks)
  return {
    status: state.status,
    headers: state.headers,
    bytes,
    // Decoded on demand, since a delivery rarely looks at it.
    get text() {
      return bytes.toString('utf8')
    },
    truncated,
    duration_ms: performance.now() - state.started_at,
  }
}

/**
 * Uses the dispatch interface of undici rather than its request function: `onRequestStart` tells whether the
 * request has left, which decides between "retry later" and "unknown", and no stream is built per call.
 */
export function exchange(
  dispatcher: Dispatcher,
  url: URL,
  request: HttpRequest,
  options: CallOptions,
): Promise<Outcome<HttpReply>> {
  const state = newProgress()
  return new Promise((resolve) => {
    function settle(outcome: Outcome<HttpReply>): void {
      if (state.settled) return
      state.settled = true
      clearTimeout(timer)
      options.signal?.removeEventListener('abort', cancel)
      resolve(outcome)
    }
    function fail(code: TransportCode): void {
      const duration = performance.now() - state.started_at
      settle(transportFailure(code, state.controller !== null, duration, state.status || undefined))
      state.controller?.abort(new Error(code))
    }
    const cancel = () => fail('cancelled')
    const timer = setTimeout(fail, options.deadline_ms, 'timeout')
    if (options.signal?.aborted) return cancel()
    options.signal?.addEventListener('abort', cancel)
    try {
      dispatcher.dispatch(toDispatch(url, request), handlerFor(state, options, settle, fail))
    } catch (error) {
      fail(classifyError(error))
    }
  })
}

function handlerFor(
  state: Progress,
  options: CallOptions,
  settle: (outcome: Outcome<HttpReply>) => void,
  fail: (code: TransportCode) => void,
): Dispatcher.DispatchHandler {
  const cap = options.max_bytes ?? DEFAULT_MAX_BYTES
  return {
    onRequestStart(controller) {
      // A call that was given up while it waited for a connection must not be sent any more.
      if (state.settled) controller.abort(new Error('given up'))
      else state.controller = controller
    },
    onResponseStart(_controller, status, headers) {
      state.status = status
      state.headers = flatten(headers)
    },
    onResponseData(controller, chunk) {
      if (state.settled) return
      const room = cap - state.size
      if (chunk.length <= room) {
        state.size += chunk.length
        state.chunks.push(chunk)
        return
      }
      if (options.overflow !== 'truncate') return fail('body_too_large')
      if (room > 0) state.chunks.push(chunk.subarray(0, room))
      settle(succeed(replyOf(state, true)))
      controller.abort(new Error('enough read'))
    },
    onResponseEnd() {
      settle(succeed(replyOf(state, false)))
    },
    onResponseError(_controller, error) {
      fail(classifyError(error))
    },
  }
}

function toDispatch(url: URL, request: HttpRequest): Dispatcher.DispatchOptions {
  return {
    origin: url.origin,
    path: url.pathname + url.search,
    method: request.method,
    headers: request.headers ?? null,
    body: request.body ?? null,
    // The deadline of the exchange covers both; a second set of timers per request would cost for nothing.
    headersTimeout: 0,
    bodyTimeout: 0,
  }
}

import { errorOf, HeraldError } from './errors.ts'
import { waitBefore } from './retry.ts'
import type { CallOptions, ClientOptions } from './types.ts'

export type Settings = {
  apiKey: string | undefined
  baseUrl: string
  timeoutMs: number
  maxRetries: number
  fetch: typeof globalThis.fetch
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  now: () => number
  random: () => number
}

export function settingsOf(options: ClientOptions): Settings {
  return {
    apiKey: options.apiKey,
    baseUrl: (options.baseUrl ?? 'http://127.0.0.1:8787/v1').replace(/\/+$/, ''),
    timeoutMs: options.timeoutMs ?? 30_000,
    maxRetries: options.maxRetries ?? 4,
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    sleep: options.sleep ?? sleep,
    now: options.now ?? (() => Date.now()),
    random: options.random ?? Math.random,
  }
}

export type Outgoing = {
  method: string
  /** Under the base address, with its query. */
  path: string
  body: string | undefined
  /** Whether the operation takes an Idempotency-Key. */
  idempotent: boolean
  accept: string
  /** The reply is read long after the call has returned, so the caller’s signal stays connected to it. */
  streams?: boolean
}

/** Sends a request until it succeeds or may not be repeated, and reads the reply within the attempt's time. */
export async function send<T>(
  settings: Settings,
  outgoing: Outgoing,
  options: CallOptions,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  // One key for all attempts: that is what makes repeating a write safe.
  const key = outgoing.idempotent ? (options.idempotencyKey ?? uniqueKey()) : undefined
  const headers = headersOf(settings, outgoing, options, key)
  const retries = options.maxRetries ?? settings.maxRetries
  for (let earlier = 0; ; earlier++) {
    try {
      return await attempt(settings, outgoing, headers, options, read)
    } catch (thrown) {
      if (!(thrown instanceof HeraldError)) throw thrown
      const wait = waitBefore(thrown, { earlier, keyed: key !== undefined, random: settings.random })
      if (wait === null || earlier >= retries) throw thrown
      await settings.sleep(wait, options.signal)
    }
  }
}

async function attempt<T>(
  settings: Settings,
  outgoing: Outgoing,
  headers: Record<string, string>,
  options: CallOptions,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const timeoutMs = options.timeoutMs ?? settings.timeoutMs
  const timer = new AbortController()
  const timeout = setTimeout(() => timer.abort(), timeoutMs)
  const forward = () => timer.abort()
  if (options.signal?.aborted === true) forward()
  options.signal?.addEventListener('abort', forward, { once: true })
  try {
    const response = await settings.fetch(`${settings.baseUrl}${outgoing.path}`, {
      method: outgoing.method,
      headers,
      signal: timer.signal,
      ...(outgoing.body === undefined ? {} : { body: outgoing.body }),
    })
    if (!response.ok) throw await errorOf(response)
    return await read(response)
  } catch (cause) {
    if (cause instanceof HeraldError) throw cause
    if (options.signal?.aborted === true) throw new HeraldError('aborted', 'The call was aborted.', { cause })
    if (timer.signal.aborted) throw new HeraldError('timeout', `No reply within ${timeoutMs} ms.`, { cause })
    throw new HeraldError('network_error', 'The service could not be reached.', { cause })
  } finally {
    clearTimeout(timeout)
    if (outgoing.streams !== true) options.signal?.removeEventListener('abort', forward)
  }
}

function headersOf(
  settings: Settings,
  outgoing: Outgoing,
  options: CallOptions,
  key: string | undefined,
): Record<string, string> {
  return {
    accept: outgoing.accept,
    ...(settings.apiKey === undefined ? {} : { authorization: `Bearer ${settings.apiKey}` }),
    ...(outgoing.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(key === undefined ? {} : { 'idempotency-key': key }),
    ...(options.requestId === undefined ? {} : { 'x-request-id': options.requestId }),
  }
}

/** crypto.randomUUID needs a secure page; this does not. */
function uniqueKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((done, refuse) => {
    const abort = () => {
      clearTimeout(timer)
      refuse(new HeraldError('aborted', 'The call was aborted.'))
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      done()
    }, ms)
    if (signal?.aborted === true) abort()
    else signal?.addEventListener('abort', abort, { once: true })
  })
}

import type { ErrorCode } from './api.gen.ts'

/** Codes of this client, for when there is no envelope to read. */
export type LocalCode = 'timeout' | 'network_error' | 'aborted' | 'unexpected_reply'

/** The service may add codes, so any other text is possible too; the known ones are suggested as you type. */
export type HeraldErrorCode = ErrorCode | LocalCode | (string & Record<never, never>)

type Details = {
  status?: number | undefined
  retry_after?: number | undefined
  fix_hint?: string | undefined
  docs_url?: string | undefined
  request_id?: string | undefined
  cause?: unknown
}

/** Every failure of a call. Branch on `code`; the service may add codes, so keep a default. */
export class HeraldError<Code extends string = HeraldErrorCode> extends Error {
  readonly code: Code
  /** 0 when no reply came. */
  readonly status: number
  /** Seconds. */
  readonly retry_after: number | undefined
  readonly fix_hint: string | undefined
  readonly docs_url: string | undefined
  readonly request_id: string | undefined

  constructor(code: Code, message: string, details: Details = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.name = 'HeraldError'
    this.code = code
    this.status = details.status ?? 0
    this.retry_after = details.retry_after
    this.fix_hint = details.fix_hint
    this.docs_url = details.docs_url
    this.request_id = details.request_id
  }
}

/** `if (isHeraldError(error, 'quota_exceeded')) …` */
export function isHeraldError(error: unknown): error is HeraldError
export function isHeraldError<Code extends HeraldErrorCode>(
  error: unknown,
  code: Code,
): error is HeraldError<Code>
export function isHeraldError(error: unknown, code?: string): boolean {
  return error instanceof HeraldError && (code === undefined || error.code === code)
}

/** Reads the envelope. A gateway in between may answer something else, which keeps its status at least. */
export async function errorOf(response: Response): Promise<HeraldError> {
  const request_id = response.headers.get('x-request-id') ?? undefined
  const header = response.headers.get('retry-after')
  const waited = header !== null && /^\d+$/.test(header) ? Number(header) : undefined
  const { status } = response
  const body: unknown = await response.json().catch(() => null)
  const error = isRecord(body) && isRecord(body.error) ? body.error : null
  if (error === null || typeof error.code !== 'string') {
    return new HeraldError('unexpected_reply', `The reply ${status} is not an error of this API.`, {
      status,
      request_id,
      retry_after: waited,
    })
  }
  return new HeraldError(error.code as ErrorCode, String(error.message), {
    status,
    request_id,
    retry_after: waited ?? numberOf(error.retry_after),
    fix_hint: textOf(error.fix_hint),
    docs_url: textOf(error.docs_url),
  })
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}

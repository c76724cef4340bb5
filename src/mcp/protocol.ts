/** The stateless revision: every request names its version and capabilities in `_meta`. */
export const MODERN_VERSION = '2026-07-28'
/** The revisions that open with `initialize`, newest first. */
export const LEGACY_VERSIONS: readonly string[] = ['2025-11-25', '2025-06-18']

export const META = {
  version: 'io.modelcontextprotocol/protocolVersion',
  capabilities: 'io.modelcontextprotocol/clientCapabilities',
  server: 'io.modelcontextprotocol/serverInfo',
} as const

export const RPC = {
  parse_error: -32700,
  invalid_request: -32600,
  method_not_found: -32601,
  invalid_params: -32602,
  header_mismatch: -32020,
  missing_capability: -32021,
  unsupported_version: -32022,
} as const

export type RpcId = string | number | null

/** A failure of the protocol itself. What an operation refuses is a result with isError instead. */
export class RpcError extends Error {
  readonly code: number
  /** Clients lose the code on 4xx, so only the cases that the specification fixes leave 200. */
  readonly http: number
  readonly data: unknown

  constructor(code: number, message: string, details: { http?: number; data?: unknown } = {}) {
    super(message)
    this.name = 'RpcError'
    this.code = code
    this.http = details.http ?? 200
    this.data = details.data
  }
}

export function errorBody(error: RpcError, id: RpcId): string {
  const { code, message, data } = error
  return JSON.stringify({
    jsonrpc: '2.0',
    id,
    error: data === undefined ? { code, message } : { code, message, data },
  })
}

export type Fields = Record<string, unknown>

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const ENCODED = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/

/** Header values that are not plain ASCII travel as `=?base64?…?=`. Null: it claims to be that and is not. */
export function decodeHeader(value: string): string | null {
  if (!value.startsWith('=?base64?') || !value.endsWith('?=')) return value
  const encoded = ENCODED.exec(value)?.[1]
  if (encoded === undefined) return null
  const bytes = Buffer.from(encoded, 'base64')
  if (bytes.toString('base64') !== encoded) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

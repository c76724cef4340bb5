import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders } from 'node:http'
import {
  decodeHeader,
  type Fields,
  isFields,
  LEGACY_VERSIONS,
  META,
  MODERN_VERSION,
  RPC,
  RpcError,
  type RpcId,
} from './protocol.ts'

export type Message = { id: Exclude<RpcId, null> | undefined; method: string; params: Fields }
export type Era = 'legacy' | 'modern'

export function parseBody(body: Buffer): unknown {
  if (!isUtf8(body)) throw new RpcError(RPC.parse_error, 'The body is not valid UTF-8.', { http: 400 })
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw new RpcError(RPC.parse_error, 'The body is not valid JSON.', { http: 400 })
  }
}

/** What an error may echo: the id where the body has a usable one. */
export function idOf(parsed: unknown): RpcId {
  const id = isFields(parsed) ? parsed.id : null
  return isId(id) ? id : null
}

/** 1e400 is a number to JSON, and to us one that can be written back only as null. */
function isId(id: unknown): id is string | number {
  return typeof id === 'string' || (typeof id === 'number' && Number.isFinite(id))
}

/** One request or notification. Batches left the protocol with 2025-06-18, and we ask clients nothing. */
export function readMessage(parsed: unknown): Message {
  if (Array.isArray(parsed))
    throw badShape('Batches are not part of the protocol: send one request at a time.')
  if (!isFields(parsed)) throw badShape('The body must be a JSON-RPC object.')
  const { jsonrpc, id, method, params } = parsed
  if (jsonrpc !== '2.0') throw badShape('jsonrpc must be "2.0".')
  if (typeof method !== 'string') throw badShape('method must be a string.')
  if (id !== undefined && !isId(id)) throw badShape('id must be a string or a number.')
  if (params !== undefined && !isFields(params)) throw badShape('params must be an object.')
  return { id, method, params: params ?? {} }
}

function badShape(message: string): RpcError {
  return new RpcError(RPC.invalid_request, message, { http: 400 })
}

/**
 * The body decides the era: a version in `_meta` is the modern one's mark. The header alone also claims it, so
 * that a modern client with a broken envelope is told so instead of being served as an old one.
 */
export function eraOf(message: Message, headers: IncomingHttpHeaders): Era {
  const meta = isFields(message.params._meta) ? message.params._meta : {}
  const header = headers['mcp-protocol-version']
  if (META.version in meta || header === MODERN_VERSION) {
    if (message.id !== undefined) checkEnvelope(message, meta, headers)
    return 'modern'
  }
  if (header !== undefined && message.method !== 'initialize' && !LEGACY_VERSIONS.includes(String(header))) {
    throw unsupported(String(header), [MODERN_VERSION, ...LEGACY_VERSIONS])
  }
  return 'legacy'
}

function checkEnvelope(message: Message, meta: Fields, headers: IncomingHttpHeaders): void {
  const version = meta[META.version]
  if (typeof version !== 'string' || !isFields(meta[META.capabilities])) {
    throw new RpcError(
      RPC.invalid_params,
      `params._meta must carry ${META.version} and ${META.capabilities}.`,
      { http: 400 },
    )
  }
  const header = headers['mcp-protocol-version']
  if (header !== undefined && header !== version) throw mismatch('MCP-Protocol-Version', header, version)
  if (version !== MODERN_VERSION) throw unsupported(version, [MODERN_VERSION])
  if (header === undefined) throw mismatch('MCP-Protocol-Version', header, version)
  const method = headers['mcp-method']
  if (method !== message.method) throw mismatch('Mcp-Method', method, message.method)
  if (message.method === 'tools/call') checkName(message.params.name, headers['mcp-name'])
}

function checkName(name: unknown, header: string | string[] | undefined): void {
  if (typeof name !== 'string') return
  const decoded = typeof header === 'string' ? decodeHeader(header) : null
  if (decoded !== name) throw mismatch('Mcp-Name', header, name)
}

function mismatch(header: string, given: unknown, wanted: string): RpcError {
  const said = given === undefined ? 'is missing' : 'says something else'
  return new RpcError(
    RPC.header_mismatch,
    `The body says ${wanted.slice(0, 120)}, but the ${header} header ${said}.`,
    {
      http: 400,
      data: { header },
    },
  )
}

function unsupported(requested: string, supported: string[]): RpcError {
  return new RpcError(
    RPC.unsupported_version,
    `Protocol version ${requested.slice(0, 40)} is not supported.`,
    {
      http: 400,
      data: { supported, requested },
    },
  )
}

import { createHash } from 'node:crypto'
import type { Statement } from '../kernel/context.ts'

const prepared = new WeakMap<TemplateStringsArray, { name: string; text: string }>()

/**
 * sql`select … where id = ${id}`: values become parameters, never text. The statement's name is a hash of its
 * text, worked out once per place in the code, so that each connection parses and plans it once.
 */
export function sql(parts: TemplateStringsArray, ...values: unknown[]): Statement {
  let known = prepared.get(parts)
  if (known === undefined) {
    const text = parts.reduce((whole, part, index) => `${whole}$${index}${part}`)
    known = { text, name: `h_${createHash('sha256').update(text).digest('base64url').slice(0, 22)}` }
    prepared.set(parts, known)
  }
  return { ...known, values }
}

/** What an array literal may hold without quotes: ids of ours and numbers. */
const PLAIN = /^[\da-f-]+$/

/**
 * An array parameter as PostgreSQL writes one. The driver quotes and escapes every element, which for a flush of the
 * meter cost as much as the statement.
 */
export function arrayOf(values: readonly (string | number)[]): string {
  return `{${values.map((value) => (PLAIN.test(String(value)) ? value : quoted(String(value)))).join(',')}}`
}

const UUID_OID = 2950
const TEXT_OID = 25
const HEAD = 20

/** An array parameter in the binary form, which costs the driver and the server half of what its text does. */
export function uuidsOf(values: readonly string[]): Buffer {
  const bytes = arrayHead(UUID_OID, values.length, values.length * 16)
  let at = HEAD
  for (const value of values) {
    at = bytes.writeInt32BE(16, at)
    bytes.write(value.replaceAll('-', ''), at, 'hex')
    at += 16
  }
  return bytes
}

export function textsOf(values: readonly string[]): Buffer {
  const bytes = arrayHead(
    TEXT_OID,
    values.length,
    values.reduce((sum, value) => sum + Buffer.byteLength(value), 0),
  )
  let at = HEAD
  for (const value of values) {
    const length = bytes.write(value, at + 4)
    bytes.writeInt32BE(length, at)
    at += 4 + length
  }
  return bytes
}

/** One dimension from 1, nothing null; each element then has its length before it. */
function arrayHead(oid: number, count: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(HEAD + count * 4 + size)
  for (const [index, word] of [1, 0, oid, count, 1].entries()) bytes.writeInt32BE(word, index * 4)
  return bytes
}

function quoted(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&')}"`
}

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

function quoted(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&')}"`
}

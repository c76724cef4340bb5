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

import { fail } from './errors.ts'

const MAX_DEPTH = 64

/**
 * Refuses what JSON allows and the database does not (NUL, lone surrogates), numbers past the range of a double,
 * and nesting that is an attack rather than data. Walks with its own stack, so depth cannot overflow ours.
 */
export function refuseUnstorable(fields: Record<string, unknown>): void {
  const stack: Nested[] = [{ fields, path: '', depth: 0 }]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { fields: nested, path, depth } = next
    if (depth === MAX_DEPTH) refuse(path.slice(0, 60), `nested deeper than ${MAX_DEPTH} levels`)
    for (const key of Object.keys(nested)) {
      if (key === '__proto__') refuse(path, 'the name __proto__ is not allowed')
      refuseText(key, path)
      const value = nested[key]
      const at = path === '' ? key : `${path}.${key}`
      if (typeof value === 'string') refuseText(value, at)
      else if (typeof value === 'number' && !Number.isFinite(value)) refuse(at, 'number out of range')
      else if (isNested(value)) stack.push({ fields: value, path: at, depth: depth + 1 })
    }
  }
}

type Nested = { fields: Record<string, unknown>; path: string; depth: number }

/** Lists too: their indexes are names like any other. */
function isNested(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function refuseText(text: string, path: string): void {
  if (text.includes('\0')) refuse(path, 'contains a NUL character')
  if (!text.isWellFormed()) refuse(path, 'contains half a surrogate pair')
}

function refuse(path: string, issue: string): never {
  throw fail('validation_failed', `${path || 'body'}: ${issue}`)
}

import { fail } from './errors.ts'

const MAX_DEPTH = 64

/**
 * Refuses what JSON allows and the database does not (NUL, lone surrogates), numbers past the range of a double,
 * and nesting that is an attack rather than data. Walks with its own stack, so depth cannot overflow ours.
 */
export function refuseUnstorable(value: unknown): void {
  const stack: { value: unknown; path: string; depth: number }[] = [{ value, path: '', depth: 0 }]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { value: item, path, depth } = next
    if (typeof item === 'string') refuseText(item, path)
    else if (typeof item === 'number' && !Number.isFinite(item)) refuse(path, 'number out of range')
    else if (typeof item === 'object' && item !== null) {
      if (depth === MAX_DEPTH) refuse(path.slice(0, 60), `nested deeper than ${MAX_DEPTH} levels`)
      for (const [key, child] of Object.entries(item)) {
        if (key === '__proto__') refuse(path, 'the name __proto__ is not allowed')
        refuseText(key, path)
        stack.push({ value: child, path: path === '' ? key : `${path}.${key}`, depth: depth + 1 })
      }
    }
  }
}

function refuseText(text: string, path: string): void {
  if (text.includes('\0')) refuse(path, 'contains a NUL character')
  if (!text.isWellFormed()) refuse(path, 'contains half a surrogate pair')
}

function refuse(path: string, issue: string): never {
  throw fail('validation_failed', `${path || 'body'}: ${issue}`)
}

/** Readers for replies of unknown shape: what is not there, or not of the asked type, reads as absent. */

export function at(value: unknown, path: readonly (string | number)[]): unknown {
  let found = value
  for (const step of path) {
    if (typeof found !== 'object' || found === null) return undefined
    found = (found as Record<string | number, unknown>)[step]
  }
  return found
}

/** Ids are numbers on some platforms; an empty text says nothing. */
export function text(value: unknown, ...path: (string | number)[]): string | null {
  const found = at(value, path)
  if (typeof found === 'number' && Number.isFinite(found)) return String(found)
  return typeof found === 'string' && found.trim() !== '' ? found.trim() : null
}

export function items(value: unknown, ...path: (string | number)[]): unknown[] {
  const found = at(value, path)
  return Array.isArray(found) ? found : []
}

/** Scopes come as a list or as text with spaces or commas. */
export function scopeList(value: unknown): string[] | null {
  if (Array.isArray(value)) return value.filter((one): one is string => typeof one === 'string')
  const given = text(value)
  return given === null ? null : given.split(/[\s,]+/).filter((one) => one !== '')
}

import type { Random } from '../random.ts'
import { type Json, list, number } from '../value.ts'
import type { Place, Writer } from './schema.ts'

const USUAL = 3
const MOST_TRIES = 200

/** Three entries unless the schema asks for more or fewer: enough to be useful, little to read. */
export function arrayFor(writer: Writer, schema: Json, place: Place, draw: Random): unknown[] {
  const prefix = list(schema.prefixItems)
  const fewest = Math.max(number(schema.minItems) ?? 0, 0)
  const most = number(schema.maxItems) ?? Number.POSITIVE_INFINITY
  // Lists inside lists get shorter, so that a recursive schema stays readable and ends.
  const usual = place.depth > 6 ? 0 : place.depth > 3 ? 2 : USUAL + (draw.chance(0.3) ? 1 : 0)
  const wanted = Math.min(Math.max(usual, fewest, Math.min(prefix.length, most)), most)
  const onlyPrefix = schema.items === false || (prefix.length > 0 && schema.items === undefined)
  const length = onlyPrefix ? Math.min(Math.max(prefix.length, fewest), most) : wanted
  const out: unknown[] = []
  const seen = new Set<string>()
  for (let attempt = 0; out.length < length && attempt < MOST_TRIES; attempt += 1) {
    const at = out.length
    const inner = prefix[at] ?? (schema.items === false ? {} : (schema.items ?? {}))
    // The attempt is part of the path, so a repeated value is replaced by another one.
    const value = writer.value(inner, {
      name: place.name,
      path: `${place.path}[${attempt}]`,
      depth: place.depth + 1,
      index: attempt,
    })
    const key = JSON.stringify(value)
    if (seen.has(key) && (schema.uniqueItems === true || attempt < length * 4)) continue
    seen.add(key)
    out.push(value)
  }
  return out
}

export type Json = Record<string, unknown>

/** A request may only become more lenient, a response only more definite. */
export type Sides = { before: Json; after: Json; direction: 'request' | 'response' }

export function resolve(document: Json, value: Json): Json {
  const { $ref } = value
  if (typeof $ref !== 'string') return value
  let at: unknown = document
  for (const step of $ref.replace(/^#\//, '').split('/')) {
    at = (at as Json | undefined)?.[step.replaceAll('~1', '/').replaceAll('~0', '~')]
  }
  return (at ?? {}) as Json
}

export function compareSchemas(sides: Sides, at: string, old: Json, now: Json): string[] {
  return compare(sides, at, old, now, new Set())
}

function compare(sides: Sides, at: string, rawOld: Json, rawNow: Json, seen: ReadonlySet<string>): string[] {
  // A schema that contains itself was compared where it was met first.
  const pair = `${String(rawOld.$ref)}|${String(rawNow.$ref)}`
  if (rawOld.$ref !== undefined && seen.has(pair)) return []
  const within = new Set(seen).add(pair)
  const old = resolve(sides.before, rawOld)
  const now = resolve(sides.after, rawNow)
  const types = compareTypes(sides, at, old, now)
  if (types.length > 0) return types
  return [
    ...compareEnums(sides, at, old, now),
    ...compareBounds(sides, at, old, now),
    ...compareFields(sides, at, old, now, within),
    ...compareChildren(sides, at, old, now, within),
  ]
}

const ALL = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']

function typesOf(document: Json, raw: Json): Set<string> {
  const schema = resolve(document, raw)
  const variants = variantsOf(schema)
  if (variants.length > 0) return new Set(variants.flatMap((variant) => [...typesOf(document, variant)]))
  const { type } = schema
  const named = Array.isArray(type) ? type : type === undefined ? typesOfValues(schema) : [type]
  return new Set(named.flatMap((name) => (name === 'number' ? ['number', 'integer'] : [String(name)])))
}

function typesOfValues(schema: Json): string[] {
  const values = valuesOf(schema)
  if (values === null) return ALL
  return values.map((value) => (value === null ? 'null' : typeof value))
}

function compareTypes(sides: Sides, at: string, old: Json, now: Json): string[] {
  const [was, is] = [typesOf(sides.before, old), typesOf(sides.after, now)]
  const held = sides.direction === 'request' ? was.isSubsetOf(is) : is.isSubsetOf(was)
  return held ? [] : [`${at}: type ${shown(was)} became ${shown(is)}`]
}

function shown(types: Set<string>): string {
  return types.size === ALL.length ? 'any' : [...types].join(' or ')
}

function compareEnums({ direction }: Sides, at: string, old: Json, now: Json): string[] {
  const [was, is] = [valuesOf(old), valuesOf(now)]
  if (direction === 'response' || is === null) return []
  if (was === null) return [`${at}: now only ${is.map(String).join(', ')}`]
  return was.filter((value) => !is.includes(value)).map((value) => `${at}: no longer takes ${String(value)}`)
}

function valuesOf(schema: Json): unknown[] | null {
  if ('const' in schema) return [schema.const]
  return Array.isArray(schema.enum) ? schema.enum : null
}

const UPPER = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']
const LOWER = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']

function compareBounds({ direction }: Sides, at: string, old: Json, now: Json): string[] {
  if (direction === 'response') return []
  const tighter = [
    ...UPPER.filter((bound) => Number(now[bound] ?? Infinity) < Number(old[bound] ?? Infinity)),
    ...LOWER.filter((bound) => Number(now[bound] ?? -Infinity) > Number(old[bound] ?? -Infinity)),
    ...['pattern', 'format'].filter((rule) => now[rule] !== undefined && now[rule] !== old[rule]),
  ]
  return tighter.map((bound) => `${at}: ${bound} is tighter`)
}

function compareFields(sides: Sides, at: string, old: Json, now: Json, seen: ReadonlySet<string>): string[] {
  const [olds, nows] = [propertiesOf(old), propertiesOf(now)]
  const [needed, need] = [requiredOf(old), requiredOf(now)]
  const found: string[] = []
  for (const [name, schema] of Object.entries(olds)) {
    const next = nows[name]
    // Requests refuse unknown fields, so that a field which is gone breaks whoever sends it.
    if (next === undefined) found.push(`${at}.${name}: removed`)
    else found.push(...compare(sides, `${at}.${name}`, schema, next, seen))
  }
  const [stricter, looser] = sides.direction === 'request' ? [need, needed] : [needed, need]
  const complaint = sides.direction === 'request' ? 'now required' : 'may now be absent'
  for (const name of stricter) {
    const gone = sides.direction === 'response' && nows[name] === undefined
    if (!looser.has(name) && !gone) found.push(`${at}.${name}: ${complaint}`)
  }
  return found
}

function compareChildren(
  sides: Sides,
  at: string,
  old: Json,
  now: Json,
  seen: ReadonlySet<string>,
): string[] {
  const found: string[] = []
  const [items, nextItems] = [old.items, now.items]
  if (isJson(items) && isJson(nextItems)) found.push(...compare(sides, `${at}[]`, items, nextItems, seen))
  const [values, nextValues] = [old.additionalProperties, now.additionalProperties]
  if (isJson(values) && isJson(nextValues)) found.push(...compare(sides, `${at}{}`, values, nextValues, seen))
  const [variants, nextVariants] = [variantsOf(old), variantsOf(now)]
  if (sides.direction === 'request' && nextVariants.length < variants.length)
    found.push(`${at}: takes fewer forms`)
  variants.forEach((variant, index) => {
    const next = nextVariants[index]
    if (next !== undefined) found.push(...compare(sides, `${at}|${index}`, variant, next, seen))
  })
  return found
}

function variantsOf(schema: Json): Json[] {
  const variants = schema.anyOf ?? schema.oneOf
  return Array.isArray(variants) ? variants : []
}

function propertiesOf(schema: Json): Record<string, Json> {
  return isJson(schema.properties) ? (schema.properties as Record<string, Json>) : {}
}

function requiredOf(schema: Json): Set<string> {
  return new Set(Array.isArray(schema.required) ? schema.required.map(String) : [])
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

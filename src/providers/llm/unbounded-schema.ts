type Schema = Record<string, unknown>

/** What a bound means in words. The caller holds the answer against the real schema in any case. */
const IN_WORDS: Record<string, (value: unknown) => string> = {
  minLength: (value) => `At least ${value} characters.`,
  maxLength: (value) => `At most ${value} characters.`,
  minItems: (value) => `At least ${value} entries.`,
  maxItems: (value) => `At most ${value} entries.`,
  minimum: (value) => `At least ${value}.`,
  maximum: (value) => `At most ${value}.`,
  exclusiveMinimum: (value) => `More than ${value}.`,
  exclusiveMaximum: (value) => `Less than ${value}.`,
  multipleOf: (value) => `A multiple of ${value}.`,
  pattern: (value) => `Matches the regular expression ${value}.`,
}

/**
 * The schema without bounds, each said in the description instead, for an API that refuses a request whose schema
 * has one. Names under `properties` are names and stay, whatever they are.
 */
export function unbounded(schema: Schema): Schema {
  const out: Schema = {}
  const said: string[] = []
  for (const [keyword, value] of Object.entries(schema)) {
    const inWords = IN_WORDS[keyword]
    if (inWords !== undefined) said.push(inWords(value))
    else if (keyword === 'properties' || keyword === '$defs') out[keyword] = eachOf(value)
    else if (keyword !== 'enum' && keyword !== 'const') out[keyword] = inside(value)
    else out[keyword] = value
  }
  const described = typeof schema.description === 'string' ? [schema.description] : []
  if (said.length > 0) out.description = [...described, ...said].join(' ')
  return out
}

function inside(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inside)
  return isSchema(value) ? unbounded(value) : value
}

function eachOf(value: unknown): unknown {
  if (!isSchema(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, inside(child)]))
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

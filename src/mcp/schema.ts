import { z } from 'zod'

/** JSON Schema in the subset that every client we know maps onto its model's dialect. */
export type JsonSchema = {
  type?: string
  description?: string
  properties?: Record<string, JsonSchema>
  required?: readonly string[]
  items?: JsonSchema
  anyOf?: readonly JsonSchema[]
  additionalProperties?: boolean | JsonSchema
  [keyword: string]: unknown
}

const KEPT = new Set([
  'default',
  'description',
  'enum',
  'exclusiveMaximum',
  'exclusiveMinimum',
  'format',
  'maximum',
  'maxItems',
  'maxLength',
  'minimum',
  'minItems',
  'minLength',
  'pattern',
  'required',
  'uniqueItems',
])
/** Patterns that every dialect and every model reads at a glance: short, no look-around, no classes of Unicode. */
const PLAIN_PATTERN = /^(?!.*(?:\(\?|\\[pP])).{1,30}$/s

type Node = Record<string, unknown>

/** The schema as callers must write it: references inlined, one type a node, nothing that only validators read. */
export function portable(schema: z.ZodType): JsonSchema {
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Node
  const defs = (root.$defs ?? {}) as Record<string, Node>
  return simplify(root, defs, [])
}

function simplify(node: Node, defs: Record<string, Node>, within: readonly string[]): JsonSchema {
  if (typeof node.$ref === 'string') return inlined(node, defs, within)
  const next = (child: unknown): JsonSchema => simplify(child as Node, defs, within)
  if (Array.isArray(node.type)) return split(node, node.type, next)
  const out: JsonSchema = {}
  for (const [keyword, value] of Object.entries(node)) if (keeps(keyword, value, node)) out[keyword] = value
  if ('const' in node) out.enum = [node.const]
  if (typeof node.type === 'string') out.type = node.type
  const branches = node.anyOf ?? node.oneOf
  if (Array.isArray(branches)) out.anyOf = branches.map(next)
  if (node.properties !== undefined) {
    out.properties = mapValues(node.properties as Record<string, unknown>, next)
  }
  if (Array.isArray(node.prefixItems)) out.items = { anyOf: node.prefixItems.map(next) }
  else if (isNode(node.items)) out.items = next(node.items)
  if (isNode(node.additionalProperties))
    out.additionalProperties = additional(node.additionalProperties, next)
  return out
}

/** A schema that contains itself ends at "an object": depth is for the pipeline to check. */
function inlined(node: Node, defs: Record<string, Node>, within: readonly string[]): JsonSchema {
  const name = String(node.$ref).replace('#/$defs/', '')
  const target = defs[name]
  if (target === undefined || within.includes(name)) return { type: 'object' }
  const found = simplify(target, defs, [...within, name])
  return typeof node.description === 'string' ? { ...found, description: node.description } : found
}

/**
 * A generous bound tells a model nothing: the pipeline refuses what goes past it, and says so. Nor does a default that
 * is what leaving the field out means anyway.
 */
function keeps(keyword: string, value: unknown, node: Node): boolean {
  if (!KEPT.has(keyword)) return false
  if (keyword === 'pattern') return node.format === undefined && PLAIN_PATTERN.test(String(value))
  if (keyword === 'default') return value !== false && value !== ''
  if (keyword === 'minimum' || keyword === 'maximum') return Math.abs(Number(value)) < Number.MAX_SAFE_INTEGER
  if (keyword === 'minLength') return Number(value) > 1
  if (keyword === 'maxLength') return Number(value) < 80
  if (keyword === 'maxItems') return Number(value) < 30
  return true
}

/** `type: [a, b]` as branches of one type each. The description stays outside, where models look for it. */
function split(node: Node, types: readonly unknown[], next: (child: unknown) => JsonSchema): JsonSchema {
  const { description, default: fallback, ...rest } = node
  return {
    ...(typeof description === 'string' ? { description } : {}),
    ...(fallback === undefined ? {} : { default: fallback }),
    anyOf: types.map((type) => (type === 'null' ? { type } : next({ ...rest, type }))),
  }
}

function additional(node: Node, next: (child: unknown) => JsonSchema): boolean | JsonSchema {
  const schema = next(node)
  return Object.keys(schema).length === 0 ? true : schema
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function mapValues<A, B>(record: Record<string, A>, change: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
}

/** Several inputs as one flat object: what all of them require is required; what differs keeps only its type. */
export function mergeObjects(schemas: readonly JsonSchema[]): JsonSchema {
  const properties: Record<string, JsonSchema> = {}
  for (const schema of schemas) {
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      const known = properties[name]
      properties[name] = known === undefined ? property : common(known, property)
    }
  }
  const required = Object.keys(properties).filter((name) =>
    schemas.every((schema) => schema.required?.includes(name) === true),
  )
  return { type: 'object', properties, ...(required.length === 0 ? {} : { required }) }
}

function common(one: JsonSchema, other: JsonSchema): JsonSchema {
  if (JSON.stringify(one) === JSON.stringify(other)) return one
  const description = one.description ?? other.description
  const said = description === undefined ? {} : { description }
  return one.type !== undefined && one.type === other.type ? { ...said, type: one.type } : said
}

/**
 * What a call returns, as deep as fits the byte budget: a tool's description is read by a model on every turn,
 * and a looser schema is still a true one.
 */
export function outline(schemas: readonly z.ZodType[], budget: number): JsonSchema {
  const full = schemas.map((schema) => portable(schema))
  const roots = full.map((schema) => (schema.type === 'object' ? schema : wrapped(schema)))
  const merged = roots.length === 1 && roots[0] !== undefined ? roots[0] : mergeObjects(roots)
  for (const depth of [4, 3, 2]) {
    const shallow = shallower(merged, depth)
    if (JSON.stringify(shallow).length <= budget) return shallow
  }
  return shortened(shallower(merged, 1), budget)
}

/** Down to the fields that fit: what a schema leaves unsaid is allowed. */
function shortened(schema: JsonSchema, budget: number): JsonSchema {
  if (JSON.stringify(schema).length <= budget) return schema
  const properties: Record<string, JsonSchema> = {}
  let left = budget - 40
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    left -= JSON.stringify(property).length + name.length + 4
    if (left < 0) break
    properties[name] = property
  }
  return { type: 'object', properties }
}

/** Structured content is always an object: a list or a scalar is sent under a name, and a choice promises nothing. */
function wrapped(schema: JsonSchema): JsonSchema {
  if (schema.type === 'null') {
    return { type: 'object', properties: { done: { type: 'boolean' } }, required: ['done'] }
  }
  if (schema.type === undefined) return { type: 'object' }
  return { type: 'object', properties: { result: schema }, required: ['result'] }
}

/** What may be null is left open in an outline: saying so costs more than the name and the type together. */
function shallower(schema: JsonSchema, depth: number): JsonSchema {
  const type = schema.type === undefined ? {} : { type: schema.type }
  if (schema.anyOf?.some((branch) => branch.type === 'null')) return {}
  if (schema.anyOf !== undefined) {
    const [only, ...more] = uniq(schema.anyOf.map((branch) => shallower(branch, depth)))
    return more.length === 0 ? (only ?? {}) : { anyOf: [only ?? {}, ...more] }
  }
  if (schema.type === 'array') {
    return { ...type, ...(schema.items === undefined ? {} : { items: shallower(schema.items, depth) }) }
  }
  if (schema.type !== 'object' || depth === 0) return type
  const properties = mapValues(schema.properties ?? {}, (property) => shallower(property, depth - 1))
  return {
    ...type,
    ...(schema.properties === undefined ? {} : { properties }),
    ...(schema.required === undefined ? {} : { required: schema.required }),
  }
}

function uniq(schemas: readonly JsonSchema[]): JsonSchema[] {
  const seen = new Map(schemas.map((schema) => [JSON.stringify(schema), schema]))
  return [...seen.values()]
}

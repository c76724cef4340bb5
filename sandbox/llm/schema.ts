import { type Random, random } from '../random.ts'
import { isObject, type Json, list, number, object, string } from '../value.ts'
import type { Facts } from './facts.ts'
import { arrayFor } from './schema-array.ts'
import { numberFor, stringFor } from './schema-scalar.ts'

/** Where a value stands in the document: what its name promises and how far down it is. */
export type Place = { name: string; path: string; depth: number; index: number }

export type Writer = {
  root: Json
  facts: Facts
  seed: readonly (string | number)[]
  value(schema: unknown, place: Place): unknown
}

const DEEPEST = 12

/** A document valid for a JSON schema (or Gemini's upper-case dialect), filled from the prompt. */
export function documentFor(schema: unknown, facts: Facts, seed: readonly (string | number)[]): unknown {
  const writer: Writer = {
    root: object(schema),
    facts,
    seed,
    value: (inner, place) => valueFor(writer, inner, place),
  }
  return writer.value(schema, { name: '', path: '$', depth: 0, index: 0 })
}

function valueFor(writer: Writer, given: unknown, place: Place): unknown {
  // `true` and `{}` allow anything; a sentence is the most useful anything.
  const schema = resolve(writer, given)
  const draw = random('json', place.path, ...writer.seed)
  if ('const' in schema) return schema.const
  const choices = list(schema.enum)
  if (choices.length > 0) return choices[(draw.int(0, choices.length - 1) + place.index) % choices.length]
  const options = [...list(schema.anyOf), ...list(schema.oneOf)]
  if (options.length > 0) return branch(writer, schema, options, place, draw)
  switch (typeOf(schema, draw)) {
    case 'object':
      return objectFor(writer, schema, place)
    case 'array':
      return arrayFor(writer, schema, place, draw)
    case 'integer':
      return numberFor(schema, place, draw, true)
    case 'number':
      return numberFor(schema, place, draw, false)
    case 'boolean':
      return draw.chance(0.6)
    case 'null':
      return null
    default:
      return stringFor(schema, place, writer.facts, draw)
  }
}

function objectFor(writer: Writer, schema: Json, place: Place): Json {
  const properties = object(schema.properties)
  const required = new Set(list(schema.required).map(string))
  const out: Json = {}
  for (const [name, inner] of Object.entries(properties)) {
    // Deep recursive schemas end by leaving out what may be left out.
    if (!required.has(name) && place.depth > DEEPEST / 2) continue
    out[name] = writer.value(inner, inside(place, name))
  }
  for (const name of required) {
    if (name in out) continue
    out[name] = writer.value(schema.additionalProperties ?? {}, inside(place, name))
  }
  const fewest =
    number(schema.minProperties) ??
    (Object.keys(properties).length === 0 && isObject(schema.additionalProperties) ? 2 : 0)
  for (let extra = 0; Object.keys(out).length < fewest; extra += 1) {
    const name = writer.facts.words[extra] ?? `entry_${extra + 1}`
    out[name in out ? `${name}_${extra}` : name] = writer.value(
      schema.additionalProperties ?? {},
      inside(place, name),
    )
  }
  return out
}

function inside(place: Place, name: string): Place {
  return { name, path: `${place.path}.${name}`, depth: place.depth + 1, index: place.index }
}

/** Prefers a branch that says something; deep down, the plainest one, so that recursion ends. */
function branch(writer: Writer, schema: Json, options: unknown[], place: Place, draw: Random): unknown {
  const { anyOf: _any, oneOf: _one, ...shared } = schema
  const resolved = options.map((option) => resolve(writer, option))
  const telling = resolved.filter((option) => typeOf(option, draw) !== 'null' && option.const !== null)
  const simple = resolved.find((option) => !['object', 'array'].includes(typeOf(option, draw)))
  const wanted =
    place.depth >= DEEPEST / 2
      ? (simple ?? telling[0])
      : telling[(draw.int(0, 97) + place.index) % Math.max(telling.length, 1)]
  return writer.value(merged(shared, wanted ?? resolved[0] ?? {}), place)
}

/** Follows references and folds `allOf` into one schema. */
function resolve(writer: Writer, given: unknown, hops = 0): Json {
  const schema = object(given)
  const reference = string(schema.$ref)
  if (reference !== '' && hops < DEEPEST) {
    const { $ref: _ref, ...rest } = schema
    return merged(resolve(writer, follow(writer.root, reference), hops + 1), rest)
  }
  const parts = list(schema.allOf)
  if (parts.length === 0) return schema
  const { allOf: _all, ...rest } = schema
  return parts.reduce<Json>((whole, part) => merged(whole, resolve(writer, part, hops + 1)), rest)
}

function follow(root: Json, reference: string): unknown {
  const steps = reference
    .replace(/^#\/?/, '')
    .split('/')
    .filter((step) => step !== '')
  return steps.reduce<unknown>(
    (at, step) => object(at)[step.replaceAll('~1', '/').replaceAll('~0', '~')],
    root,
  )
}

function merged(a: Json, b: Json): Json {
  const required = [...list(a.required), ...list(b.required)]
  const properties = { ...object(a.properties), ...object(b.properties) }
  const both: Json = { ...a, ...b }
  if (required.length > 0) both.required = required
  if (Object.keys(properties).length > 0) both.properties = properties
  return both
}

function typeOf(schema: Json, draw: Random): string {
  const types = (Array.isArray(schema.type) ? schema.type : [schema.type]).map((type) =>
    string(type).toLowerCase(),
  )
  const named = types.filter((type) => type !== '' && type !== 'null')
  if (named.length > 0) return named.length === 1 ? (named[0] ?? 'string') : draw.pick(named)
  if (types.includes('null')) return 'null'
  if ('properties' in schema || 'required' in schema || 'additionalProperties' in schema) return 'object'
  if ('items' in schema || 'prefixItems' in schema || 'minItems' in schema) return 'array'
  return 'minimum' in schema || 'maximum' in schema || 'multipleOf' in schema ? 'number' : 'string'
}

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { Json } from '../value.ts'
import { readFacts } from './facts.ts'
import { documentFor } from './schema.ts'
import { violations } from './schema-check.ts'

const text = fc.record({
  type: fc.constant('string'),
  minLength: fc.option(fc.integer({ min: 0, max: 10 }), { nil: undefined }),
  maxLength: fc.option(fc.integer({ min: 10, max: 80 }), { nil: undefined }),
})
const formatted = fc.record({
  type: fc.constant('string'),
  format: fc.constantFrom('date', 'date-time', 'uri', 'email', 'uuid'),
})
const patterned = fc.record({
  type: fc.constant('string'),
  pattern: fc.constantFrom(
    '^[a-z0-9-]+$',
    '^#[0-9a-fA-F]{6}$',
    '^(red|green|blue)$',
    String.raw`^\d{3}-\d{4}$`,
    '^[A-Z]{2,3}$',
    '^/[a-z/]*$',
    '^[^ ]+$',
  ),
})
const numeric = fc
  .tuple(
    fc.constantFrom('integer', 'number'),
    fc.integer({ min: -50, max: 50 }),
    fc.integer({ min: 0, max: 100 }),
  )
  .map(([type, minimum, width]) => ({ type, minimum, maximum: minimum + width }))
const stepped = fc.constantFrom(
  { type: 'integer', multipleOf: 5, minimum: 3, maximum: 40 },
  { type: 'number', multipleOf: 0.1, exclusiveMinimum: 0, maximum: 1 },
)
const choice = fc
  .uniqueArray(fc.string({ minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 5 })
  .map((values) => ({ enum: values }))
const leaf = fc.oneof(
  text,
  formatted,
  patterned,
  numeric,
  stepped,
  choice,
  fc.constant({ type: 'boolean' }),
  fc.constant({ const: 7 }),
  fc.constant({ type: ['string', 'null'] }),
)
const names = fc.uniqueArray(
  fc.constantFrom('title', 'url', 'score', 'tags', 'faq', 'body', 'cta', 'rank', 'why', 'day', 'x'),
  { minLength: 1, maxLength: 5 },
)

const { schema: anySchema } = fc.letrec<{ schema: Json }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    arrayOf(tie('schema')),
    objectOf(tie('schema')),
    eitherOf(tie('schema')),
  ),
}))

function arrayOf(inner: fc.Arbitrary<Json>): fc.Arbitrary<Json> {
  return fc
    .tuple(inner, fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 4 }))
    .map(([items, minItems, more]) => ({ type: 'array', items, minItems, maxItems: minItems + more }))
}

function objectOf(inner: fc.Arbitrary<Json>): fc.Arbitrary<Json> {
  return fc
    .tuple(names, fc.array(inner, { minLength: 5, maxLength: 5 }), fc.boolean())
    .map(([keys, schemas, closed]) => ({
      type: 'object',
      properties: Object.fromEntries(keys.map((key, index) => [key, schemas[index]])),
      required: keys.slice(0, 3),
      additionalProperties: !closed,
    }))
}

function eitherOf(inner: fc.Arbitrary<Json>): fc.Arbitrary<Json> {
  return inner.map((option) => ({ anyOf: [option, { type: 'null' }] }))
}

describe('documents for schemas', () => {
  it('writes a document valid for any schema', () => {
    fc.assert(
      fc.property(anySchema, fc.string(), (schema, prompt) => {
        const value: unknown = JSON.parse(JSON.stringify(documentFor(schema, readFacts(prompt), ['seed'])))
        assert.deepEqual(violations(schema, value), [], JSON.stringify({ schema, value }))
      }),
      { numRuns: 500, seed: 7 },
    )
  })

  it('a recursive schema ends', () => {
    const node = {
      type: 'object',
      properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/node' } } },
    }
    const schema = { $ref: '#/$defs/node', $defs: { node: { ...node, required: ['name', 'children'] } } }
    const value = documentFor(schema, readFacts('a tree of topics'), ['seed'])
    assert.deepEqual(violations(schema, value), [])
    assert.ok(JSON.stringify(value).length < 200_000)
  })

  it('upper-case types of the Gemini dialect are understood', () => {
    const schema = {
      type: 'OBJECT',
      properties: { title: { type: 'STRING' }, score: { type: 'INTEGER', minimum: 1, maximum: 5 } },
      required: ['title', 'score'],
    }
    assert.deepEqual(violations(schema, documentFor(schema, readFacts('coffee'), ['seed'])), [])
  })

  it('values stated in the prompt are used under their names', () => {
    const schema = {
      type: 'object',
      properties: { brand: { type: 'string' }, competitors: { type: 'array', items: { type: 'string' } } },
    }
    const facts = readFacts('Input: {"brand": "Acme", "competitors": ["Globex", "Initech"]}')
    const value = JSON.stringify(documentFor(schema, facts, ['seed']))
    assert.match(value, /"brand":"Acme"/)
    assert.match(value, /Globex.*Initech/)
  })
})

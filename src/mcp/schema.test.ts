import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { z } from 'zod'
import { mergeObjects, outline, portable } from './schema.ts'

describe('portable schemas', () => {
  test('references are inlined, and a schema that contains itself ends', () => {
    const Named = z.object({ k: z.string() }).meta({ id: 'SchemaTestNamed' })
    const Tree = z.object({
      name: z.string(),
      get children() {
        return z.array(Tree)
      },
    })
    const schema = portable(z.object({ one: Named, two: Named.describe('second'), tree: Tree }))
    assert.doesNotMatch(JSON.stringify(schema), /\$ref|\$defs/)
    assert.deepEqual(schema.properties?.one, {
      type: 'object',
      properties: { k: { type: 'string' } },
      required: ['k'],
    })
    assert.equal(schema.properties?.two?.description, 'second')
  })

  test('what may be null is a choice of single types, described on the outside', () => {
    const schema = portable(
      z.object({ a: z.string().max(5).nullable().describe('A.'), b: z.enum(['x']).nullable() }),
    )
    assert.deepEqual(schema.properties?.a, {
      description: 'A.',
      anyOf: [{ type: 'string', maxLength: 5 }, { type: 'null' }],
    })
    assert.deepEqual(schema.properties?.b, { anyOf: [{ type: 'string', enum: ['x'] }, { type: 'null' }] })
  })

  test('noise that only validators read is dropped, what a caller needs stays', () => {
    const schema = portable(
      z.object({
        count: z.int(),
        limit: z.int().min(1).max(100).default(20),
        at: z.iso.datetime(),
        code: z.string().regex(/^[a-z]{2}$/),
        word: z.string().regex(/^\p{L}+$/u),
        kind: z.literal('only'),
        free: z.record(z.string(), z.unknown()),
        pair: z.tuple([z.string(), z.number()]),
      }),
    )
    assert.deepEqual(schema.properties, {
      count: { type: 'integer' },
      limit: { default: 20, minimum: 1, maximum: 100, type: 'integer' },
      at: { format: 'date-time', type: 'string' },
      code: { pattern: '^[a-z]{2}$', type: 'string' },
      word: { type: 'string' },
      kind: { enum: ['only'], type: 'string' },
      free: { type: 'object', additionalProperties: true },
      pair: {
        minItems: 2,
        maxItems: 2,
        type: 'array',
        items: { anyOf: [{ type: 'string' }, { type: 'number' }] },
      },
    })
  })

  test('inputs of several operations become one: required is what all require', () => {
    const merged = mergeObjects([
      portable(z.object({ id: z.string(), note: z.string(), n: z.int() })),
      portable(z.object({ id: z.string(), n: z.string().optional() })),
    ])
    assert.deepEqual(merged, {
      type: 'object',
      properties: { id: { type: 'string' }, note: { type: 'string' }, n: {} },
      required: ['id'],
    })
  })

  test('an output is always an object, as deep as its budget allows', () => {
    const rows = z.object({ rows: z.array(z.object({ id: z.string(), tags: z.array(z.string()) })) })
    assert.match(
      JSON.stringify(outline([rows], 1_000)),
      /"tags":\{"type":"array","items":\{"type":"string"\}\}/,
    )
    assert.deepEqual(outline([rows], 110), {
      type: 'object',
      properties: { rows: { type: 'array', items: { type: 'object' } } },
      required: ['rows'],
    })
    const wide = z.object(Object.fromEntries('abcdefgh'.split('').map((name) => [name, z.string()])))
    assert.deepEqual(outline([wide], 90), {
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' } },
    })
    assert.deepEqual(outline([z.null()], 200).required, ['done'])
    assert.deepEqual(outline([z.array(z.string())], 200).required, ['result'])
    assert.deepEqual(outline([z.union([rows, z.instanceof(Date)])], 100), { type: 'object' })
    assert.deepEqual(outline([z.union([rows, z.object({ x: z.int() })])], 100), { type: 'object' })
  })
})

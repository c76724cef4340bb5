import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { DESCRIPTION_FILE, GENERATED_FILE, generate } from '../generate.ts'
import type { Document } from '../generate-read.ts'
import { comment, type JsonSchema, typeOf } from '../generate-types.ts'

test('the committed types are those of the committed description (npm run openapi writes them)', () => {
  const document = JSON.parse(readFileSync(DESCRIPTION_FILE, 'utf8')) as Document
  assert.ok(
    readFileSync(GENERATED_FILE, 'utf8') === generate(document),
    'api.gen.ts is out of date: npm run openapi',
  )
})

const CASES: [JsonSchema, string][] = [
  [{ type: 'integer' }, 'number'],
  [{ type: ['string', 'null'] }, 'string | null'],
  [{ type: 'string', enum: ['a', "b'c"] }, `'a' | "b'c"`],
  [{ const: 1 }, '1'],
  [{ $ref: '#/components/schemas/Error' }, 'ErrorSchema'],
  [{ type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } }, '(string | null)[]'],
  [{ type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }] }, '[string, number]'],
  [{ type: 'object', additionalProperties: { type: 'number' } }, '{ [key: string]: number }'],
  [{ allOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }] }, 'A & B'],
  [
    { type: 'object', properties: { a: {}, 'b-c': {} }, required: ['a'] },
    '{\n  a: unknown\n  "b-c"?: unknown | undefined\n}',
  ],
  [{}, 'unknown'],
]

test('each form of schema has its type', () => {
  for (const [schema, type] of CASES) assert.equal(typeOf(schema), type)
})

test('a description cannot leave its comment', () => {
  assert.equal(comment('a */ b'), '/** a *\\/ b */\n')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { breakingChanges } from './compare-apis.ts'
import type { Json } from './compare-schemas.ts'

type Parts = {
  body?: Json
  required?: boolean
  response?: Json
  parameters?: Json[]
  policy?: Json
  schemas?: Json
}

/** A description with one operation, of the parts that a case is about. */
function api({ body, required, response, parameters, policy, schemas }: Parts): Json {
  const operation = {
    operationId: 'things.create',
    'x-access': 'free',
    'x-scope': 'sites:write',
    'x-meter': 'none',
    ...policy,
    ...(parameters === undefined ? {} : { parameters }),
    ...(body === undefined
      ? {}
      : { requestBody: { required: required ?? true, content: { 'application/json': { schema: body } } } }),
    responses: {
      200: { content: { 'application/json': { schema: response ?? { type: 'object' } } } },
    },
  }
  return { paths: { '/things': { post: operation } }, components: { schemas: schemas ?? {} } }
}

const object = (properties: Json, required: string[] = []): Json => ({ type: 'object', properties, required })
const text = { type: 'string' }
const color = (...values: string[]) => ({ type: 'string', enum: values })

const BREAKS: [name: string, before: Parts, after: Parts, found: string][] = [
  [
    'a response field is removed',
    { response: object({ a: text }) },
    { response: object({}) },
    '200.a: removed',
  ],
  [
    'a response field may be absent',
    { response: object({ a: text }, ['a']) },
    { response: object({ a: text }) },
    '200.a: may now be absent',
  ],
  [
    'a response field may be null',
    { response: object({ a: text }) },
    { response: object({ a: { type: ['string', 'null'] } }) },
    '200.a: type string became string or null',
  ],
  [
    'a field deep in a list changes its type',
    { response: object({ rows: { type: 'array', items: object({ n: { type: 'integer' } }) } }) },
    { response: object({ rows: { type: 'array', items: object({ n: text }) } }) },
    '200.rows[].n: type integer became string',
  ],
  [
    'a request field becomes required',
    { body: object({ a: text }) },
    { body: object({ a: text }, ['a']) },
    'body.a: now required',
  ],
  [
    'a new request field is required',
    { body: object({}) },
    { body: object({ a: text }, ['a']) },
    'body.a: now required',
  ],
  ['a request field is removed', { body: object({ a: text }) }, { body: object({}) }, 'body.a: removed'],
  [
    'an enum of a request loses a value',
    { body: object({ a: color('red', 'blue') }) },
    { body: object({ a: color('red') }) },
    'body.a: no longer takes blue',
  ],
  [
    'free text becomes an enum',
    { body: object({ a: text }) },
    { body: object({ a: color('red') }) },
    'body.a: now only red',
  ],
  [
    'a bound becomes tighter',
    { body: object({ a: { type: 'string', maxLength: 100 } }) },
    { body: object({ a: { type: 'string', maxLength: 50 } }) },
    'body.a: maxLength is tighter',
  ],
  [
    'a body becomes required',
    { body: object({}), required: false },
    { body: object({}) },
    'body: now required',
  ],
  [
    'a parameter becomes required',
    { parameters: [{ in: 'query', name: 'q', schema: text }] },
    { parameters: [{ in: 'query', name: 'q', required: true, schema: text }] },
    'query q: now required',
  ],
  [
    'a parameter is removed',
    { parameters: [{ in: 'query', name: 'q', schema: text }] },
    {},
    'query q: removed',
  ],
  ['a free operation becomes paid', {}, { policy: { 'x-access': 'paid' } }, 'x-access: free became paid'],
  [
    'an operation needs another scope',
    {},
    { policy: { 'x-scope': 'ads:write' } },
    'x-scope: sites:write became ads:write',
  ],
  ['a free ride is metered', {}, { policy: { 'x-meter': 'action' } }, 'x-meter: none became action'],
]

for (const [name, before, after, found] of BREAKS) {
  test(`it is a breaking change when ${name}`, () => {
    assert.deepEqual(breakingChanges(api(before), api(after)), [`POST /things: ${found}`])
  })
}

test('a removed operation and a removed status are breaking changes', () => {
  assert.deepEqual(breakingChanges(api({}), { paths: {} }), ['POST /things: operation removed'])
  const other = { paths: { '/things': { post: { responses: { 201: {} } } } } }
  const before = { paths: { '/things': { post: { responses: { 200: {} } } } } }
  assert.deepEqual(breakingChanges(before, other), ['POST /things: 200: removed'])
})

const HARMLESS: [name: string, before: Parts, after: Parts][] = [
  ['a response gains a field', { response: object({}) }, { response: object({ a: text }, ['a']) }],
  [
    'a response enum gains a value',
    { response: object({ a: color('red') }) },
    { response: object({ a: color('red', 'blue') }) },
  ],
  ['a request gains an optional field', { body: object({}) }, { body: object({ a: text }) }],
  [
    'a request enum gains a value',
    { body: object({ a: color('red') }) },
    { body: object({ a: color('red', 'blue') }) },
  ],
  [
    'a request takes any number',
    { body: object({ n: { type: 'integer' } }) },
    { body: object({ n: { type: 'number' } }) },
  ],
  ['a paid operation becomes free', { policy: { 'x-access': 'paid' } }, {}],
  [
    'a schema moves into the components',
    { response: object({ a: text }) },
    { response: { $ref: '#/components/schemas/A' }, schemas: { A: object({ a: text }) } },
  ],
]

for (const [name, before, after] of HARMLESS) {
  test(`it breaks nobody when ${name}`, () => {
    assert.deepEqual(breakingChanges(api(before), api(after)), [])
  })
}

test('a schema that contains itself is compared once, and its change is found', () => {
  const tree = (leaf: Json) =>
    api({
      response: { $ref: '#/components/schemas/Tree' },
      schemas: {
        Tree: object({ leaf, kids: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } }),
      },
    })
  assert.deepEqual(breakingChanges(tree(text), tree(text)), [])
  assert.deepEqual(breakingChanges(tree(text), tree({ type: 'number' })), [
    'POST /things: 200.leaf: type string became number or integer',
  ])
})

test('an event that is removed, or loses a field or a header, is a breaking change; one that gains them is not', () => {
  const events = (names: string[], data: Json, headers = ['Service-Signature']): Json => {
    const post = {
      parameters: headers.map((name) => ({ name, in: 'header', required: true, schema: text })),
      requestBody: {
        required: true,
        content: { 'application/json': { schema: object(data, Object.keys(data)) } },
      },
    }
    return { paths: {}, webhooks: Object.fromEntries(names.map((name) => [name, { post }])) }
  }
  const before = events(['a.done'], { id: text, note: text })
  assert.deepEqual(breakingChanges(before, events([], {})), ['event a.done: removed'])
  assert.deepEqual(breakingChanges(before, events(['a.done'], { id: text })), [
    'event a.done: body.note: removed',
  ])
  assert.deepEqual(breakingChanges(before, events(['a.done'], { id: text, note: text }, [])), [
    'event a.done: header Service-Signature: removed',
  ])
  const more = events(['a.done', 'b.done'], { id: text, note: text, more: text }, ['Service-Signature', 'x'])
  assert.deepEqual(breakingChanges(before, more), [])
})

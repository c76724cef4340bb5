import assert from 'node:assert/strict'
import { test } from 'node:test'
import { llms } from './index.ts'
import { unbounded } from './unbounded-schema.ts'

const BOUNDED = {
  type: 'object',
  properties: {
    pattern: { type: 'string', minLength: 1, maxLength: 30, description: 'A headline.' },
    list: { type: 'array', minItems: 2, items: { type: 'integer', minimum: 1, enum: [1, 2] } },
    either: { anyOf: [{ type: 'string', pattern: '^a$' }, { type: 'null' }] },
  },
  required: ['pattern', 'list', 'either'],
  additionalProperties: false,
}

const IN_WORDS = {
  type: 'object',
  properties: {
    pattern: { type: 'string', description: 'A headline. At least 1 characters. At most 30 characters.' },
    list: {
      type: 'array',
      items: { type: 'integer', enum: [1, 2], description: 'At least 1.' },
      description: 'At least 2 entries.',
    },
    either: {
      anyOf: [{ type: 'string', description: 'Matches the regular expression ^a$.' }, { type: 'null' }],
    },
  },
  required: ['pattern', 'list', 'either'],
  additionalProperties: false,
}

test('bounds become words, and names that look like keywords stay names', () => {
  assert.deepEqual(unbounded(BOUNDED), IN_WORDS)
})

test('Anthropic, which refuses bounds, is asked without them', () => {
  const settings = {
    kind: 'anthropic',
    api_key: 'k',
    base_url: 'https://v.example',
    model: 'm',
    timeout_ms: 1,
    lane: 'l',
  } as const
  const input = { system: '', prompt: '', schema: BOUNDED, max_tokens: 1 }
  const body = JSON.parse(String(llms.anthropic.request(input, settings).body))
  assert.deepEqual(body.output_config.format.schema, IN_WORDS)
})

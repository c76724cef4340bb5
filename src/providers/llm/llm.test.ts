import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LlmKind, LlmSettings } from '../contract.ts'
import { fixture, replyFrom } from '../engines/fixtures/load.ts'
import { llms } from './index.ts'
import { allowsStrict } from './openai-chat.ts'

function settings(kind: LlmKind): LlmSettings {
  return {
    kind,
    api_key: 'key-123456',
    base_url: 'https://v.example',
    model: 'm',
    timeout_ms: 1_000,
    lane: 'l',
  }
}

const SCHEMA = {
  type: 'object',
  properties: { a: { type: 'string' } },
  required: ['a'],
  additionalProperties: false,
}
const INPUT = { system: 'be brief', prompt: 'hello', schema: SCHEMA, max_tokens: 100 }

function body(kind: LlmKind): unknown {
  return JSON.parse(String(llms[kind].request(INPUT, settings(kind)).body))
}

test('each API gets system, prompt, limit and schema in its own form', () => {
  const messages = [
    { role: 'system', content: 'be brief' },
    { role: 'user', content: 'hello' },
  ]
  const response_format = {
    type: 'json_schema',
    json_schema: { name: 'reply', schema: SCHEMA, strict: true },
  }
  assert.deepEqual(body('openai'), { model: 'm', messages, max_completion_tokens: 100, response_format })
  assert.deepEqual(body('openai_compatible'), { model: 'm', messages, max_tokens: 100, response_format })
  assert.deepEqual(body('anthropic'), {
    model: 'm',
    max_tokens: 100,
    system: 'be brief',
    messages: [{ role: 'user', content: 'hello' }],
    output_config: { format: { type: 'json_schema', schema: SCHEMA } },
  })
  assert.deepEqual(body('gemini'), {
    systemInstruction: { parts: [{ text: 'be brief' }] },
    contents: [{ role: 'user', parts: [{ text: 'hello' }] }],
    generationConfig: {
      maxOutputTokens: 100,
      responseMimeType: 'application/json',
      responseJsonSchema: SCHEMA,
    },
  })
})

test('a local server is asked without a credential header', () => {
  const request = llms.openai_compatible.request(INPUT, { ...settings('openai_compatible'), api_key: '' })
  assert.equal('authorization' in (request.headers ?? {}), false)
})

test('strict mode is asked for only where the schema allows it', () => {
  assert.equal(allowsStrict(SCHEMA), true)
  assert.equal(allowsStrict({ ...SCHEMA, required: [] }), false)
  assert.equal(allowsStrict({ ...SCHEMA, additionalProperties: true }), false)
  assert.equal(allowsStrict({ type: 'array', items: { ...SCHEMA, required: [] } }), false)
})

const REPLIES: Record<LlmKind, unknown> = {
  openai: {
    model: 'gpt-5.4-mini-2026-03-01',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: '{"a":"b"}', refusal: null },
        finish_reason: 'stop',
      },
    ],
    usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 },
  },
  openai_compatible: {
    model: 'llama-local',
    choices: [{ message: { content: '{"a":"b"}' }, finish_reason: 'length' }],
    usage: { prompt_tokens: 100, completion_tokens: 10 },
  },
  anthropic: {
    model: 'claude-sonnet-5',
    content: [
      { type: 'thinking', thinking: '' },
      { type: 'text', text: '{"a":"b"}' },
    ],
    stop_reason: 'end_turn',
    usage: { input_tokens: 100, output_tokens: 10 },
  },
  gemini: {
    candidates: [{ content: { parts: [{ text: '{"a":"b"}' }] }, finishReason: 'STOP' }],
    modelVersion: 'gemini-3.8-flash',
    usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 10 },
  },
}

test('each API yields the same shape, with its cost and whether it is whole', () => {
  const costs: Record<LlmKind, number> = { openai: 120, openai_compatible: 0, anthropic: 300, gemini: 113 }
  for (const [kind, cost] of Object.entries(costs) as [LlmKind, number][]) {
    const reply = replyFrom({ status: 200, headers: {}, body: REPLIES[kind] })
    const outcome = llms[kind].parse(reply, settings(kind))
    assert.ok(outcome.ok, kind)
    assert.equal(outcome.value.text, '{"a":"b"}')
    assert.deepEqual(outcome.value.usage, { input_tokens: 100, output_tokens: 10 })
    assert.equal(outcome.value.cost_micros, cost, kind)
    assert.equal(outcome.value.complete, kind !== 'openai_compatible')
  }
})

test('refusals become verdicts and garbage is unknown', () => {
  const vendors: [LlmKind, string][] = [
    ['openai', 'chatgpt'],
    ['anthropic', 'claude'],
    ['gemini', 'gemini'],
  ]
  for (const [kind, vendor] of vendors) {
    for (const [name, verdict] of [
      ['wrong_key', 'reconnect'],
      ['rate_limit', 'retry_later'],
      ['bad_request', 'rejected'],
      ['server', 'retry_later'],
    ] as const) {
      const outcome = llms[kind].parse(fixture(vendor, name), settings(kind))
      assert.ok(!outcome.ok)
      assert.equal(outcome.verdict, verdict, `${kind} ${name}`)
    }
    const outcome = llms[kind].parse(replyFrom({ status: 200, headers: {}, raw: '{"x":1}' }), settings(kind))
    assert.ok(!outcome.ok)
    assert.equal(outcome.code, 'bad_response')
  }
})

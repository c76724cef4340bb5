import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Sandbox, startSandbox } from '../server.ts'
import { post, type Reply } from '../test-asks.ts'
import { type Json, list, object, string } from '../value.ts'
import { violations } from './schema-check.ts'

const AGENT_SCHEMA = {
  type: 'object',
  properties: {
    brand: { type: 'string' },
    headline: { type: 'string', maxLength: 30 },
    keywords: { type: 'array', items: { type: 'string' }, minItems: 5, uniqueItems: true },
    tone: { enum: ['friendly', 'formal'] },
    sections: { type: 'array', minItems: 2, items: { $ref: '#/$defs/section' } },
    confidence: { type: 'number', minimum: 0, maximum: 1 },
    publish_on: { type: 'string', format: 'date' },
    note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
  },
  required: ['brand', 'headline', 'keywords', 'tone', 'sections', 'confidence', 'publish_on', 'note'],
  additionalProperties: false,
  $defs: {
    section: {
      type: 'object',
      properties: {
        heading: { type: 'string' },
        parts: { type: 'array', items: { $ref: '#/$defs/section' } },
      },
      required: ['heading', 'parts'],
    },
  },
}
const PROMPT = 'Write a content brief.\nbrand: Acme\ntopic: cold brew coffee\n'

/** The three ways to ask a text generator for JSON of a schema. */
const WAYS: Record<
  string,
  { ask(sandbox: Sandbox, prompt: string, earlier?: string): Promise<Reply>; read(body: Json): string }
> = {
  'chat completions': {
    ask: (sandbox, prompt, earlier) =>
      post(
        sandbox,
        '/openai/v1/chat/completions',
        { authorization: 'Bearer k' },
        {
          model: 'gpt-5.5-mini',
          messages: [
            { role: 'system', content: 'You write JSON.' },
            { role: 'user', content: prompt },
            ...(earlier === undefined
              ? []
              : [
                  { role: 'assistant', content: earlier },
                  { role: 'user', content: 'That is not valid. Repair it.' },
                ]),
          ],
          response_format: {
            type: 'json_schema',
            json_schema: { name: 'brief', strict: true, schema: AGENT_SCHEMA },
          },
        },
      ),
    read: (body) => string(object(object(list(body.choices)[0]).message).content),
  },
  messages: {
    ask: (sandbox, prompt, earlier) =>
      post(
        sandbox,
        '/anthropic/v1/messages',
        { 'x-api-key': 'k', 'anthropic-version': '2023-06-01' },
        {
          model: 'claude-sonnet-5',
          max_tokens: 1000,
          system: 'You write JSON.',
          messages: [
            {
              role: 'user',
              content:
                earlier === undefined ? prompt : `${prompt}\nYour previous answer was not valid:\n${earlier}`,
            },
          ],
          output_config: { format: { type: 'json_schema', schema: AGENT_SCHEMA } },
        },
      ),
    read: (body) => string(object(list(body.content)[0]).text),
  },
  generateContent: {
    ask: (sandbox, prompt, earlier) =>
      post(
        sandbox,
        '/gemini/v1beta/models/gemini-3.8-flash:generateContent',
        { 'x-goog-api-key': 'k' },
        {
          contents: [
            { role: 'user', parts: [{ text: prompt }] },
            ...(earlier === undefined
              ? []
              : [
                  { role: 'model', parts: [{ text: earlier }] },
                  { role: 'user', parts: [{ text: 'Repair it.' }] },
                ]),
          ],
          generationConfig: { responseMimeType: 'application/json', responseJsonSchema: AGENT_SCHEMA },
        },
      ),
    read: (body) => string(object(list(object(object(list(body.candidates)[0]).content).parts)[0]).text),
  },
}

describe('the text generator', () => {
  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox({ day: '2026-11-10' })
  })
  after(() => sandbox.close())

  for (const [name, way] of Object.entries(WAYS)) {
    it(`${name}: the answer is valid and speaks of the prompt`, async () => {
      const { body, status } = await way.ask(sandbox, PROMPT)
      assert.equal(status, 200)
      const value: unknown = JSON.parse(way.read(body))
      assert.deepEqual(violations(AGENT_SCHEMA, value), [])
      assert.equal(object(value).brand, 'Acme')
      assert.match(JSON.stringify(value), /cold brew coffee/)
    })

    it(`${name}: bad_json is invalid once and valid when asked to repair it; bad_json_always stays invalid`, async () => {
      const spoilt = way.read((await way.ask(sandbox, `${PROMPT} sandbox:bad_json`)).body)
      assert.throws(() => JSON.parse(spoilt))
      const repaired = way.read((await way.ask(sandbox, `${PROMPT} sandbox:bad_json`, spoilt)).body)
      assert.deepEqual(violations(AGENT_SCHEMA, JSON.parse(repaired)), [])
      assert.ok(!repaired.includes('sandbox:'), 'triggers never show in what is written')
      const still = way.read((await way.ask(sandbox, `${PROMPT} sandbox:bad_json_always`, spoilt)).body)
      assert.throws(() => JSON.parse(still))
    })

    it(`${name}: errors, rate limits and no answer are the platform’s own`, async () => {
      assert.ok((await way.ask(sandbox, `${PROMPT} sandbox:error@llm`)).status >= 500)
      assert.equal((await way.ask(sandbox, `${PROMPT} sandbox:rate_limit`)).status, 429)
      const declined = await way.ask(sandbox, `${PROMPT} sandbox:no_answer`)
      assert.equal(declined.status, 200)
      assert.equal(way.read(declined.body), '')
    })
  }

  it('writes plain text where no form is asked for, and counts tokens', async () => {
    const request = {
      model: 'gpt-5.5',
      messages: [{ role: 'user', content: 'Write two sentences about espresso machines.' }],
    }
    const { body } = await post(
      sandbox,
      '/openai/v1/chat/completions',
      { authorization: 'Bearer k' },
      request,
    )
    const message = object(object(list(body.choices)[0]).message)
    assert.match(string(message.content), /espresso|machines/)
    assert.ok(Number(object(body.usage).completion_tokens) > 10)
  })

  it('finds the schema in the words of the prompt when only JSON was asked for', async () => {
    const schema = {
      type: 'object',
      properties: { questions: { type: 'array', items: { type: 'string' }, minItems: 3 } },
      required: ['questions'],
    }
    const content = `Answer in JSON of this schema: ${JSON.stringify(schema)}\ntopic: cold brew coffee`
    const request = {
      model: 'm',
      messages: [{ role: 'user', content }],
      response_format: { type: 'json_object' },
    }
    const { body } = await post(
      sandbox,
      '/openai/v1/chat/completions',
      { authorization: 'Bearer k' },
      request,
    )
    const value: unknown = JSON.parse(string(object(object(list(body.choices)[0]).message).content))
    assert.deepEqual(violations(schema, value), [])
  })

  it('a forced tool gets its input by its schema', async () => {
    const tools = [{ name: 'save', input_schema: AGENT_SCHEMA }]
    const request = {
      model: 'c',
      max_tokens: 100,
      messages: [{ role: 'user', content: PROMPT }],
      tools,
      tool_choice: { type: 'tool', name: 'save' },
    }
    const { body } = await post(
      sandbox,
      '/anthropic/v1/messages',
      { 'x-api-key': 'k', 'anthropic-version': '2023-06-01' },
      request,
    )
    const block = object(list(body.content)[0])
    assert.equal(body.stop_reason, 'tool_use')
    assert.deepEqual(violations(AGENT_SCHEMA, block.input), [])
  })
})

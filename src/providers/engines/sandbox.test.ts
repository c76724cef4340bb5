/** Every adapter against the sandbox, which was written from the vendors' documentation independently of it. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Sandbox, startSandbox } from '../../../sandbox/server.ts'
import {
  type EngineAnswer,
  type EngineSettings,
  type Outcome,
  PLATFORMS,
  type Platform,
} from '../contract.ts'
import { createGuardedCaller } from '../guarded-caller.ts'
import { generate } from '../llm/index.ts'
import { buildProviders } from '../registry.ts'
import { ENGINE_DEFAULTS, SERP_DEFAULTS } from './defaults.ts'
import { engines } from './index.ts'

const caller = createGuardedCaller()
let sandbox: Sandbox

before(async () => {
  sandbox = await startSandbox({ day: '2026-10-20' })
})
after(async () => {
  await caller.close()
  await sandbox.close()
})

interface Way {
  name: string
  platform: Platform
  mount: string
  source?: string
}

/** AI Overview has two ways to it, so nine rows for eight platforms. */
const WAYS: Way[] = [
  ...PLATFORMS.map((platform) => ({ name: platform, platform, mount: ENGINE_DEFAULTS[platform].mount })),
  {
    name: 'ai_overview (serpapi)',
    platform: 'ai_overview',
    mount: SERP_DEFAULTS.serpapi.mount,
    source: 'serpapi',
  },
]

function ask(way: Way, prompt: string, more: Partial<EngineSettings> = {}): Promise<Outcome<EngineAnswer>> {
  return engines[way.platform].ask(
    { prompt },
    {
      api_key: 'login:password',
      base_url: `${sandbox.url}/${way.mount}`,
      model: ENGINE_DEFAULTS[way.platform].model,
      timeout_ms: 5_000,
      lane: `sandbox:${way.mount}`,
      ...(way.source === undefined ? {} : { source: way.source }),
      ...more,
    },
    caller,
  )
}

const PROMPTS = [
  'best crm for small agencies',
  'which project management tool should I buy',
  'top email marketing software',
]

for (const way of WAYS) {
  test(`${way.name}: success`, async () => {
    const answers: EngineAnswer[] = []
    for (const prompt of PROMPTS) {
      const outcome = await ask(way, prompt)
      assert.ok(outcome.ok, JSON.stringify(outcome))
      answers.push(outcome.value)
    }
    const answer = answers.find((candidate) => !candidate.no_answer && candidate.citations.length > 0)
    assert.ok(answer, 'one of three prompts is answered with citations')
    assert.ok(answer.text.length > 20)
    assert.equal(answer.searched, true)
    assert.ok(answer.retrieved.length >= answer.citations.length)
    assert.ok(answer.served_model.length > 0)
    assert.ok(Number.isInteger(answer.cost_micros) && answer.cost_micros > 0)
    for (const [index, citation] of answer.citations.entries()) {
      assert.equal(citation.position, index + 1)
      assert.match(citation.domain, /^[a-z0-9.-]+\.[a-z]+$/)
      assert.ok(URL.canParse(citation.url))
    }
  })

  test(`${way.name}: failures`, async () => {
    for (const [trigger, verdict, code] of [
      ['invalid_token', 'reconnect', 'invalid_credentials'],
      ['rate_limit', 'retry_later', 'rate_limited'],
      ['garbage', 'unknown', 'bad_response'],
      ['disconnect', 'unknown', 'connection_reset'],
    ] as const) {
      const outcome = await ask(way, `best crm sandbox:${trigger}`)
      assert.ok(!outcome.ok, trigger)
      assert.deepEqual([outcome.verdict, outcome.code], [verdict, code], trigger)
    }
    const broken = await ask(way, 'best crm sandbox:error')
    assert.ok(!broken.ok)
    assert.equal(broken.verdict, 'retry_later')
    assert.match(broken.code, /server_error|overloaded/)
    const late = await ask(way, 'best crm sandbox:timeout', { timeout_ms: 60 })
    assert.ok(!late.ok)
    assert.deepEqual([late.verdict, late.code], ['unknown', 'timeout'])
  })

  test(`${way.name}: no answer and no citations are answers`, async () => {
    const silent = await ask(way, 'best crm sandbox:no_answer')
    assert.ok(silent.ok, JSON.stringify(silent))
    assert.equal(silent.value.no_answer, true)
    // Google shows no overview for some searches, so several are tried.
    for (const prompt of PROMPTS) {
      const bare = await ask(way, `${prompt} sandbox:no_citations`)
      assert.ok(bare.ok, JSON.stringify(bare))
      assert.deepEqual(bare.value.citations, [])
      if (!bare.value.no_answer) return assert.ok(bare.value.text.length > 20)
    }
    assert.fail('no prompt was answered')
  })
}

test('the rate limit of each vendor tells how long to wait, in its own way', async () => {
  // DeepSeek and SerpApi document no wait (api-docs.deepseek.com/quick_start/error_codes, serpapi.com/api-errors).
  for (const way of WAYS.filter(({ mount }) => mount !== 'serpapi' && mount !== 'deepseek')) {
    const outcome = await ask(way, 'best crm sandbox:rate_limit')
    assert.ok(!outcome.ok)
    assert.ok((outcome.retry_after_ms ?? 0) > 0, `${way.name} says nothing of a wait`)
  }
})

test('a key the vendor does not know is a matter of reconnecting', async () => {
  for (const way of WAYS) {
    const outcome = await ask(way, 'best crm', { api_key: 'invalid' })
    assert.ok(!outcome.ok, way.name)
    assert.deepEqual([outcome.verdict, outcome.code], ['reconnect', 'invalid_credentials'], way.name)
  }
})

test('in sandbox mode the registry reaches all eight engines and the text generator', async () => {
  const { live } = buildProviders({ mode: 'sandbox', sandbox_url: sandbox.url }, caller)
  for (const engine of Object.values(live.engines)) {
    const outcome = await engine.ask({
      prompt: 'best crm for small agencies',
      location: { country: 'US', region: 'Texas', city: 'Austin' },
      language: 'en',
    })
    assert.ok(outcome.ok, `${engine.platform} ${JSON.stringify(outcome)}`)
  }
  const schema = {
    type: 'object',
    properties: { title: { type: 'string' } },
    required: ['title'],
    additionalProperties: false,
  }
  const written = await live.llm?.generate({
    system: 'Write JSON.',
    prompt: 'A title',
    schema,
    max_tokens: 200,
  })
  assert.ok(written?.ok, JSON.stringify(written))
  assert.equal(typeof JSON.parse(written.value.text).title, 'string')
})

test('the other text APIs reach the sandbox too', async () => {
  for (const [kind, mount, model] of [
    ['anthropic', 'anthropic', 'claude-sonnet-5'],
    ['gemini', 'gemini', 'gemini-3.8-flash'],
    ['openai_compatible', 'openai', 'gpt-5.4-mini'],
  ] as const) {
    const outcome = await generate(
      { system: 'Be brief.', prompt: 'Say hello', max_tokens: 200 },
      {
        kind,
        api_key: 'k-123456',
        base_url: `${sandbox.url}/${mount}`,
        model,
        timeout_ms: 5_000,
        lane: 'sandbox:llm',
      },
      caller,
    )
    assert.ok(outcome.ok, `${kind} ${JSON.stringify(outcome)}`)
    assert.ok(outcome.value.text.length > 0)
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  failed,
  type HttpRequest,
  PLATFORMS,
  type ProviderCallOptions,
  type ProviderDoor,
} from './contract.ts'
import { buildProviders, type ProviderSet } from './registry.ts'

interface Asked {
  url: string
  lane: string
  headers: string
  deadline_ms: number
}

function recordingDoor(): { door: ProviderDoor; asked: Asked[] } {
  const asked: Asked[] = []
  const door: ProviderDoor = {
    async callProvider(request: HttpRequest, options: ProviderCallOptions) {
      const headers = JSON.stringify(request.headers ?? {})
      asked.push({ url: request.url, lane: options.lane, headers, deadline_ms: options.deadline_ms })
      return failed('retry_later', 'overloaded', 'not now')
    },
    hold() {},
  }
  return { door, asked }
}

async function askAll(set: ProviderSet): Promise<void> {
  for (const engine of Object.values(set.engines)) await engine.ask({ prompt: 'q' })
  await set.llm?.generate({ system: '', prompt: 'q', max_tokens: 5 })
}

const REAL = { engines: { chatgpt: { api_key: 'real-key-1' }, grok: { api_key: 'real-key-2' } } }

test('in sandbox mode everything is simulated and real credentials are not used', async () => {
  const { door, asked } = recordingDoor()
  const url = 'http://127.0.0.1:9'
  const { live, test } = buildProviders({ mode: 'sandbox', sandbox_url: url, ...REAL }, door)
  await askAll(live)
  await askAll(test)
  assert.deepEqual(live.unavailable, [])
  assert.deepEqual(Object.keys(live.engines), [...PLATFORMS])
  assert.ok(
    live.simulated && live.llm?.simulated && Object.values(live.engines).every((engine) => engine.simulated),
  )
  assert.equal(asked.length, 18)
  for (const call of asked) {
    assert.ok(call.url.startsWith(`${url}/`), call.url)
    assert.ok(call.lane.startsWith('sandbox:'))
    assert.ok(!call.headers.includes('real-key'))
  }
  const paths = asked.slice(0, 9).map((call) => new URL(call.url).pathname)
  assert.deepEqual(paths, [
    '/openai/v1/responses',
    '/anthropic/v1/messages',
    '/gemini/v1beta/models/gemini-3.8-flash:generateContent',
    '/perplexity/v1/responses',
    '/xai/v1/responses',
    '/deepseek/anthropic/v1/messages',
    '/meta/v1/responses',
    '/dataforseo/v3/serp/google/organic/live/advanced',
    '/openai/v1/chat/completions',
  ])
})

test('in live mode what has no credential is unavailable, and nothing is simulated', async () => {
  const { door, asked } = recordingDoor()
  const { live } = buildProviders({ mode: 'live', sandbox_url: 'http://127.0.0.1:9', ...REAL }, door)
  await askAll(live)
  assert.deepEqual(Object.keys(live.engines), ['chatgpt', 'grok'])
  assert.deepEqual(live.unavailable, ['claude', 'gemini', 'perplexity', 'deepseek', 'metaai', 'ai_overview'])
  assert.deepEqual([live.simulated, live.llm], [false, null])
  assert.deepEqual(
    asked.map((call) => [new URL(call.url).host, call.lane]),
    [
      ['api.openai.com', 'openai'],
      ['api.x.ai', 'xai'],
    ],
  )
})

test('a test key goes to the sandbox in live mode too, and nowhere when there is none', async () => {
  const { door, asked } = recordingDoor()
  const { test } = buildProviders({ mode: 'live', sandbox_url: 'http://127.0.0.1:9', ...REAL }, door)
  await askAll(test)
  assert.ok(test.simulated)
  assert.ok(asked.every((call) => call.url.startsWith('http://127.0.0.1:9/')))
  const none = buildProviders({ mode: 'live', ...REAL }, door).test
  assert.deepEqual([Object.keys(none.engines), none.unavailable.length, none.llm], [[], 8, null])
})

test('the sandbox is given seconds to answer and real platforms two minutes', async () => {
  const { door, asked } = recordingDoor()
  const settings = {
    mode: 'live',
    sandbox_url: 'http://127.0.0.1:9',
    ...REAL,
    llm: { api_key: 'k' },
  } as const
  const { live, test } = buildProviders(settings, door)
  await askAll(test)
  assert.ok(asked.length >= PLATFORMS.length)
  for (const { url, deadline_ms } of asked) assert.ok(deadline_ms <= 10_000, url)
  asked.length = 0
  await askAll(live)
  assert.equal(asked.length, 3)
  for (const { url, deadline_ms } of asked) assert.equal(deadline_ms, 120_000, url)
})

test('AI Overview is served by whichever search vendor is configured', async () => {
  for (const [serp, host, lane] of [
    [{ dataforseo: { api_key: 'login:pass' } }, 'api.dataforseo.com', 'dataforseo'],
    [{ serpapi: { api_key: 'k' } }, 'serpapi.com', 'serpapi'],
    [{ serpapi: { api_key: 'k' }, dataforseo: { api_key: 'l:p' } }, 'api.dataforseo.com', 'dataforseo'],
  ] as const) {
    const { door, asked } = recordingDoor()
    await askAll(buildProviders({ mode: 'live', serp }, door).live)
    assert.deepEqual([asked.map((call) => new URL(call.url).host), asked[0]?.lane], [[host], lane])
  }
})

test('a local model server needs an address and no key', async () => {
  const { door, asked } = recordingDoor()
  const llm = { kind: 'openai_compatible', base_url: 'http://localhost:11434/v1', model: 'llama' } as const
  const { live } = buildProviders({ mode: 'live', llm }, door)
  await askAll(live)
  assert.equal(asked[0]?.url, 'http://localhost:11434/v1/chat/completions')
  assert.equal(live.llm?.model, 'llama')
  assert.equal(buildProviders({ mode: 'live', llm: { kind: 'openai_compatible' } }, door).live.llm, null)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HttpRequest, Platform, ProviderDoor } from '../contract.ts'
import { succeed } from '../contract.ts'
import { joinUrl } from '../wire.ts'
import { fixture, settings } from './fixtures/load.ts'
import { engines } from './index.ts'
import { parseLocation } from './location.ts'
import { dollarsToMicros } from './prices.ts'
import { domainFromTitle, toSources } from './sources.ts'

const QUESTION = {
  prompt: 'best crm?',
  location: { country: 'US', region: 'Texas', city: 'Austin' },
  language: 'en',
}

function bodyOf(request: HttpRequest): unknown {
  return JSON.parse(String(request.body))
}

test('each platform is asked on its own path with its own credential header', () => {
  const expected: Record<Platform, [string, string, string]> = {
    chatgpt: ['/v1/responses', 'authorization', 'Bearer secret-key-123'],
    claude: ['/v1/messages', 'x-api-key', 'secret-key-123'],
    gemini: ['/v1beta/models/asked-model:generateContent', 'x-goog-api-key', 'secret-key-123'],
    perplexity: ['/v1/responses', 'authorization', 'Bearer secret-key-123'],
    grok: ['/v1/responses', 'authorization', 'Bearer secret-key-123'],
    deepseek: ['/anthropic/v1/messages', 'x-api-key', 'secret-key-123'],
    metaai: ['/v1/responses', 'authorization', 'Bearer secret-key-123'],
    ai_overview: ['/v3/serp/google/organic/live/advanced', 'authorization', 'Basic c2VjcmV0LWtleS0xMjM='],
  }
  for (const [platform, adapter] of Object.entries(engines)) {
    const request = adapter.request(QUESTION, settings())
    const [path, header, value] = expected[adapter.platform]
    assert.equal(request.url, `https://vendor.example${path}`, platform)
    assert.equal(request.headers?.[header], value, platform)
    assert.ok(String(request.body).includes('best crm?'), platform)
  }
})

test('search and location are asked for as each vendor wants them', () => {
  const near = { type: 'approximate', country: 'US', region: 'Texas', city: 'Austin' }
  assert.deepEqual(bodyOf(engines.chatgpt.request(QUESTION, settings())), {
    model: 'asked-model',
    input: 'best crm?',
    tools: [{ type: 'web_search', user_location: near }],
    store: false,
    include: ['web_search_call.action.sources'],
  })
  assert.deepEqual(bodyOf(engines.claude.request(QUESTION, settings())), {
    model: 'asked-model',
    max_tokens: 8192,
    messages: [{ role: 'user', content: 'best crm?' }],
    tools: [{ type: 'web_search_20250305', name: 'web_search', max_uses: 5, user_location: near }],
  })
  assert.deepEqual(bodyOf(engines.perplexity.request(QUESTION, settings())), {
    model: 'asked-model',
    input: 'best crm?',
    tools: [{ type: 'web_search', user_location: QUESTION.location }],
    language_preference: 'en',
  })
  assert.deepEqual(bodyOf(engines.gemini.request({ prompt: 'q' }, settings())), {
    contents: [{ role: 'user', parts: [{ text: 'q' }] }],
    tools: [{ google_search: {} }],
  })
  assert.deepEqual(bodyOf(engines.ai_overview.request(QUESTION, settings())), [
    {
      keyword: 'best crm?',
      location_name: 'Austin,Texas,United States',
      language_code: 'en',
      device: 'desktop',
      depth: 10,
      load_async_ai_overview: true,
    },
  ])
})

test('SerpApi is asked by query, and a deferred overview with a second call', async () => {
  const asked: string[] = []
  const replies = ['deferred', 'success']
  const door: ProviderDoor = {
    async callProvider(request) {
      asked.push(request.url)
      return succeed(fixture('serpapi', replies.shift() ?? 'no_overview'))
    },
    hold() {},
  }
  const outcome = await engines.ai_overview.ask(QUESTION, settings({ source: 'serpapi' }), door)
  assert.ok(outcome.ok)
  assert.equal(outcome.value.usage.searches, 2)
  assert.ok(outcome.value.text.startsWith('Acme'))
  const [first, second] = asked.map((url) => new URL(url).searchParams)
  assert.deepEqual(
    [first?.get('engine'), first?.get('q'), first?.get('gl'), first?.get('location')],
    ['google', 'best crm?', 'us', 'Austin, Texas, United States'],
  )
  assert.deepEqual([second?.get('engine'), second?.get('page_token')], ['google_ai_overview', 'KIVu'])
})

test("a wait that stands in the body holds the vendor's lane", async () => {
  const held: [string, number][] = []
  const door: ProviderDoor = {
    callProvider: async () => succeed(fixture('gemini', 'rate_limit')),
    hold: (lane, ms) => held.push([lane, ms]),
  }
  await engines.gemini.ask(QUESTION, settings({ lane: 'gemini' }), door)
  assert.deepEqual(held, [['gemini', 22_500]])
})

test('base URLs work with and without the version', () => {
  assert.equal(joinUrl('https://api.openai.com', '/v1/responses'), 'https://api.openai.com/v1/responses')
  assert.equal(
    joinUrl('http://localhost:11434/v1/', '/v1/chat/completions'),
    'http://localhost:11434/v1/chat/completions',
  )
})

test('locations are read as people write them', () => {
  assert.deepEqual(parseLocation('United States'), { country: 'US' })
  assert.deepEqual(parseLocation('de'), { country: 'DE' })
  assert.deepEqual(parseLocation('Austin, Texas, United States'), {
    country: 'US',
    region: 'Texas',
    city: 'Austin',
  })
  assert.deepEqual(parseLocation('Berlin'), { city: 'Berlin' })
  assert.deepEqual(parseLocation(''), {})
})

test('sources: web addresses only, each page once, tracking ignored', () => {
  const sources = toSources([
    { url: 'https://WWW.Acme.com/a?utm_source=openai&x=1', title: ' A ' },
    { url: 'https://www.acme.com/a?x=1#top' },
    { url: 'javascript:alert(1)' },
    { url: 'not a url' },
    { url: 'https://acme.com/a?x=2', title: '' },
  ])
  assert.deepEqual(sources, [
    { url: 'https://WWW.Acme.com/a?utm_source=openai&x=1', domain: 'acme.com', title: 'A' },
    { url: 'https://acme.com/a?x=2', domain: 'acme.com', title: null },
  ])
  assert.equal(domainFromTitle('www.Acme.co.uk'), 'acme.co.uk')
  for (const title of ['Acme', 'Best of 2026.', 'a b.com', '', null])
    assert.equal(domainFromTitle(title), undefined)
})

test('dollars become whole micro-dollars without drift', () => {
  assert.equal(dollarsToMicros(0.00562), 5_620)
  assert.equal(dollarsToMicros(0.0000001), 1)
  assert.equal(dollarsToMicros(0), 0)
})

/** Recorded replies in, exact answers out. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EngineAdapter, EngineAnswer } from '../contract.ts'
import { chatgpt } from './chatgpt.ts'
import { claude } from './claude.ts'
import { dataForSeoOverview } from './dataforseo.ts'
import { deepseek } from './deepseek.ts'
import { fixture, settings } from './fixtures/load.ts'
import { gemini } from './gemini.ts'
import { grok } from './grok.ts'
import { metaai } from './metaai.ts'
import { perplexity } from './perplexity.ts'
import { serpApiOverview } from './serpapi.ts'

function read(adapter: EngineAdapter, vendor: string, name: string): EngineAnswer {
  const outcome = adapter.parse(fixture(vendor, name), settings())
  assert.ok(outcome.ok, JSON.stringify(outcome))
  return outcome.value
}

const REVIEWS = {
  url: 'https://reviews.example.org/crm-2026',
  domain: 'reviews.example.org',
  title: 'CRM reviews 2026',
}

test('chatgpt: citations once each in order, retrieved beside them, searches without page visits', () => {
  assert.deepEqual(read(chatgpt, 'chatgpt', 'success'), {
    text: 'Acme CRM is a common choice ([acme.com](https://www.acme.com/crm?utm_source=openai)). Reviewers also name Globex.',
    citations: [
      {
        url: 'https://www.acme.com/crm?utm_source=openai',
        domain: 'acme.com',
        title: 'Acme CRM',
        position: 1,
      },
      { ...REVIEWS, url: `${REVIEWS.url}?utm_source=openai`, position: 2 },
    ],
    retrieved: [
      { url: 'https://www.acme.com/crm?utm_source=openai', domain: 'acme.com', title: 'Acme CRM' },
      { ...REVIEWS, url: `${REVIEWS.url}?utm_source=openai` },
      { url: 'https://blog.other.net/list', domain: 'blog.other.net', title: null },
    ],
    search_queries: ['best crm for small agencies', 'crm comparison 2026'],
    searched: true,
    requested_model: 'asked-model',
    served_model: 'gpt-5.5-2026-04-23',
    usage: { input_tokens: 8123, output_tokens: 612, searches: 1 },
    cost_micros: 8123 * 5 + 612 * 30 + 10_000,
    no_answer: false,
  })
})

test('grok: everything encountered is retrieved, only annotations are cited, a marker is no title', () => {
  const answer = read(grok, 'grok', 'success')
  assert.deepEqual(answer.citations, [
    { url: 'https://www.trustpage.io/acme', domain: 'trustpage.io', title: null, position: 1 },
  ])
  assert.deepEqual(
    answer.retrieved.map((source) => source.domain),
    ['trustpage.io', 'acme.com', 'x.com'],
  )
  assert.deepEqual(answer.search_queries, ['acme crm review'])
  assert.equal(answer.cost_micros, 4100 * 2 + 300 * 6 + 5_000)
})

test('metaai: the Responses shape, priced as Meta does', () => {
  const answer = read(metaai, 'metaai', 'success')
  assert.deepEqual(answer.citations, [
    { url: 'https://acme.com/pricing#plans', domain: 'acme.com', title: 'Pricing | Acme', position: 1 },
  ])
  assert.equal(answer.cost_micros, 2000 * 1.25 + 100 * 4.25 + 2_500)
})

test('claude: text joined across citation breaks, results retrieved, cached tokens counted', () => {
  assert.deepEqual(read(claude, 'claude', 'success'), {
    text: "I'll look that up. Based on reviews, Acme ranks first.",
    citations: [{ ...REVIEWS, position: 1 }],
    retrieved: [REVIEWS, { url: 'https://www.acme.com/', domain: 'acme.com', title: 'Acme' }],
    search_queries: ['best crm small agencies 2026'],
    searched: true,
    requested_model: 'asked-model',
    served_model: 'claude-sonnet-5',
    usage: { input_tokens: 6200, output_tokens: 931, searches: 1 },
    cost_micros: 6200 * 2 + 931 * 10 + 10_000,
    no_answer: false,
  })
})

test('claude: a search that failed inside the reply does not count as searched', () => {
  const answer = read(claude, 'claude', 'search_failed')
  assert.deepEqual([answer.searched, answer.retrieved, answer.usage.searches], [false, [], 0])
  assert.deepEqual(answer.search_queries, ['crm'])
})

test('deepseek: the Messages shape, searched only with a result block', () => {
  const answer = read(deepseek, 'deepseek', 'success')
  assert.equal(answer.searched, true)
  assert.deepEqual(answer.usage, { input_tokens: 1000, output_tokens: 200, searches: 1 })
  assert.equal(answer.cost_micros, Math.ceil(1000 * 0.435 + 200 * 0.87))
  assert.equal(read(deepseek, 'deepseek', 'plain').searched, false)
})

test('gemini: cited chunks in order of support, domains from titles, thoughts left out of the text', () => {
  const redirect = 'https://vertexaisearch.cloud.google.com/grounding-api-redirect/'
  const best = {
    url: `${redirect}CCC`,
    domain: 'vertexaisearch.cloud.google.com',
    title: 'The 10 best CRMs of 2026',
  }
  const acme = { url: `${redirect}AAA`, domain: 'acme.com', title: 'acme.com' }
  assert.deepEqual(read(gemini, 'gemini', 'success'), {
    text: 'Acme is often recommended.',
    citations: [
      { ...best, position: 1 },
      { ...acme, position: 2 },
    ],
    retrieved: [acme, { url: `${redirect}BBB`, domain: 'wikipedia.org', title: 'wikipedia.org' }, best],
    search_queries: ['best crm agencies', 'acme crm reviews'],
    searched: true,
    requested_model: 'asked-model',
    served_model: 'gemini-3.8-flash-001',
    usage: { input_tokens: 100, output_tokens: 100, searches: 2 },
    cost_micros: 75 + 375 + 28_000,
    no_answer: false,
  })
})

test('perplexity: markers choose the citations, all results are retrieved, the vendor states the cost', () => {
  const answer = read(perplexity, 'perplexity', 'success')
  assert.deepEqual(answer.citations, [
    { url: 'https://blog.other.net/list', domain: 'blog.other.net', title: 'Ten CRMs', position: 1 },
    { url: 'https://acme.com/', domain: 'acme.com', title: 'Acme', position: 2 },
  ])
  assert.equal(answer.retrieved.length, 3)
  assert.equal(answer.cost_micros, 5_620)
  assert.deepEqual(answer.usage, { input_tokens: 500, output_tokens: 120, searches: 1 })
})

test('perplexity: without a marker nothing is cited, though it was retrieved', () => {
  const answer = read(perplexity, 'perplexity', 'plain')
  assert.deepEqual([answer.citations, answer.retrieved.length, answer.searched], [[], 1, true])
  assert.equal(answer.cost_micros, 100 + 10 + 5_000)
})

test('ai_overview by DataForSEO: markdown and references, the vendor states the cost', () => {
  const answer = read(dataForSeoOverview, 'dataforseo', 'success')
  assert.equal(answer.text, '**Acme** is a popular CRM.\n\n- Globex is cheaper.')
  assert.deepEqual(answer.citations, [
    { url: 'https://www.acme.com/crm#:~:text=best', domain: 'acme.com', title: 'Acme CRM', position: 1 },
    { ...REVIEWS, position: 2 },
  ])
  assert.equal(answer.cost_micros, 4_000)
  assert.equal(read(dataForSeoOverview, 'dataforseo', 'elements_only').text, 'First.\n\n**Second.**')
})

test('ai_overview by SerpApi: nested blocks become readable text', () => {
  const answer = read(serpApiOverview, 'serpapi', 'success')
  assert.equal(
    answer.text,
    'Acme is a popular CRM.\nAlternatives\n- Globex: cheaper.\n- Initech.\nMore\nHidden detail.\nName | Price\nAcme | $19',
  )
  assert.deepEqual(
    answer.citations.map((citation) => citation.domain),
    ['acme.com', 'globex.com'],
  )
})

test('an answer without citations is an answer', () => {
  for (const [adapter, vendor] of [
    [chatgpt, 'chatgpt'],
    [grok, 'grok'],
    [metaai, 'metaai'],
    [claude, 'claude'],
    [deepseek, 'deepseek'],
    [gemini, 'gemini'],
  ] as const) {
    const answer = read(adapter, vendor, 'plain')
    assert.ok(answer.text.includes('Acme'), vendor)
    assert.deepEqual(
      [answer.citations, answer.retrieved, answer.searched, answer.no_answer],
      [[], [], false, false],
    )
  }
})

test('having nothing to say is no answer, not an error', () => {
  for (const [adapter, vendor, name] of [
    [chatgpt, 'chatgpt', 'refusal'],
    [claude, 'claude', 'refusal'],
    [gemini, 'gemini', 'blocked'],
    [gemini, 'gemini', 'safety'],
    [dataForSeoOverview, 'dataforseo', 'no_overview'],
    [dataForSeoOverview, 'dataforseo', 'no_results'],
    [serpApiOverview, 'serpapi', 'no_overview'],
    [serpApiOverview, 'serpapi', 'no_results'],
  ] as const) {
    const answer = read(adapter, vendor, name)
    assert.equal(answer.no_answer, true, `${vendor} ${name}`)
    assert.deepEqual(answer.citations, [])
  }
})

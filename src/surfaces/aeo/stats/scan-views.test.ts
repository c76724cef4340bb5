import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { analyse } from './analyse.ts'
import { coverageOf } from './coverage.ts'
import { intentOf } from './query.ts'
import { namedAnswer, sampleAnswer } from './sample-answers.ts'
import { sourceType } from './sources.ts'
import { volatilityOf } from './volatility.ts'

const brand = { name: 'Acme', domains: ['acme.com'] }
const competitors = [{ name: 'Globex', domains: ['globex.io'] }]

describe('sources', () => {
  const cases: [string, string][] = [
    ['acme.com', 'own'],
    ['blog.acme.com', 'own'],
    ['notacme.com', 'other'],
    ['www.globex.io', 'competitor'],
    ['old.reddit.com', 'ugc'],
    ['g2.com', 'ugc'],
    ['en.wikipedia.org', 'reference'],
    ['cdc.gov', 'institutional'],
    ['cs.stanford.edu', 'institutional'],
    ['ox.ac.uk', 'institutional'],
    ['economie.gouv.fr', 'institutional'],
    ['meti.go.jp', 'institutional'],
    ['techcrunch.com', 'editorial'],
    ['japantimes.co.jp', 'editorial'],
    ['some-shop.example', 'other'],
  ]
  for (const [domain, type] of cases) {
    it(`${domain} is ${type}`, () => assert.equal(sourceType(domain, { brand, competitors }), type))
  }

  it('retrieved is not cited, and both count answers', () => {
    const { sources } = analyse({
      brand,
      competitors,
      answers: [
        namedAnswer([], { cites: ['g2.com', 'g2.com'], retrieved: [{ url: '', domain: 'techcrunch.com' }] }),
        namedAnswer([], { repeat: 2, cites: ['www.g2.com'], retrieved: [{ url: '', domain: 'g2.com' }] }),
        namedAnswer([], { repeat: 3, status: 'error', cites: ['never.com'] }),
      ],
    })
    assert.deepEqual(sources, [
      { domain: 'g2.com', type: 'ugc', retrieved: 2, cited: 2 },
      { domain: 'techcrunch.com', type: 'editorial', retrieved: 1, cited: 0 },
    ])
  })
})

describe('intent', () => {
  const cases: [string, string][] = [
    ['what is a crm', 'informational'],
    ['best crm for agencies', 'commercial'],
    ['Acme vs Globex', 'commercial'],
    ['buy running shoes', 'transactional'],
    ['acme login', 'navigational'],
    ['best pizza near me', 'local'],
    ['bestes CRM für Agenturen', 'commercial'],
    ['meilleur logiciel de paie', 'commercial'],
    ['comprar zapatillas', 'transactional'],
    ['おすすめのCRM', 'commercial'],
    ['附近的咖啡店', 'local'],
    ['купить ноутбук', 'transactional'],
    ['wie funktioniert ein CRM', 'informational'],
  ]
  for (const [query, intent] of cases)
    it(`"${query}" is ${intent}`, () => assert.equal(intentOf(query), intent))
})

describe('blindspots', () => {
  const scan = (n: number, named: number) =>
    analyse({
      brand,
      competitors,
      answers: Array.from({ length: n }, (_, i) =>
        namedAnswer(i < named ? ['Acme'] : [], {
          query: `best crm ${i % 20}`,
          repeat: Math.floor(i / 20) + 1,
        }),
      ),
    }).blindspots

  it('are platform × intent cells whose upper end is under ten percent', () => {
    assert.deepEqual(
      scan(60, 0).map((b) => [b.platform, b.intent, b.n, b.visibility]),
      [['chatgpt', 'commercial', 60, 0]],
    )
  })

  it('are not claimed from few answers: zero of ten may still be a quarter', () =>
    assert.deepEqual(scan(10, 0), []))

  it('are not claimed where the brand is named now and then', () => assert.deepEqual(scan(60, 6), []))
})

describe('volatility', () => {
  const scan = (...cites: string[]) => [sampleAnswer({ cites })]

  it('is the mean Jaccard distance of consecutive scans', () => {
    // {a,b} → {b,c}: 1 − 1/3; {b,c} → {b,c}: 0.
    const { value, pairs } = volatilityOf([
      scan('a.com', 'b.com'),
      scan('b.com', 'c.com'),
      scan('c.com', 'b.com'),
    ])
    assert.ok(value !== null && Math.abs(value - 1 / 3) < 1e-12)
    assert.equal(pairs, 2)
  })

  it('is null without a comparable pair', () => {
    assert.deepEqual(volatilityOf([scan('a.com')]), { value: null, pairs: 0 })
    assert.deepEqual(volatilityOf([scan(), scan()]), { value: null, pairs: 0 })
    assert.deepEqual(volatilityOf([scan('a.com'), [sampleAnswer({ status: 'error' })]]), {
      value: null,
      pairs: 0,
    })
  })
})

describe('coverage', () => {
  it('a dead platform is reported with its reason and the others succeed', () => {
    const answers = [
      sampleAnswer(),
      sampleAnswer({ platform: 'ai_overview', status: 'no_answer' }),
      sampleAnswer({ platform: 'grok', status: 'error', error: 'timeout' }),
      sampleAnswer({ platform: 'claude', status: 'unavailable' }),
    ]
    assert.deepEqual(coverageOf(['chatgpt', 'ai_overview', 'grok', 'claude', 'metaai'], answers), {
      requested: ['chatgpt', 'ai_overview', 'grok', 'claude', 'metaai'],
      succeeded: ['chatgpt', 'ai_overview'],
      failed: [
        { platform: 'grok', reason: 'timeout' },
        { platform: 'claude', reason: 'unavailable' },
        { platform: 'metaai', reason: 'not_asked' },
      ],
      partial: [],
    })
  })

  it('a platform that failed at some questions only is partial, with the most frequent reason', () => {
    const failed = (error: string) => sampleAnswer({ status: 'error', error })
    const answers = [sampleAnswer(), failed('timeout'), failed('garbage'), failed('timeout')]
    assert.deepEqual(coverageOf(['chatgpt'], answers).partial, [
      { platform: 'chatgpt', answered: 1, failed: 3, reason: 'timeout' },
    ])
  })
})

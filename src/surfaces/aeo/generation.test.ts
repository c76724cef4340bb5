import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { errorCode, STORES, startApp, type TestApp } from '../../../test/harness.ts'
import { scanned } from './fixtures/scans.ts'
import { buildJsonLd, SCHEMA_TYPES } from './jsonld.ts'
import { problemsOfLlmsTxt, renderLlmsTxt } from './llms-txt-format.ts'

type Row = Record<string, unknown>
type Fix = {
  url: string | null
  new_page: boolean
  type: string
  value: string
  why: string
  gap: { query?: string; opportunity: { score: number; inputs: { fix: string } } } | null
}

describe('JSON-LD', () => {
  test('only supplied facts are emitted, for every type', () => {
    for (const type of SCHEMA_TYPES) {
      const { jsonld, missing_fields } = buildJsonLd(type, { name: 'Acme' })
      const emitted = Object.keys(jsonld).filter((name) => !name.startsWith('@'))
      assert.deepEqual(emitted, ['name'], type)
      assert.ok(!missing_fields.includes('name'))
    }
  })

  test('questions, steps and nested objects take the form that schema.org wants', () => {
    const faq = buildJsonLd('FAQPage', { questions: [{ question: 'How much?', answer: '$12.' }] })
    assert.deepEqual(faq.jsonld.mainEntity, [
      { '@type': 'Question', name: 'How much?', acceptedAnswer: { '@type': 'Answer', text: '$12.' } },
    ])
    const job = buildJsonLd('JobPosting', { title: 'Baker', hiringOrganization: 'Acme', jobLocation: 'Graz' })
    assert.deepEqual(job.jsonld.hiringOrganization, { '@type': 'Organization', name: 'Acme' })
    assert.deepEqual(job.jsonld.jobLocation, { '@type': 'Place', address: 'Graz' })
    assert.deepEqual(job.missing_fields.slice(0, 2), ['description', 'datePosted'])
    const howTo = buildJsonLd('HowTo', { name: 'Brew', steps: ['Grind.', 'Pour.'] })
    assert.deepEqual(howTo.jsonld.step, [
      { '@type': 'HowToStep', text: 'Grind.' },
      { '@type': 'HowToStep', text: 'Pour.' },
    ])
  })

  test('what the type does not know is left out, and doubtful values are named', () => {
    const { jsonld, warnings } = buildJsonLd('Article', {
      headline: 'A',
      salary: 5,
      datePublished: '1.2.2026',
      url: 'javascript:alert(1)',
      sameAs: ['https://acme.com/a', '/a'],
    })
    assert.deepEqual(Object.keys(jsonld), ['@context', '@type', 'headline', 'datePublished'])
    assert.deepEqual(warnings, [
      'salary: not a property of Article, left out.',
      'url: not an absolute URL, left out.',
      'sameAs: not an absolute URL, left out.',
      'datePublished: not an ISO 8601 date.',
    ])
  })
})

describe('llms.txt', () => {
  test('it has the order of llmstxt.org, with Optional last, whatever the text contains', () => {
    const text = renderLlmsTxt({
      name: 'Acme\n# Evil',
      summary: 'CRM',
      details: ['# no heading', '- no list'],
      sections: [
        { title: 'Optional', links: [{ name: 'Old', url: 'https://acme.com/old' }] },
        { title: 'Docs', links: [{ name: 'A [b]', url: 'https://acme.com/d', notes: 'Start\nhere' }] },
      ],
    })
    assert.equal(
      text,
      '# Acme # Evil\n\n> CRM\n\n\\# no heading\n\n\\- no list\n\n## Docs\n\n- [A b](https://acme.com/d): Start here\n\n## Optional\n\n- [Old](https://acme.com/old)\n',
    )
    assert.deepEqual(problemsOfLlmsTxt(text), [])
  })

  test('what breaks the format is found', () => {
    assert.equal(problemsOfLlmsTxt('Acme\n').length, 1)
    assert.equal(problemsOfLlmsTxt('# A\n\n# B\n').length, 1)
    assert.equal(problemsOfLlmsTxt('# A\n\n## S\n\nprose\n').length, 1)
  })
})

for (const store of STORES) {
  describe(`generation on ${store}`, () => {
    let app: TestApp
    let key: string
    before(async () => {
      app = await startApp({ store })
      key = (await app.tenant()).key
    })
    after(() => app.close())
    const post = (path: string, body: unknown, who = key) => app.call(`POST ${path}`, { key: who, body })

    test('a free key is refused before anything is spent', async () => {
      const free = await app.tenant({ tier: 'free' })
      const facts = { name: 'Acme' }
      assert.equal((await post('/aeo/schema', { type: 'Organization', facts }, free.key)).status, 403)
      assert.equal(app.sandbox.stats().by_platform.llm, undefined)
    })

    test('a missing description is worded from the facts and marked as simulated', async () => {
      const facts = { name: 'Acme', url: 'https://acme.com' }
      const { body } = await post('/aeo/schema', { type: 'Organization', facts })
      assert.equal(body.simulated, true)
      assert.equal(typeof (body.jsonld as Row).description, 'string')
      const plain = await post('/aeo/schema', { type: 'Organization', facts, describe: false })
      assert.equal((plain.body.jsonld as Row).description, undefined)
      assert.equal(plain.body.simulated, false)
      assert.ok((plain.body.missing_fields as string[]).includes('description'))
    })

    test('a description with a word that no fact has is left out with a warning; none has the name of a field of ours', async () => {
      const facts = { name: 'Acme sandbox:invention', slogan: 'Customers in one place' }
      const { body } = await post('/aeo/schema', { type: 'Organization', facts })
      assert.equal((body.jsonld as Row).description, undefined)
      assert.match(String(body.warnings), /left out.*Trusted, 5,000, teams, worldwide/)
      const site = { name: 'Acme', details: ['A CRM for small teams. sandbox:invention'] }
      const text = (await post('/aeo/llms-txt', site)).body
      assert.doesNotMatch(String(text.llms_txt), /worldwide/)
      assert.match(String(text.warnings), /worldwide/)
      const honest = { name: 'Acme', slogan: 'Customers in one place' }
      const { body: fine } = await post('/aeo/schema', { type: 'Organization', facts: honest })
      assert.equal((fine.jsonld as Row).description, 'Acme: Customers in one place')
      const details = ['A CRM for small teams.']
      const summed = (await post('/aeo/llms-txt', { name: 'Acme', details })).body
      assert.match(String(summed.llms_txt), /^> Acme: A CRM for small teams\.$/m)
    })

    test('a broken answer is repaired once; one that stays broken is 502 and not charged', async () => {
      const once = { name: 'Acme sandbox:bad_json' }
      assert.equal((await post('/aeo/schema', { type: 'Organization', facts: once })).status, 200)
      const before = Number((await app.usage(key)).cost_usd_period)
      const always = { name: 'Acme sandbox:bad_json_always' }
      const broken = await post('/aeo/schema', { type: 'Organization', facts: always })
      assert.equal(errorCode(broken), 'provider_failed')
      assert.equal(Number((await app.usage(key)).cost_usd_period), before)
    })

    test('an llms.txt follows the format and says that uptake is weak', async () => {
      const sections = [{ title: 'Docs', links: [{ name: 'Start', url: 'https://acme.com/start' }] }]
      const { body } = await post('/aeo/llms-txt', { name: 'Acme', details: ['A CRM.'], sections })
      assert.deepEqual(problemsOfLlmsTxt(String(body.llms_txt)), [])
      assert.match(String(body.uptake), /Few answer engines/)
    })

    test('fixes come from stored gaps, the best opportunity first, and name no competitor', async () => {
      const { id } = await scanned(app, key)
      const { body } = await post('/aeo/auto-fixes', { facts: ['Acme is a CRM for small teams.'], limit: 20 })
      assert.equal((body.scan as Row).id, id)
      const fixes = body.fixes as Fix[]
      assert.ok(fixes.length > 0)
      const scores = fixes.flatMap(({ gap }) => (gap === null ? [] : [gap.opportunity.score]))
      assert.deepEqual(
        scores,
        scores.toSorted((a, b) => b - a),
      )
      for (const { type, value } of fixes) {
        assert.ok(['title', 'meta_description', 'jsonld', 'canonical', 'llms_txt'].includes(type))
        if (type === 'title') assert.ok(value.length <= 60)
        if (type === 'meta_description') assert.ok(value.length <= 155)
        if (type === 'jsonld') assert.equal(JSON.parse(value)['@type'], 'Organization')
        assert.doesNotMatch(type === 'jsonld' ? '' : value.replace('Compare Acme and Globex', ''), /Initech/)
      }
      assert.ok((body.outreach as Row[]).every((gap) => gap.kind === 'source'))
    })

    test('a fix says where it belongs, speaks to the question of its gap, and one is an llms.txt', async () => {
      await scanned(app, key)
      const facts = ['Acme is a CRM for small teams.']
      const { body } = await post('/aeo/auto-fixes', { facts, limit: 8 })
      const fixes = body.fixes as Fix[]
      for (const { url, new_page, type, value, gap } of fixes) {
        assert.match(String(url), /^https:\/\/acme\.com/)
        if (gap === null || type === 'jsonld') continue
        if (gap.opportunity.inputs.fix === 'create') assert.ok(new_page, String(url))
        const asked = (gap.query?.toLowerCase().match(/[a-z]{4,}/g) ?? []).map((word) => word.slice(0, 4))
        if (type === 'title')
          assert.ok(
            asked.some((word) => value.toLowerCase().includes(word)),
            value,
          )
      }
      const files = fixes.filter(({ type }) => type === 'llms_txt')
      assert.equal(files.length, 1)
      assert.deepEqual(problemsOfLlmsTxt(String(files[0]?.value)), [])
      assert.equal(files[0]?.url, 'https://acme.com/llms.txt')
      const page = 'https://acme.com/crm'
      const given = (await post('/aeo/auto-fixes', { facts, url: page, limit: 3 })).body.fixes as Fix[]
      assert.equal(given[0]?.url, page)
    })

    test('a text that invents is replaced by the plain facts, with a warning', async () => {
      await scanned(app, key)
      const facts = ['Acme is a CRM for small teams. sandbox:invention']
      const { body } = await post('/aeo/auto-fixes', { facts, limit: 20 })
      for (const { value } of body.fixes as Fix[]) assert.doesNotMatch(value, /worldwide/)
      assert.match(String(body.warnings), /said what the facts do not and was replaced.*worldwide/)
    })

    test('without a scan there is nothing to fix', async () => {
      const fresh = await app.tenant()
      const { body } = await post('/aeo/auto-fixes', {}, fresh.key)
      assert.deepEqual([body.scan, body.fixes, body.outreach], [null, [], []])
    })
  })
}

test('in live mode without a text generator wording is 503 llm_unconfigured, and facts alone still work', async () => {
  const app = await startApp({ store: 'PGlite', env: { HERALD_MODE: 'live' } })
  try {
    const { key } = await app.tenant()
    const body = { type: 'Organization', facts: { name: 'Acme' } }
    const refused = await app.call('POST /aeo/schema', { key, body })
    assert.equal(refused.status, 503)
    assert.equal(errorCode(refused), 'llm_unconfigured')
    assert.equal(errorCode(await app.call('POST /aeo/auto-fixes', { key, body: {} })), 'llm_unconfigured')
    const plain = await app.call('POST /aeo/schema', { key, body: { ...body, describe: false } })
    assert.equal(plain.status, 200)
  } finally {
    await app.close()
  }
})

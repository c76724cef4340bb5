import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { errorCode, STORES, startApp, type TestApp } from '../../../test/harness.ts'
import { acceptScan, ended, type Output, scanned } from './fixtures/scans.ts'
import { analyse } from './stats/index.ts'
import { sampleAnswer } from './stats/sample-answers.ts'

type Scan = { id: string; status: string; completed_at: string | null; error_message?: string }

test('places that nobody could decide are counted, and are no mentions', () => {
  const answers = [
    sampleAnswer({ text: 'Square is here.', query: 'a' }),
    sampleAnswer({ text: 'We tested Square in two shops.', query: 'b' }),
  ]
  const { summary, answers: read } = analyse({ brand: { name: 'Square' }, competitors: [], answers })
  assert.equal(summary.visibility.numerator, 1)
  assert.deepEqual(summary.undecided, { brand: 1, competitors: 0, answers: 1 })
  assert.deepEqual(
    read.map(({ undecided }) => undecided.length),
    [1, 0],
  )
})

for (const store of STORES) {
  describe(`what a scan says about its own limits on ${store}`, () => {
    let app: TestApp
    let key: string
    before(async () => {
      app = await startApp({ store })
      key = (await app.tenant({ tier: 'scale' })).key
    })
    after(() => app.close())
    const get = (path: string) => app.call(`GET ${path}`, { key })

    test('competitors without a domain are named as not checked for citation gaps, in the output and in the reads', async () => {
      const competitors = [{ name: 'Globex', domains: ['globex.com'] }, 'Initech']
      const { id, output } = await scanned(app, key, { competitors, platforms: ['perplexity'] })
      assert.deepEqual(output.coverage.citation_gaps, { checked: ['Globex'], not_checked: ['Initech'] })
      assert.match(String(output.warnings), /not checked for Initech/)
      const { body } = await get(`/aeo/scans/${id}`)
      assert.deepEqual([body.coverage, body.warnings], [output.coverage, output.warnings])
      assert.deepEqual((await get(`/aeo/gaps?scan_id=${id}`)).body.warnings, output.warnings)
    })

    test('without an own domain no citation gap is claimed', async () => {
      const competitors = [{ name: 'Globex', domains: ['globex.com'] }]
      const { output } = await scanned(app, key, { competitors, domains: [], platforms: ['perplexity'] })
      assert.ok(output.gaps.every(({ kind }) => kind !== 'citation'))
      assert.match(String(output.warnings), /Citations of the brand were not checked/)
    })

    test('a platform that answered some questions and failed at others is partial in coverage', async () => {
      const queries = ['best crm', 'best crm for one sandbox:garbage@grok', 'best crm for two']
      const { output } = await scanned(app, key, { queries, platforms: ['grok', 'claude'] })
      assert.deepEqual(output.coverage.succeeded, ['claude', 'grok'])
      const [partial, ...more] = output.coverage.partial
      assert.deepEqual([partial?.platform, partial?.answered, partial?.failed], ['grok', 2, 1])
      assert.ok((partial?.reason ?? '') !== '')
      assert.deepEqual(more, [])
    })

    test('undecided places of each answer add up to those of the summary', async () => {
      const queries = [
        'best payment reader sandbox:brands(Square 1)',
        'cheapest reader sandbox:brands(Square 1)',
      ]
      const { id, output } = await scanned(app, key, { brand: 'Square', queries })
      const open = output.answers.flatMap(({ undecided }) => undecided)
      assert.equal(open.filter(({ entity }) => entity === 'Square').length, output.summary.undecided.brand)
      const { body } = await get(`/aeo/scans/${id}/answers?limit=100`)
      const exported = (body.answers as Output['answers']).flatMap(({ undecided }) => undecided)
      assert.equal(exported.length, open.length)
    })

    test('a trend names whose voices are shared, and marks points that rest on another basis', async () => {
      const { key: own } = await app.tenant({ tier: 'scale' })
      const queries = ['best crm', 'best tea', 'best shoes']
      const platforms = ['grok', 'claude']
      await scanned(app, own, { queries, platforms: ['grok'], competitors: ['Hooli'] })
      await scanned(app, own, { queries, platforms })
      await scanned(app, own, { queries: queries.toReversed(), platforms, repeats: 2 })
      const { body } = await app.call('GET /aeo/visibility', { key: own })
      assert.deepEqual(body.share_of_voice_of, ['Globex', 'Initech'])
      const points = body.points as { basis: string; comparable: boolean; tracked_then: string[] }[]
      assert.deepEqual(
        points.map(({ comparable, tracked_then }) => [comparable, tracked_then.length]),
        [
          [false, 1],
          [true, 2],
          [true, 2],
        ],
      )
      assert.equal(new Set(points.map(({ basis }) => basis)).size, 2)
      assert.match(
        String(body.warnings),
        /1 of 3 points rest on other.*1 of 3 scans tracked other competitors/,
      )
      const filtered = (await app.call('GET /aeo/visibility?platform=grok', { key: own })).body
      assert.ok((filtered.points as { comparable: boolean }[]).every(({ comparable }) => comparable))
    })

    test('what is compared and planned has no dust of binary fractions', async () => {
      const { key: own } = await app.tenant({ tier: 'scale' })
      for (const _ of [1, 2]) await scanned(app, own, { platforms: ['grok', 'claude', 'gemini'] })
      const trend = (await app.call('GET /aeo/visibility', { key: own })).body
      const id = (trend.points as { scan: { id: string } }[])[1]?.scan.id
      const texts = [
        JSON.stringify(trend.last_step),
        (await app.call(`GET /aeo/scans/${id}/compare`, { key: own })).text,
        (await app.call('POST /aeo/scan/plan', { key: own, body: { target_half_width: 0.1 } })).text,
        (await app.call('POST /aeo/scan/plan', { key: own, body: { budget_usd: 7 } })).text,
      ]
      for (const text of texts) assert.doesNotMatch(text, /\d\.\d{11,}(?!\d*e)/)
    })

    test('a decision is within reach: the plan for ± 5 points is feasible, and its scan is accepted', async () => {
      const body = { target_half_width: 0.05 }
      const plan = (await app.call('POST /aeo/scan/plan', { key, body })).body
      const {
        queries: count,
        repeats,
        grade,
      } = plan.recommended as { queries: number; repeats: number; grade: string }
      assert.deepEqual([plan.feasible, grade], [true, 'decision'])
      const queries = Array.from({ length: count }, (_, i) => `best tool ${i}`)
      const { key: rich } = await app.tenant({ tier: 'scale', limits: { spend_cap_usd: 10_000 } })
      const scan = { brand: 'Acme', queries, repeats }
      const accepted = await app.call('POST /aeo/scan', { key: rich, body: scan })
      assert.equal(accepted.status, 202, accepted.text)
      await app.call(`POST /agents/runs/${accepted.body.run_id}/cancel`, { key: rich })
      const many = Array.from({ length: 500 }, (_, i) => `best tool ${i}`)
      const refused = await app.call('POST /aeo/scan', { key, body: { ...scan, queries: many, repeats: 3 } })
      assert.match(refused.text, /queries: 12000 answers are wanted and one scan gives at most 8000/)
    })

    test('a failed scan says when it ended', async () => {
      const id = await acceptScan(app, key, { queries: ['x sandbox:error'], platforms: ['grok'] })
      const run = await ended(app, key, id)
      assert.equal(run.status, 'failed')
      const scans = (await get('/aeo/scans')).body.scans as Scan[]
      const [scan] = scans.filter((row) => row.id === id)
      assert.deepEqual([scan?.status, scan?.completed_at], ['failed', run.completed_at])
      assert.equal((await get(`/aeo/scans/${id}`)).body.completed_at, run.completed_at)
    })

    test('a question that differs in case and spacing only is asked once', async () => {
      const queries = ['Best CRM', 'best  crm ', 'BEST CRM', 'best crm?']
      const { output } = await scanned(app, key, { queries, platforms: ['grok'] })
      assert.deepEqual(
        output.answers.map(({ query }) => query),
        ['Best CRM', 'best crm?'],
      )
    })

    test('a brand that can never be found is refused and not charged', async () => {
      const used = (await app.usage(key)).actions_used
      for (const brand of ['!!!', '🔥', '---']) {
        const refused = await app.call('POST /aeo/scan', { key, body: { brand, queries: ['x'] } })
        assert.deepEqual([refused.status, errorCode(refused)], [400, 'validation_failed'])
        assert.match(refused.text, /brand: can never be found/)
      }
      const body = { brand: 'Acme', queries: ['x'], brand_aliases: ['™'] }
      assert.match((await app.call('POST /aeo/scan', { key, body })).text, /brand_aliases\.0: can never/)
      assert.equal((await app.usage(key)).actions_used, used)
    })
  })
}

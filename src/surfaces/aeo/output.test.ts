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

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { errorCode, STORES, startApp, type TestApp } from '../../../test/harness.ts'
import { PLATFORMS } from '../../providers/contract.ts'
import { ACME, acceptScan, ended, type OutputAnswer, scanned, TEN_QUERIES } from './fixtures/scans.ts'

const EVERYTHING = [
  'answers',
  'answers_total',
  'answers_url',
  'brand',
  'by_platform',
  'by_query',
  'competitors',
  'coverage',
  'gaps',
  'methodology',
  'simulated',
  'sources',
  'summary',
  'warnings',
]

for (const store of STORES) {
  describe(`scans on ${store}`, () => {
    let app: TestApp
    before(async () => {
      app = await startApp({ store })
    })
    after(() => app.close())

    test('a free key scans eight platforms with ten queries within ten seconds; the sixth scan is 402', async () => {
      const signup = await app.call('POST /checkout/free', { body: { email: `${store}@example.com` } })
      const key = String(signup.body.api_key)
      const started = performance.now()
      const { output, run } = await scanned(app, key)
      assert.ok(performance.now() - started < 10_000)
      assert.deepEqual(Object.keys(output).sort(), EVERYTHING)
      assert.equal(output.simulated, true)
      assert.deepEqual(output.coverage, {
        requested: [...PLATFORMS],
        succeeded: [...PLATFORMS],
        failed: [],
        partial: [],
        citation_gaps: { checked: ['Globex'], not_checked: ['Initech'] },
      })
      assert.equal(output.answers.length, 80)
      const { visibility } = output.summary
      assert.equal(
        visibility.denominator,
        output.answers.filter((answer) => answer.status === 'ok').length,
        'only answers that came back are a denominator',
      )
      assert.equal(visibility.point, visibility.numerator / visibility.denominator)
      assert.ok(visibility.ci_panel !== null && visibility.ci_market !== null)
      assert.equal(visibility.grade, 'exploratory')
      assert.deepEqual(run.progress, { done: 80, total: 80, note: (run.progress as { note: string }).note })
      // Four more at once: what is held for each of them fits the free tier's ceiling.
      const ids = await Promise.all([1, 2, 3, 4].map(() => acceptScan(app, key, { queries: TEN_QUERIES })))
      const sixth = await app.call('POST /aeo/scan', { key, body: { ...ACME, queries: ['one more'] } })
      assert.equal(sixth.status, 402)
      assert.equal(errorCode(sixth), 'quota_exceeded')
      await Promise.all(ids.map((id) => ended(app, key, id)))
      const usage = await app.usage(key)
      assert.equal(usage.agent_runs_used, 5)
      assert.equal(usage.held_usd, 0)
    })

    test('cost is the sum of the answers’ costs, settled when the run ends', async () => {
      const { key } = await app.tenant()
      const { output, run } = await scanned(app, key, { queries: ['best crm', 'best erp'], repeats: 2 })
      const sum = output.answers.reduce((total, answer) => total + answer.cost_usd, 0)
      assert.equal(output.answers.length, 32)
      assert.ok(Math.abs(sum - Number(run.cost_usd)) < 1e-9)
      assert.ok(Math.abs(Number((await app.usage(key)).cost_usd_period) - sum) < 1e-9)
    })

    test('a run whose every platform fails has an error_message, no output, and keeps its slot', async () => {
      const { key } = await app.tenant({ tier: 'free' })
      const id = await acceptScan(app, key, { queries: ['best crm sandbox:error'] })
      const run = await ended(app, key, id)
      assert.equal(run.status, 'failed')
      assert.match(String(run.error_message), /^No platform answered \(chatgpt: server_error/)
      assert.equal('output' in run, false)
      const usage = await app.usage(key)
      assert.equal(usage.agent_runs_used, 1)
      assert.equal(usage.held_usd, 0)
      assert.equal(usage.cost_usd_period, 0)
    })

    test('one failing platform is reported in coverage and the scan completes', async () => {
      const { key } = await app.tenant()
      const { output } = await scanned(app, key, {
        queries: ['best crm sandbox:error@grok', 'best erp sandbox:error@grok'],
      })
      assert.deepEqual(output.coverage.failed, [{ platform: 'grok', reason: 'overloaded' }])
      assert.equal(output.coverage.succeeded.length, 7)
      assert.deepEqual(output.by_platform.find((row) => row.platform === 'grok')?.answers, {
        ok: 0,
        no_answer: 0,
        error: 2,
        unavailable: 0,
      })
    })

    test('a failure that passes is retried, and leaves no trace', async () => {
      const { key } = await app.tenant()
      const query = `best retry tool ${store} sandbox:error_once`
      const { output } = await scanned(app, key, { queries: [query], platforms: ['chatgpt', 'gemini'] })
      assert.deepEqual(
        output.answers.map(({ status }) => status),
        ['ok', 'ok'],
      )
      const asked = app.sandbox.stats().by_prompt.filter(({ prompt }) => prompt.includes(query))
      assert.deepEqual(
        asked.map((count) => count.asked),
        [2, 2],
      )
    })

    test('a platform that refuses the credential is not asked the rest', async () => {
      const { key } = await app.tenant()
      const queries = Array.from(
        { length: 40 },
        (_, i) => `question ${i} ${store} sandbox:invalid_token@claude`,
      )
      const { output } = await scanned(app, key, { queries, platforms: ['claude', 'gemini'] })
      assert.deepEqual(output.coverage.failed, [{ platform: 'claude', reason: 'invalid_credentials' }])
      const asked = app.sandbox
        .stats()
        .by_prompt.filter(({ platform, prompt }) => platform === 'claude' && prompt.includes('question'))
      assert.ok(asked.filter(({ prompt }) => prompt.includes(store)).length <= 6)
    })

    test('no answer, an error and not mentioned are three states', async () => {
      const { key } = await app.tenant()
      const queries = ['best crm sandbox:no_answer', 'best crm sandbox:error', 'best crm for zebras']
      const { output } = await scanned(app, key, {
        queries,
        platforms: ['perplexity'],
        brand: 'Nobodyknowsit',
        domains: [],
      })
      assert.deepEqual(
        output.answers.map(({ status }) => status),
        ['no_answer', 'error', 'ok'],
      )
      assert.equal(output.answers[1]?.error, 'server_error')
      assert.deepEqual(output.summary.visibility.denominator, 1)
      assert.equal(output.summary.visibility.numerator, 0)
    })

    test('answers that give orders change nothing but their own text', async () => {
      const { key } = await app.tenant()
      const asked = {
        queries: ['best crm for dentists sandbox:injection'],
        platforms: ['perplexity', 'claude'],
      }
      const { output, id } = await scanned(app, key, asked)
      const [first] = output.answers as [OutputAnswer]
      assert.match(first.text, /ignore/i)
      for (const answer of output.answers) {
        const entities = new Set(['Acme', 'Globex', 'Initech'])
        const points = Array.from(answer.text)
        for (const { entity, start, end } of answer.mentions) {
          assert.ok(entities.has(entity))
          assert.equal(points.slice(start, end).join('').toLowerCase().includes(entity.toLowerCase()), true)
        }
      }
      const plain = await scanned(app, key, { ...asked, queries: ['best crm for dentists'] })
      assert.deepEqual(Object.keys(output).sort(), Object.keys(plain.output).sort())
      assert.deepEqual(output.coverage, plain.output.coverage)
      assert.deepEqual(output.methodology, plain.output.methodology)
      const again = await app.call(`GET /agents/runs/${id}`, { key })
      assert.equal(again.body.status, 'completed')
    })

    test('white space is no query, and one given twice is asked once', async () => {
      const { key } = await app.tenant()
      const empty = await app.call('POST /aeo/scan', { key, body: { brand: 'Acme', queries: ['  \n'] } })
      assert.equal(empty.status, 400)
      assert.match(String((empty.body.error as { message: string }).message), /^queries\.0: /)
      const body = { ...ACME, queries: ['best crm', ' best  crm '], platforms: ['grok'] }
      const twice = await app.call('POST /aeo/scan', { key, body })
      assert.equal(twice.body.query_count, 2)
      const run = await ended(app, key, String(twice.body.run_id))
      assert.equal((run.output as { answers_total: number }).answers_total, 1)
    })

    test('what is left out comes from the brand profile, for the tenant’s own brand only', async () => {
      const { key } = await app.tenant()
      await app.call('PATCH /tenant', {
        key,
        body: { name: 'Acme', brand: { domains: ['acme.com'], competitors: ['Globex'] } },
      })
      const body = {
        queries: ['best crm'],
        platforms: ['perplexity'],
        domains: undefined,
        competitors: undefined,
      }
      const own = await scanned(app, key, { ...body, brand: 'ACME' })
      assert.deepEqual(
        own.output.competitors.map(({ name }) => name),
        ['Globex'],
      )
      const other = await scanned(app, key, { ...body, brand: 'Hooli' })
      assert.deepEqual(other.output.competitors, [])
    })

    test('a cancelled scan keeps and pays what came back', async () => {
      const slow = await startApp({ store, sandbox: { latency_ms: 40 } })
      try {
        const { key } = await slow.tenant()
        const queries = Array.from({ length: 100 }, (_, i) => `best tool number ${i}`)
        const id = await acceptScan(slow, key, { queries })
        for (;;) {
          const { body } = await slow.call(`GET /agents/runs/${id}`, { key })
          if ((body.progress as { done: number }).done > 0) break
        }
        await slow.call(`POST /agents/runs/${id}/cancel`, { key, body: {} })
        const run = await ended(slow, key, id)
        assert.equal(run.error_message, 'Cancelled by request.')
        assert.ok(Number(run.cost_usd) > 0)
        assert.equal((await slow.usage(key)).cost_usd_period, run.cost_usd)
      } finally {
        await slow.close()
      }
    })
  })
}

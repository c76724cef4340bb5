import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Answer, errorCode, STORES, startApp, type TestApp } from '../../../test/harness.ts'
import { acceptScan, ended, type OutputAnswer, scanned, TEN_QUERIES } from './fixtures/scans.ts'
import { analyse } from './stats/index.ts'
import type { DetectedAnswer } from './stats/types.ts'

type Row = Record<string, unknown>

const rest = (row: Row, ...without: string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !without.includes(name)))

/** A world whose day the test moves, so that answers drift from scan to scan as they do in life. */
const world = { day: '2026-11-01' }

for (const store of STORES) {
  describe(`reads of scans on ${store}`, () => {
    let app: TestApp
    let key: string
    const scans: { id: string; output: Row }[] = []

    before(async () => {
      world.day = '2026-11-01'
      app = await startApp({ store, sandbox: { day: () => world.day } })
      key = (await app.tenant()).key
      for (const day of ['2026-11-01', '2026-11-02', '2026-11-03']) {
        world.day = day
        const { id, output } = await scanned(app, key)
        scans.push({ id, output: output as unknown as Row })
      }
    })
    after(() => app.close())

    const get = async (path: string, who = key): Promise<Answer> => app.call(`GET ${path}`, { key: who })
    const last = () => scans.at(-1) as { id: string; output: Row }

    async function exported(id: string): Promise<OutputAnswer[]> {
      const all: OutputAnswer[] = []
      let cursor = ''
      do {
        const page = await get(`/aeo/scans/${id}/answers?limit=30${cursor && `&cursor=${cursor}`}`)
        assert.equal(page.status, 200, page.text)
        all.push(...(page.body.answers as OutputAnswer[]))
        cursor = String(page.body.next_cursor ?? '')
      } while (cursor !== '')
      return all
    }

    test('a scan read later is worked out from its answers and says what the run said', async () => {
      const { id, output } = last()
      const { body } = await get(`/aeo/scans/${id}`)
      for (const part of ['methodology', 'summary', 'by_platform', 'by_query', 'sources', 'gaps', 'coverage'])
        assert.deepEqual(body[part], output[part], part)
    })

    test('anyone can work a number out again from the exported answers', async () => {
      const { id, output } = last()
      const answers = await exported(id)
      assert.equal(answers.length, 80)
      assert.equal(new Set(answers.map((answer) => answer.id)).size, 80)
      const brand = { name: 'Acme', aliases: [], domains: ['acme.com'] }
      const competitors = [
        { name: 'Globex', aliases: [], domains: ['globex.com'] },
        { name: 'Initech', aliases: [], domains: [] },
      ]
      const raw = answers.map(({ mentions: _, ...answer }) => answer) as unknown as DetectedAnswer[]
      const summary = analyse({ brand, competitors, answers: raw }).summary
      const said = (output.summary as Row).visibility as typeof summary.visibility
      const { numerator, denominator, point, grade } = summary.visibility
      assert.deepEqual(
        [numerator, denominator, point, grade],
        [said.numerator, said.denominator, said.point, said.grade],
      )
      // The export has another order, and sums of floating point numbers depend on it in their last digits.
      for (const name of ['ci_panel', 'ci_market'] as const) {
        for (const end of [0, 1] as const) {
          const [ours, theirs] = [
            summary.visibility[name]?.[end] ?? Number.NaN,
            said[name]?.[end] ?? Number.NaN,
          ]
          assert.ok(Math.abs(ours - theirs) < 1e-9, `${name} ${ours} ${theirs}`)
        }
      }
      assert.equal(summary.share_of_voice, (output.summary as Row).share_of_voice)
    })

    test('scans are listed newest first, and only of the brand asked for', async () => {
      const { body } = await get('/aeo/scans?brand=ACME')
      const listed = body.scans as Row[]
      assert.deepEqual(
        listed.map(({ id }) => id),
        scans.map(({ id }) => id).reverse(),
      )
      assert.ok(listed.every((scan) => scan.status === 'completed' && scan.simulated === true))
      assert.deepEqual((await get('/aeo/scans?brand=Hooli')).body.scans, [])
    })

    test('a gap that three scans in a row show is persistent, and the best opportunity comes first', async () => {
      const { body } = await get('/aeo/gaps?limit=500')
      const gaps = body.gaps as { scans: number; persistent: boolean; opportunity: { score: number } }[]
      assert.equal((body.scan as Row).id, last().id)
      assert.ok(gaps.length > 0)
      assert.ok(gaps.every((gap) => gap.persistent === gap.scans >= 3))
      assert.ok(gaps.some((gap) => gap.persistent) && gaps.some((gap) => !gap.persistent))
      const scores = gaps.map((gap) => gap.opportunity.score)
      assert.deepEqual(
        scores,
        scores.toSorted((a, b) => b - a),
      )
      const first = await get(`/aeo/gaps?scan_id=${scans[0]?.id}`)
      assert.ok((first.body.gaps as { scans: number }[]).every((gap) => gap.scans === 1))
      const filtered = await get('/aeo/gaps?platform=grok&kind=mention&persistent=true')
      for (const gap of filtered.body.gaps as Row[])
        assert.deepEqual([gap.platform, gap.kind, gap.persistent], ['grok', 'mention', true])
    })

    test('a trend has a point with intervals for each scan, oldest first, and says whether the last step is noise', async () => {
      const { body } = await get('/aeo/visibility')
      const points = body.points as { scan: Row; visibility: Row }[]
      assert.deepEqual(
        points.map((point) => point.scan.id),
        scans.map(({ id }) => id),
      )
      for (const [i, point] of points.entries())
        assert.deepEqual(point.visibility, (scans[i]?.output.summary as Row | undefined)?.visibility)
      const compared = await get(`/aeo/scans/${last().id}/compare`)
      const { before: was, after: is, ...step } = compared.body
      assert.deepEqual(body.last_step, step)
      assert.deepEqual([(was as Row).id, (is as Row).id], [scans[1]?.id, last().id])
      assert.ok(Number((body.volatility as Row).value) > 0)
    })

    test('two scans compare alike from either side, and not with themselves or another brand', async () => {
      const [first, third] = [scans[0] as Row, scans[2] as Row]
      const forth = await get(`/aeo/scans/${third.id}/compare?with=${first.id}`)
      const back = await get(`/aeo/scans/${first.id}/compare?with=${third.id}`)
      assert.equal(forth.status, 200, forth.text)
      assert.deepEqual(back.body, forth.body)
      assert.equal(errorCode(await get(`/aeo/scans/${first.id}/compare?with=${first.id}`)), 'conflict')
      assert.equal(errorCode(await get(`/aeo/scans/${first.id}/compare`)), 'not_found')
      const other = await scanned(app, key, { brand: 'Hooli', queries: ['best crm'], platforms: ['grok'] })
      assert.equal(errorCode(await get(`/aeo/scans/${first.id}/compare?with=${other.id}`)), 'conflict')
    })

    test('scans from different places or in different languages are never taken for a change', async () => {
      const { key: own } = await app.tenant()
      const from = async (country: string) => {
        const id = await acceptScan(app, own, {
          queries: TEN_QUERIES,
          competitors: ['Globex', 'Initech'],
          location: { country, city: 'Springfield' },
        })
        assert.equal((await ended(app, own, id)).status, 'completed')
        return id
      }
      const [first, german, second] = [await from('US'), await from('DE'), await from('US')]
      assert.equal((await get(`/aeo/scans/${german}/compare`, own)).status, 404)
      assert.equal(errorCode(await get(`/aeo/scans/${german}/compare?with=${first}`, own)), 'conflict')
      const alike = await get(`/aeo/scans/${second}/compare`, own)
      assert.equal((alike.body.before as Row).id, first)
      const trend = (await get('/aeo/visibility', own)).body
      assert.deepEqual(trend.last_step, rest(alike.body, 'before', 'after'))
      const gaps = (await get('/aeo/gaps', own)).body.gaps as { scans: number }[]
      assert.equal(Math.max(...gaps.map((gap) => gap.scans)), 2)
    })

    test('share of voice counts every tracked brand on queries that do not name ours', async () => {
      const { body } = await get('/aeo/share-of-voice?brand=acme')
      const own = body.share_of_voice as { numerator: number; denominator: number }
      const rivals = (body.competitors as { mentions: number }[]).reduce(
        (sum, rival) => sum + rival.mentions,
        0,
      )
      assert.equal(own.numerator + rivals, own.denominator)
      assert.equal((body.by_platform as Row[]).length, 8)
    })

    test('a brand that nobody names has blindspots on every platform with enough answers', async () => {
      const queries = Array.from({ length: 40 }, (_, i) => `best tool for job ${i}`)
      await scanned(app, key, { brand: 'Nobodyknowsit', domains: [], queries, platforms: ['claude', 'grok'] })
      const { body } = await get('/aeo/blindspots?brand=nobodyknowsit')
      const spots = body.blindspots as { platform: string; intent: string; ci_panel: number[] }[]
      assert.deepEqual(spots.map((spot) => spot.platform).sort(), ['claude', 'grok'])
      assert.ok(spots.every((spot) => Number(spot.ci_panel[1]) < 0.1))
    })

    test('before the first scan reads are empty, and an unknown scan is 404', async () => {
      const fresh = await app.tenant()
      for (const path of ['/aeo/gaps', '/aeo/blindspots', '/aeo/share-of-voice']) {
        const answer = await get(path, fresh.key)
        assert.equal(answer.status, 200)
        assert.equal(answer.body.scan, null)
      }
      assert.deepEqual((await get('/aeo/visibility', fresh.key)).body.points, [])
      assert.equal(errorCode(await get(`/aeo/gaps?scan_id=${last().id}`, fresh.key)), 'not_found')
    })

    test('test keys and live keys never see each other’s scans', async () => {
      const minted = await app.call('POST /api-keys', { key, body: { kind: 'test' } })
      const testKey = String(minted.body.api_key)
      assert.deepEqual((await get('/aeo/scans', testKey)).body.scans, [])
      assert.equal(errorCode(await get(`/aeo/scans/${last().id}`, testKey)), 'not_found')
      const { id } = await scanned(app, testKey, { queries: TEN_QUERIES.slice(0, 2) })
      assert.equal(errorCode(await get(`/aeo/scans/${id}`)), 'not_found')
      assert.equal((await app.usage(testKey)).cost_usd_period, 0)
    })

    test('a failed scan is listed with its reason and shows nothing as a result', async () => {
      const lonely = await app.tenant()
      const id = await acceptScan(app, lonely.key, {
        queries: ['best crm sandbox:error'],
        platforms: ['grok'],
      })
      await ended(app, lonely.key, id)
      const listed = (await get('/aeo/scans', lonely.key)).body.scans as Row[]
      assert.equal(listed[0]?.status, 'failed')
      assert.match(String(listed[0]?.error_message), /grok: overloaded/)
      assert.equal((await get('/aeo/gaps', lonely.key)).body.scan, null)
    })

    test('a plan names questions, repeats, power and cost, and is refused without a wish', async () => {
      const ask = (body: unknown) => app.call('POST /aeo/scan/plan', { key, body })
      const { body } = await ask({ target_half_width: 0.12, brand: 'Acme' })
      assert.equal(body.feasible, true)
      const measured = ((last().output.summary as Row).visibility as { point: number }).point
      const expected = Number(Math.min(0.95, Math.max(0.05, measured)).toFixed(6))
      assert.equal((body.assumptions as Row).expected_rate, expected)
      const poor = await ask({ budget_usd: 0.001 })
      assert.deepEqual([poor.body.feasible, poor.body.reason], [false, 'budget_too_small'])
      assert.equal(errorCode(await ask({})), 'validation_failed')
    })
  })
}

test('simulated scans are out of sight once the platforms are real', async () => {
  const app = await startApp({ store: 'PGlite' })
  try {
    const { key } = await app.tenant()
    await scanned(app, key, { queries: ['best crm'] })
    assert.notEqual((await app.call('GET /aeo/gaps', { key })).body.scan, null)
    // The same data under a service that was started with real platforms.
    Object.assign(app.app.providers, {
      live: { simulated: false, engines: {}, unavailable: [], llm: null },
    })
    assert.equal((await app.call('GET /aeo/gaps', { key })).body.scan, null)
    assert.deepEqual((await app.call('GET /aeo/visibility', { key })).body.points, [])
  } finally {
    await app.close()
  }
})

/** Decay and cannibalization against tables computed by hand. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { errorCode, STORES, startApp, type TestApp } from '../../../test/harness.ts'
import { concentration, severityOf } from './cannibalization-rules.ts'
import { addDays } from './days.ts'
import { causeOf, decayOf, windowsFrom } from './decay-rules.ts'
import type { PerformanceRow } from './performance-store.ts'

const NEWEST = '2026-11-10'
const sums = (clicks: number, impressions: number, position: number) => ({
  clicks,
  impressions,
  position_sum: position * impressions,
})
const NONE = sums(0, 0, 0)

test('the periods are 28 days each, without the newest three, a year of whole weeks apart', () => {
  assert.deepEqual(windowsFrom(NEWEST), {
    current: { from: '2026-10-11', to: '2026-11-07' },
    previous: { from: '2026-09-13', to: '2026-10-10' },
    year_before: { from: '2025-10-12', to: '2025-11-08' },
  })
  assert.equal(new Date('2026-11-07').getUTCDay(), new Date('2025-11-08').getUTCDay())
})

test('a loss is laid to rank, demand or click rate as the table says', () => {
  // position 3 → 4.5 is rank, whatever else; impressions halved at the same rate is demand; the rate halved is ctr.
  for (const [now, before, cause] of [
    [sums(40, 1000, 4.5), sums(100, 2000, 3), 'rank'],
    [sums(50, 1000, 3.2), sums(100, 2000, 3), 'demand'],
    [sums(50, 2000, 3.2), sums(100, 2000, 3), 'ctr'],
    // Lost 60 of 100: 200 fewer impressions cost 10 at the old rate of 5 %, the rate of 2.2 % cost the other 50.
    [sums(40, 1800, 3), sums(100, 2000, 3), 'ctr'],
    // A page that vanished has no position to compare, so the demand for it is what is gone.
    [NONE, sums(100, 2000, 3), 'demand'],
    [sums(40, 1000, 3.99), sums(100, 2000, 3), 'demand'],
  ] as const) {
    assert.equal(causeOf(now, before), cause, JSON.stringify([now, before]))
  }
})

test('a page decays when it lost enough on a base of at least 100 impressions, and the worse comparison counts', () => {
  const at = (current: typeof NONE, previous: typeof NONE, year_before: typeof NONE) =>
    decayOf({ current, previous, year_before }, 0.2)
  assert.equal(at(sums(5, 50, 3), sums(10, 99, 3), NONE), null, 'too few impressions before')
  assert.equal(at(sums(81, 1000, 3), sums(100, 1000, 3), NONE), null, 'lost 19 %')
  assert.deepEqual(at(sums(80, 1000, 3), sums(100, 1000, 3), NONE), {
    against: 'previous',
    clicks_lost: 20,
    drop: 0.2,
    cause: 'ctr',
  })
  assert.deepEqual(at(sums(80, 1000, 3), sums(100, 1000, 3), sums(200, 2500, 3)), {
    against: 'year_before',
    clicks_lost: 120,
    drop: 0.6,
    cause: 'demand',
  })
  assert.equal(at(sums(120, 1000, 3), sums(100, 1000, 3), NONE), null, 'it grew')
})

test('severity follows the concentration of impressions', () => {
  assert.equal(concentration([50, 50]), 0.5)
  assert.ok(Math.abs(concentration([60, 40]) - 0.52) < 1e-12)
  assert.ok(Math.abs(concentration([1, 1, 1]) - 1 / 3) < 1e-12)
  const table: [number[], string][] = [
    [[50, 50], 'high'],
    [[40, 30, 30], 'high'],
    [[60, 40], 'medium'],
    [[70, 30], 'medium'],
    [[75, 25], 'low'],
    [[80, 20], 'low'],
  ]
  for (const [shares, severity] of table) assert.equal(severityOf(shares), severity, String(shares))
})

/** One row a day over a period that ends some days before the newest. */
function daily(
  page: string,
  query: string,
  from: string,
  days: number,
  row: (day: number) => Pick<PerformanceRow, 'clicks' | 'impressions' | 'position'>,
): PerformanceRow[] {
  return Array.from({ length: days }, (_, day) => ({
    date: addDays(from, day),
    page: `https://acme.com/${page}`,
    query,
    ...row(day),
  }))
}

/**
 * Windows: current 10-11…11-07, previous 09-13…10-10, year before 2025-10-12…11-08.
 * /falling: 10 → 5 clicks a day of 100 impressions at 3: 280 → 140 clicks, ctr.
 * /sunk: 10 → 2 clicks a day, position 2 → 8: 280 → 56, rank.
 * /seasonal: steady now, 20 a day of 200 a year ago against 5 of 50 now: 560 → 140, demand, against year_before.
 * /small: 3 impressions a day before: 84 in all, below 100. /steady does not change.
 * The last three days are a collapse of everything, which must not count.
 */
function decayRows(): PerformanceRow[] {
  const now = '2026-10-11'
  const before = '2026-09-13'
  const year = '2025-10-12'
  const of = (clicks: number, impressions: number, position: number) => () => ({
    clicks,
    impressions,
    position,
  })
  return [
    ...daily('falling', 'q1', before, 28, of(10, 100, 3)),
    ...daily('falling', 'q1', now, 28, of(5, 100, 3)),
    ...daily('sunk', 'q2', before, 28, of(10, 100, 2)),
    ...daily('sunk', 'q2', now, 28, of(2, 60, 8)),
    ...daily('seasonal', 'q3', year, 28, of(20, 200, 4)),
    ...daily('seasonal', 'q3', before, 28, of(5, 50, 4)),
    ...daily('seasonal', 'q3', now, 28, of(5, 50, 4)),
    ...daily('small', 'q4', before, 28, of(2, 3, 1)),
    ...daily('steady', 'q5', before, 28, of(10, 100, 3)),
    ...daily('steady', 'q5', now, 28, of(10, 100, 3)),
    ...daily('steady', 'q5', '2026-11-08', 3, of(0, 1, 90)),
  ]
}

/**
 * q-even: two pages of 10 a day each, the top one alternating by a single impression: 50/50, high, 27 changes.
 * q-lead: 8 and 2 a day, the second on top on one day only: two changes, share of the second just above a fifth, low.
 * q-stable: 70/30 every day, never changes: not listed. q-small: 2 and 1 a day: 84 impressions, not listed.
 * q-minor: the second page has 10 %: not listed.
 */
function sharedRows(): PerformanceRow[] {
  const from = '2026-10-11'
  const each = (page: string, query: string, impressions: (day: number) => number, position: number) =>
    daily(page, query, from, 28, (day) => ({ clicks: 1, impressions: impressions(day), position }))
  return [
    ...each('a', 'q-even', (day) => (day % 2 === 0 ? 11 : 9), 4),
    ...each('b', 'q-even', (day) => (day % 2 === 0 ? 9 : 11), 6),
    ...each('a', 'q-lead', () => 8, 3),
    ...each('c', 'q-lead', (day) => (day === 10 ? 12 : 2), 9),
    ...each('a', 'q-stable', () => 7, 3),
    ...each('b', 'q-stable', () => 3, 9),
    ...each('a', 'q-small', (day) => (day % 2 === 0 ? 2 : 1), 3),
    ...each('b', 'q-small', (day) => (day % 2 === 0 ? 1 : 2), 9),
    ...each('a', 'q-minor', () => 90, 3),
    ...each('b', 'q-minor', (day) => (day === 5 ? 91 : 7), 9),
    ...daily('z', 'q-end', NEWEST, 1, () => ({ clicks: 0, impressions: 1, position: 50 })),
  ]
}

for (const store of STORES) {
  describe(`performance on ${store}`, () => {
    let app: TestApp
    before(async () => {
      app = await startApp({ store })
    })
    after(() => app.close())

    test('content decay answers the hand-computed table', async () => {
      const { key } = await app.tenant()
      const put = await app.call('POST /seo/performance', {
        key,
        body: { site: 'acme.com', rows: decayRows() },
      })
      assert.equal(put.status, 200, put.text)
      const answer = await app.call('GET /seo/content-decay', { key })
      const pages = answer.body.pages as Record<string, unknown>[]
      assert.deepEqual(
        pages.map(({ page, against, clicks_lost, drop, cause }) => [page, against, clicks_lost, drop, cause]),
        [
          ['https://acme.com/seasonal', 'year_before', 420, 0.75, 'demand'],
          ['https://acme.com/sunk', 'previous', 224, 0.8, 'rank'],
          ['https://acme.com/falling', 'previous', 140, 0.5, 'ctr'],
        ],
      )
      assert.deepEqual(pages[1]?.current, { clicks: 56, impressions: 1680, ctr: 0.033333, position: 8 })
      assert.deepEqual(pages[1]?.previous, { clicks: 280, impressions: 2800, ctr: 0.1, position: 2 })
      assert.equal(pages[1]?.year_before, null)
      assert.equal(answer.body.clicks_lost, 784)
      assert.deepEqual(answer.body.current, { from: '2026-10-11', to: '2026-11-07' })
      const strict = await app.call('GET /seo/content-decay?min_drop=0.79&limit=5', { key })
      assert.equal((strict.body.pages as unknown[]).length, 1)
      const elsewhere = await app.call('GET /seo/content-decay?site=globex.com', { key })
      assert.deepEqual([elsewhere.body.pages, elsewhere.body.current], [[], null])
    })

    test('cannibalization answers the hand-computed table', async () => {
      const { key } = await app.tenant()
      const put = await app.call('POST /seo/performance', {
        key,
        body: { site: 'acme.com', rows: sharedRows() },
      })
      assert.equal(put.status, 200, put.text)
      const answer = await app.call('GET /seo/cannibalization', { key })
      const queries = answer.body.queries as (Record<string, unknown> & { pages: unknown[] })[]
      assert.deepEqual(
        queries.map(({ query, impressions, severity, hhi, top_changes }) => [
          query,
          impressions,
          severity,
          hhi,
          top_changes,
        ]),
        [
          ['q-even', 560, 'high', 0.5, 27],
          // 224 and 66 of 290: (224/290)² + (66/290)² = 0.6484.
          ['q-lead', 290, 'low', 0.6484, 2],
        ],
      )
      assert.deepEqual(queries[1]?.pages[0], {
        page: 'https://acme.com/a',
        clicks: 28,
        impressions: 224,
        ctr: 0.125,
        position: 3,
        share: 0.7724,
      })
    })

    test('importing again replaces, within a call the last row counts, and tenants do not see each other', async () => {
      const { key } = await app.tenant()
      const row = {
        date: NEWEST,
        page: 'https://acme.com/',
        query: 'q',
        clicks: 1,
        impressions: 10,
        position: 2,
      }
      const twice = await app.call('POST /seo/performance', {
        key,
        body: { site: 'acme.com', rows: [row, { ...row, clicks: 3 }] },
      })
      assert.equal(twice.body.rows, 1)
      const again = await app.call('POST /seo/performance', { key, body: { site: 'acme.com', rows: [row] } })
      assert.equal(again.body.rows, 1)
      const stranger = await app.tenant({ tier: 'free' })
      const empty = await app.call('GET /seo/cannibalization', { key: stranger.key })
      assert.deepEqual([empty.status, empty.body.queries, empty.body.current], [200, [], null])
    })

    test('every bad row is named with its field, nothing of the import is kept, and nothing is metered', async () => {
      const { key } = await app.tenant()
      const row = {
        date: NEWEST,
        page: 'https://acme.com/',
        query: 'q',
        clicks: 1,
        impressions: 10,
        position: 2,
      }
      const put = (...rows: unknown[]) =>
        app.call('POST /seo/performance', { key, body: { site: 'acme.com', rows } })
      const mixed = await put(
        row,
        { ...row, clicks: 11 },
        { ...row, page: 'https://notacme.com/' },
        { ...row, page: 'https://www.acme.com/x' },
      )
      assert.deepEqual([mixed.status, errorCode(mixed)], [400, 'validation_failed'])
      assert.equal(
        (mixed.body.error as { message: string }).message,
        'rows.1.clicks: must not be more than the impressions; rows.2.page: must be on acme.com',
      )
      const ancient = await put({ ...row, date: '0001-01-01' })
      assert.match(ancient.text, /rows\.0\.date: must not be before 2000-01-01/)
      const zero = await put({ ...row, position: 0 })
      assert.match(zero.text, /rows\.0\.position: /)
      const none = await app.call('GET /seo/content-decay', { key })
      assert.deepEqual(none.body.windows, [])
      assert.equal((await app.usage(key)).actions_used, 1)
    })

    test('one address imported for a domain and for its subdomain is a row of each', async () => {
      const { key } = await app.tenant()
      const rows = decayRows().map((row) => ({ ...row, page: row.page.replace('acme', 'blog.acme') }))
      for (const site of ['acme.com', 'blog.acme.com']) {
        const put = await app.call('POST /seo/performance', { key, body: { site, rows } })
        assert.equal(put.status, 200, put.text)
      }
      for (const site of ['acme.com', 'blog.acme.com']) {
        const { body } = await app.call(`GET /seo/content-decay?site=${site}`, { key })
        assert.equal(body.clicks_lost, 784, site)
      }
      const both = await app.call('GET /seo/content-decay', { key })
      assert.equal((both.body.pages as unknown[]).length, 6, 'listed for each, counted twice for none')
      assert.equal((both.body.pages as { clicks_lost: number }[])[0]?.clicks_lost, 420)
    })

    test('over all sites each one is counted back from its own newest day', async () => {
      const { key } = await app.tenant()
      const shift = (rows: PerformanceRow[], days: number, host: string) =>
        rows.map((row) => ({
          ...row,
          date: addDays(row.date, days),
          page: row.page.replace('acme.com', host),
        }))
      for (const [site, days] of [
        ['acme.com', 0],
        ['globex.com', -40],
      ] as const) {
        for (const rows of [decayRows(), sharedRows()]) {
          const put = await app.call('POST /seo/performance', {
            key,
            body: { site, rows: shift(rows, days, site) },
          })
          assert.equal(put.status, 200, put.text)
        }
      }
      const decay = await app.call('GET /seo/content-decay?limit=100', { key })
      const pages = decay.body.pages as { site: string; clicks_lost: number; cause: string }[]
      const of = (site: string) =>
        pages.filter((page) => page.site === site).map(({ clicks_lost, cause }) => [clicks_lost, cause])
      assert.deepEqual(of('globex.com'), of('acme.com'), 'an older import looks no worse than a fresh one')
      assert.deepEqual(
        (decay.body.windows as { site: string; current: unknown }[]).map(({ site, current }) => [
          site,
          current,
        ]),
        [
          ['acme.com', { from: '2026-10-11', to: '2026-11-07' }],
          ['globex.com', { from: '2026-09-01', to: '2026-09-28' }],
        ],
      )
      const shared = await app.call('GET /seo/cannibalization?limit=100', { key })
      const queries = shared.body.queries as { site: string; query: string; impressions: number }[]
      assert.deepEqual(
        queries.map(({ site, query, impressions }) => [site, query, impressions]),
        [
          ['acme.com', 'q-even', 560],
          ['globex.com', 'q-even', 560],
          ['acme.com', 'q-lead', 290],
          ['globex.com', 'q-lead', 290],
        ],
        'pages of different sites do not compete',
      )
    })

    test('a page that lost exactly the share asked for is listed, and one click less is not', async () => {
      const { key } = await app.tenant()
      // 7 % of 100, 29 % of 100 and 57 % of 100 are all a little more than 7, 29 and 57 in floating point.
      const shares = [0.07, 0.14, 0.28, 0.29, 0.55, 0.57, 0.58]
      const rows = shares.flatMap((share) => {
        const lost = Math.round(share * 100)
        const page = (name: string, clicks: number) =>
          daily(`${name}-${lost}`, 'q', '2026-10-11', 1, () => ({ clicks, impressions: 200, position: 2 }))
        const before = (name: string) =>
          daily(`${name}-${lost}`, 'q', '2026-09-13', 1, () => ({
            clicks: 100,
            impressions: 200,
            position: 2,
          }))
        return [...page('at', 100 - lost), ...before('at'), ...page('below', 101 - lost), ...before('below')]
      })
      rows.push(...daily('end', 'q', NEWEST, 1, () => ({ clicks: 0, impressions: 1, position: 9 })))
      await app.call('POST /seo/performance', { key, body: { site: 'acme.com', rows } })
      for (const share of shares) {
        const { body } = await app.call(`GET /seo/content-decay?min_drop=${share}&limit=100`, { key })
        const names = (body.pages as { page: string }[]).map(({ page }) =>
          page.replace('https://acme.com/', ''),
        )
        const lost = Math.round(share * 100)
        assert.ok(names.includes(`at-${lost}`) && !names.includes(`below-${lost}`), `${share}: ${names}`)
        // What the database let through and the rule did not would make the list shorter than its limit.
        const one = await app.call(`GET /seo/content-decay?min_drop=${share}&limit=${names.length}`, { key })
        assert.equal((one.body.pages as unknown[]).length, names.length)
      }
    })

    test('25,000 rows go in at once, and more than that is a 400', async () => {
      const { key } = await app.tenant()
      const rows = Array.from({ length: 25_000 }, (_, index) => ({
        date: addDays(NEWEST, -(index % 90)),
        page: `https://acme.com/${index % 500}`,
        query: `a longer query with words in it, number ${Math.floor(index / 90)}`,
        clicks: 1,
        impressions: 10,
        position: 5,
      }))
      const full = await app.call('POST /seo/performance', { key, body: { site: 'acme.com', rows } })
      assert.deepEqual([full.status, full.body.rows], [200, 25_000], full.text.slice(0, 200))
      const over = await app.call('POST /seo/performance', {
        key,
        body: { site: 'acme.com', rows: [...rows, rows[0]] },
      })
      assert.deepEqual([over.status, errorCode(over)], [400, 'validation_failed'])
    })
  })
}

/** Grids against tables computed by hand, and the picture of one. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { eventually } from '../../../test/eventually.ts'
import { errorCode, STORES, startApp, type TestApp } from '../../../test/harness.ts'
import type { Place } from '../../providers/serp/types.ts'
import { gridPoints, metricsOf, type Point, rankOf } from './grid-rules.ts'
import { LEGEND, markOf, shadeOf } from './heatmap-scale.ts'

function ranked(ranks: (number | null | 'failed')[]): Point[] {
  return ranks.map((rank, index) => ({
    row: 0,
    col: index,
    lat: 0,
    lng: 0,
    rank: rank === 'failed' ? null : rank,
    status: rank === 'failed' ? 'failed' : 'measured',
  }))
}

test('arp, atrp and solv are the hand-computed ones', () => {
  // Found: 1, 2, 3, 4, 10 → 20 / 5 = 4. All: + 4 × 21 = 104 / 9 = 11.56. Top three: 3 of 9.
  assert.deepEqual(metricsOf(ranked([1, 2, 3, 4, 10, null, null, null, null])), {
    arp: 4,
    atrp: 11.56,
    solv: 0.3333,
  })
  assert.deepEqual(metricsOf(ranked([null, null])), { arp: null, atrp: 21, solv: 0 })
  assert.deepEqual(metricsOf(ranked([1, 1, 1])), { arp: 1, atrp: 1, solv: 1 })
  assert.deepEqual(
    metricsOf(ranked([2, 'failed', null])),
    { arp: 2, atrp: 11.5, solv: 0.5 },
    'failed points say nothing',
  )
  assert.deepEqual(metricsOf(ranked(['failed'])), { arp: null, atrp: null, solv: null })
})

test('points are the spacing apart, north first, with the given point in the middle', () => {
  const points = gridPoints(60, 10, 3, 2)
  assert.equal(points.length, 9)
  assert.deepEqual([points[4]?.lat, points[4]?.lng], [60, 10])
  // 2 km north is 2 / 110.574°; 2 km east at 60° is 2 / (111.32 × 0.5)°.
  assert.equal(points[1]?.lat, 60.0180874)
  assert.equal(points[5]?.lng, 10.0359324)
  assert.ok((points[0]?.lat ?? 0) > (points[8]?.lat ?? 0), 'row 0 is the north')
  assert.ok(
    gridPoints(0, 179.999, 3, 50).every(({ lng }) => lng >= -180 && lng <= 180),
    'across the date line',
  )
})

test('a business is known by its place, else its site, else its name', () => {
  const place = (rank: number, title: string, url: string | null, place_id: string): Place => ({
    rank,
    title,
    url,
    place_id,
    cid: null,
    address: null,
    rating: null,
    reviews: null,
  })
  const places = [
    place(1, 'Not Acme', 'https://notacme.com/', 'p1'),
    place(2, 'ACME  Plumbing', null, 'p2'),
    place(3, 'Other', 'https://www.acme.com/austin', 'p3'),
  ]
  assert.equal(rankOf(places, { place_id: 'p3', name: 'Acme Plumbing' }), 3)
  assert.equal(rankOf(places, { domain: 'acme.com' }), 3)
  assert.equal(rankOf(places, { name: 'Acme Plumbing' }), 2)
  assert.equal(rankOf(places, { place_id: 'p9' }), null)
})

test('every shade has a legend, a readable number, and differs in lightness from its neighbours', () => {
  const light = (hex: string) => {
    const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  for (const { label, color, text } of LEGEND) {
    const [high = 0, low = 0] = [light(color), light(text)].sort((a, b) => b - a)
    assert.ok((high + 0.05) / (low + 0.05) >= 4.5, `${label}: contrast of the number`)
  }
  for (let rank = 1; rank <= 20; rank++) assert.ok(shadeOf({ rank, status: 'measured' }).upTo >= rank)
  assert.equal(markOf({ rank: null, status: 'measured' }), '20+')
  assert.equal(markOf({ rank: null, status: 'failed' }), '–')
})

for (const store of STORES) {
  describe(`grids on ${store}`, () => {
    let app: TestApp
    before(async () => {
      app = await startApp({ store, sandbox: { day: '2026-10-20' } })
    })
    after(() => app.close())
    const at = { keyword: 'plumber', lat: 30.2672, lng: -97.7431, domain: 'acme.com' }

    test('a small grid is answered at once, pays a price a point, and its metrics follow from its points', async () => {
      const { key } = await app.tenant()
      const made = await app.call('POST /seo/local-grid', { key, body: at })
      assert.equal(made.status, 201, made.text)
      const points = made.body.points as Point[]
      assert.equal(points.length, 25)
      const { arp, atrp, solv } = made.body
      assert.deepEqual({ arp, atrp, solv }, metricsOf(points))
      assert.ok(points.some(({ rank }) => rank !== null))
      assert.equal(made.body.cost_usd, 0.075)
      const usage = await app.usage(key)
      assert.deepEqual([usage.cost_usd_period, usage.held_usd, usage.actions_used], [0.075, 0, 1])
      const read = await app.call(`GET /seo/local-grid/${made.body.id}`, { key })
      assert.deepEqual(read.body, made.body)
    })

    test('a large grid is accepted, filled in the background, and settled when it is done', async () => {
      const { key } = await app.tenant()
      const made = await app.call('POST /seo/local-grid', { key, body: { ...at, size: 9 } })
      assert.equal(made.status, 202, made.text)
      assert.equal(made.body.status, 'queued')
      const done = await eventually(async () => {
        const answer = await app.call(`GET /seo/local-grid/${made.body.id}`, { key })
        return answer.body.status === 'completed' ? answer : null
      })
      assert.ok((done.body.points as Point[]).every(({ status }) => status === 'measured'))
      const usage = await app.usage(key)
      assert.equal(usage.held_usd, 0)
      assert.equal(done.body.cost_usd, 0.243)
    })

    test('a grid without any answer is a 502 and costs nothing; an even size or no business is a 400', async () => {
      const { key } = await app.tenant()
      const down = await app.call('POST /seo/local-grid', {
        key,
        body: { ...at, keyword: 'plumber sandbox:error' },
      })
      assert.deepEqual([down.status, errorCode(down)], [502, 'provider_failed'])
      const usage = await app.usage(key)
      assert.deepEqual([usage.actions_used, usage.cost_usd_period, usage.held_usd], [0, 0, 0])
      for (const body of [
        { ...at, size: 4 },
        { ...at, size: 17 },
        { ...at, domain: undefined },
      ]) {
        const answer = await app.call('POST /seo/local-grid', { key, body })
        assert.deepEqual([answer.status, errorCode(answer)], [400, 'validation_failed'], answer.text)
      }
    })

    test('the heatmap is JSON, or a picture by Accept or format, and hostile text stays text', async () => {
      const { key } = await app.tenant()
      const keyword = 'plumber <script>alert("x")</script> & co'
      const made = await app.call('POST /seo/local-grid', { key, body: { ...at, keyword, size: 3 } })
      const path = `GET /seo/local-grid/${made.body.id}/heatmap`
      const json = await app.call(path, { key })
      assert.match(String(json.headers.get('content-type')), /^application\/json/)
      assert.deepEqual(
        (json.body.ranks as number[][]).flat(),
        (made.body.points as Point[]).map(({ rank }) => rank),
      )
      for (const asked of [
        await app.call(path, { key, headers: { accept: 'image/svg+xml' } }),
        await app.call(`${path}?format=svg`, { key }),
      ]) {
        assert.match(String(asked.headers.get('content-type')), /^image\/svg\+xml/)
        assert.ok(!asked.text.includes('<script>'))
        for (const { label } of LEGEND) assert.ok(asked.text.includes(label), label)
        assert.match(asked.text, /1 km/)
        assert.match(asked.text, /prefers-color-scheme: dark/)
        assert.match(String(asked.headers.get('vary')), /Accept/)
      }
      for (const [accept, type] of [
        ['image/svg+xml;q=0.2, application/json', 'application/json'],
        ['application/json;q=0.2, image/svg+xml;q=0.9', 'image/svg+xml'],
        ['image/svg+xml;q=0, */*', 'application/json'],
      ] as const) {
        const asked = await app.call(path, { key, headers: { accept } })
        assert.ok(
          asked.headers.get('content-type')?.startsWith(type),
          `${accept}: ${asked.text.slice(0, 40)}`,
        )
      }
    })
  })
}

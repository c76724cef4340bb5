/** Both search vendors against the sandbox: success and every way to fail. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Sandbox, startSandbox } from '../../../sandbox/server.ts'
import { SERP_DEFAULTS, type SerpSource } from '../engines/defaults.ts'
import { SERPAPI_SEARCH_MICROS } from '../engines/prices.ts'
import { createGuardedCaller } from '../guarded-caller.ts'
import { type SerpProvider, serpProvider } from './index.ts'

const caller = createGuardedCaller()
let sandbox: Sandbox

before(async () => {
  sandbox = await startSandbox({ day: '2026-10-20' })
})
after(async () => {
  await caller.close()
  await sandbox.close()
})

function vendor(source: SerpSource, more: { api_key?: string; timeout_ms?: number } = {}): SerpProvider {
  const account = {
    api_key: 'login:password',
    base_url: `${sandbox.url}/${SERP_DEFAULTS[source].mount}`,
    timeout_ms: 5_000,
    lane: `sandbox:${source}`,
    ...more,
  }
  return serpProvider(source, account, caller, true)
}

const asked = { location: 'United States', device: 'desktop', depth: 50 } as const
const point = { lat: 30.2672, lng: -97.7431, zoom: 15 }
const SOURCES: readonly SerpSource[] = ['dataforseo', 'serpapi']

for (const source of SOURCES) {
  test(`${source}: a results page and a map are read`, async () => {
    const page = await vendor(source).rank({ keyword: 'best crm', ...asked })
    assert.ok(page.ok, JSON.stringify(page))
    assert.ok(page.value.organic.length > 10, `${page.value.organic.length} results, more than one page`)
    assert.deepEqual(
      page.value.organic.map(({ position }) => position),
      page.value.organic.map((_, index) => index + 1),
    )
    assert.ok(page.value.features.includes('people_also_ask'))
    assert.ok(page.value.cost_micros > 0)
    const map = await vendor(source).maps({ keyword: 'plumber', ...point })
    assert.ok(map.ok, JSON.stringify(map))
    assert.equal(map.value.places.length, 20)
    assert.deepEqual(
      map.value.places.map(({ rank }) => rank),
      map.value.places.map((_, index) => index + 1),
    )
  })

  test(`${source}: wrong key, rate limit, error, garbage, a cut and a time-out each get their verdict`, async () => {
    for (const [trigger, verdict] of [
      ['invalid_token', 'reconnect'],
      ['rate_limit', 'retry_later'],
      ['error', 'retry_later'],
      ['garbage', 'unknown'],
      ['disconnect', 'unknown'],
    ] as const) {
      const page = await vendor(source).rank({ keyword: `crm sandbox:${trigger}`, ...asked })
      assert.ok(!page.ok && page.verdict === verdict, `${trigger}: ${JSON.stringify(page)}`)
      const map = await vendor(source).maps({ keyword: `plumber sandbox:${trigger}`, ...point })
      assert.ok(!map.ok && map.verdict === verdict, `${trigger}: ${JSON.stringify(map)}`)
    }
    const slow = vendor(source, { timeout_ms: 60 })
    const late = await slow.rank({ keyword: 'crm sandbox:timeout', ...asked })
    assert.ok(!late.ok && late.code === 'timeout')
    const unknown = await vendor(source, { api_key: 'invalid:invalid' }).rank({ keyword: 'crm', ...asked })
    assert.ok(!unknown.ok && unknown.code === 'invalid_credentials')
  })
}

test('neighbouring points of the map differ by distance, and the same point does not differ at all', async () => {
  const here = await vendor('dataforseo').maps({ keyword: 'plumber', ...point })
  const again = await vendor('dataforseo').maps({ keyword: 'plumber', ...point })
  const near = await vendor('dataforseo').maps({ keyword: 'plumber', ...point, lat: point.lat + 0.01 })
  assert.ok(here.ok && again.ok && near.ok)
  assert.deepEqual(here.value.places, again.value.places)
  const shared = near.value.places.filter(({ cid }) => here.value.places.some((place) => place.cid === cid))
  assert.ok(shared.length >= 10, `${shared.length} places are in both lists`)
  assert.notDeepEqual(near.value.places, here.value.places)
})

const overviewsFetched = () => sandbox.stats().by_platform.ai_overview_token?.asked ?? 0

test('serpapi: an overview that Google shows late is fetched, so that what it cites is known', async () => {
  let late = 0
  for (const keyword of [
    'best crm',
    'crm software',
    'crm for startups',
    'sales crm',
    'cheap crm',
    'top crm',
  ]) {
    const before = overviewsFetched()
    const page = await vendor('serpapi').rank({ keyword, ...asked, depth: 10 })
    assert.ok(page.ok, JSON.stringify(page))
    const fetched = overviewsFetched() - before
    assert.equal(page.value.cost_micros, (1 + fetched) * SERPAPI_SEARCH_MICROS, keyword)
    if (fetched === 0) continue
    late++
    assert.ok(page.value.ai_overview.present && page.value.ai_overview.cited_urls.length > 0, keyword)
  }
  assert.ok(late > 0, 'none of these was late')
})

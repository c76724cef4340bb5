import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { consent } from '../../../test/consent.ts'
import { errorCode, STORES, startApp, type TestApp } from '../../../test/harness.ts'
import { toMetrics } from '../../providers/gbp/map.ts'
import type { Location } from '../../providers/gbp/types.ts'
import { audit } from './audit-rules.ts'
import { PostInput, toLocalPost } from './post-rules.ts'
import { locationExample } from './schemas.ts'

const TODAY = '2026-11-10T00:00:00.000Z'
const complete: Location = {
  ...locationExample,
  description: 'x'.repeat(200),
  has_special_hours: true,
}
const unread = { search_url: null, summary: null, topic_type: null }
const recent = { name: 'p', state: 'LIVE', ...unread, created_at: '2026-11-01T00:00:00Z' }

test('a complete profile scores 100 and has nothing to fix', () => {
  const found = audit({ location: complete, posts: [recent], today: TODAY })
  assert.deepEqual([found.score, found.fixes], [100, []])
})

test('what is unknown leaves both sides of the score, and fixes come heaviest first', () => {
  // Weights: verified 20, open 15, category 15, address 10, phone 10, hours 10, website 10, description 5, more 5, post 5, special 3.
  const unsaid = { ...complete, verified: null, open: null, phone: null, has_special_hours: false }
  const found = audit({ location: unsaid, posts: null, today: TODAY })
  // Known: 108 − 20 − 15 − 5 (posts not read) = 68; failed: phone 10 and special hours 3; 55 / 68 = 81 %.
  assert.equal(found.score, 81)
  assert.deepEqual(
    found.fixes.map(({ id }) => id),
    ['phone', 'special_hours'],
  )
  assert.deepEqual(
    found.checks.filter(({ status }) => status === 'unknown').map(({ id }) => id),
    ['verified', 'open', 'recent_post'],
  )
})

test('a post older than 30 days is not recent', () => {
  const old = { ...recent, created_at: '2026-10-10T00:00:00Z' }
  const found = audit({ location: complete, posts: [old], today: TODAY })
  assert.deepEqual(
    found.fixes.map(({ id }) => id),
    ['recent_post'],
  )
})

test('values come as text, and a day without one is a zero', () => {
  const [calls] = toMetrics({
    multiDailyMetricTimeSeries: [
      {
        dailyMetricTimeSeries: [
          {
            dailyMetric: 'CALL_CLICKS',
            timeSeries: {
              datedValues: [
                { date: { year: 2026, month: 1, day: 2 }, value: '7' },
                { date: { year: 2026, month: 1, day: 3 } },
              ],
            },
          },
        ],
      },
    ],
  })
  assert.deepEqual(calls?.days, [
    { date: '2026-01-02', value: 7 },
    { date: '2026-01-03', value: 0 },
  ])
})

const event = { title: 'Open day', starts_at: '2026-12-01T09:00:00Z', ends_at: '2026-12-01T17:30:00Z' }

test('posts are refused for what Google would refuse them for', () => {
  const base = { summary: 'Hello' }
  for (const good of [
    base,
    { ...base, topic_type: 'EVENT', event },
    { ...base, topic_type: 'OFFER', event, offer: { coupon_code: 'TEN' } },
    { ...base, topic_type: 'ALERT', alert_type: 'COVID_19' },
    { ...base, call_to_action: { action_type: 'CALL' } },
    { ...base, call_to_action: { action_type: 'BOOK', url: 'https://acme.com/book' } },
  ])
    assert.ok(PostInput.safeParse(good).success, JSON.stringify(good))
  for (const bad of [
    { summary: ' ' },
    { summary: 'x'.repeat(1_501) },
    { ...base, topic_type: 'EVENT' },
    { ...base, topic_type: 'OFFER', offer: {} },
    { ...base, topic_type: 'EVENT', event: { ...event, ends_at: '2026-11-01T00:00:00Z' } },
    // Later as a moment, and half an hour earlier on the clock of the location, which is what Google is sent.
    { ...base, topic_type: 'EVENT', event: { ...event, ends_at: '2026-12-01T08:30:00-05:00' } },
    { ...base, offer: { coupon_code: 'TEN' } },
    { ...base, topic_type: 'ALERT' },
    { ...base, call_to_action: { action_type: 'BOOK' } },
    { ...base, call_to_action: { action_type: 'CALL', url: 'https://acme.com' } },
    { ...base, topic_type: 'NEWS' },
  ])
    assert.ok(!PostInput.safeParse(bad).success, JSON.stringify(bad))
})

test('an event becomes Google’s dates and times', () => {
  const body = toLocalPost(PostInput.parse({ summary: 'Hello', topic_type: 'EVENT', event }))
  assert.deepEqual(body.event, {
    title: 'Open day',
    schedule: {
      startDate: { year: 2026, month: 12, day: 1 },
      startTime: { hours: 9, minutes: 0, seconds: 0, nanos: 0 },
      endDate: { year: 2026, month: 12, day: 1 },
      endTime: { hours: 17, minutes: 30, seconds: 0, nanos: 0 },
    },
  })
})

for (const store of STORES) {
  describe(`Google on ${store}`, () => {
    let app: TestApp
    before(async () => {
      app = await startApp({ store, sandbox: { day: '2026-11-10' } })
    })
    after(() => app.close())

    async function connected(username = 'acme', tier: 'free' | 'scale' = 'scale') {
      const tenant = await app.tenant({ tier })
      await connect(tenant, username)
      return tenant
    }

    async function connect(tenant: { key: string }, username: string): Promise<string> {
      const started = await app.call('POST /connect/google', { key: tenant.key, body: {} })
      const back = await consent(String(started.body.auth_url), { username })
      const done = await app.call(`GET /connect/google/callback${back.search}`)
      assert.ok(done.status < 400, done.text)
      return (done.body.accounts as { id: string }[])[0]?.id ?? ''
    }

    test('a free key reads locations, audit and metrics, and may not post', async () => {
      const { key } = await connected('acme', 'free')
      const listed = await app.call('GET /gbp/locations', { key })
      assert.equal(listed.status, 200, listed.text)
      const locations = listed.body.locations as { id: string }[]
      assert.equal(locations.length, 2)
      const kept = await app.call('GET /gbp/audit', { key })
      const second = await app.call(`GET /gbp/audit?location_id=${locations[1]?.id}`, { key })
      assert.ok(
        Number(kept.body.score) > Number(second.body.score),
        `${kept.body.score} > ${second.body.score}`,
      )
      assert.ok((second.body.fixes as unknown[]).length > (kept.body.fixes as unknown[]).length)
      const metrics = await app.call('GET /gbp/metrics?from=2026-10-01&to=2026-10-07', { key })
      const series = metrics.body.metrics as { metric: string; total: number; days: { value: number }[] }[]
      assert.equal(series.length, 11)
      for (const { total, days } of series) {
        assert.equal(days.length, 7)
        assert.equal(
          total,
          days.reduce((sum, { value }) => sum + value, 0),
        )
      }
      assert.equal((await app.call('POST /gbp/posts', { key, body: { summary: 'x' } })).status, 403)
      const wrong = await app.call('GET /gbp/audit?location_id=accounts/1/locations/1', { key })
      assert.equal(wrong.status, 404)
    })

    test('a post goes out once for one Idempotency-Key and is listed', async () => {
      const { key } = await connected()
      const body = { summary: 'Open day', topic_type: 'EVENT', event }
      const headers = { 'idempotency-key': crypto.randomUUID() }
      const made = await app.call('POST /gbp/posts', { key, body, headers })
      assert.deepEqual([made.status, made.body.state, made.body.simulated], [201, 'LIVE', true], made.text)
      const again = await app.call('POST /gbp/posts', { key, body, headers })
      assert.deepEqual(again.body, made.body)
      const listed = await app.call('GET /gbp/posts', { key })
      assert.equal((listed.body.posts as unknown[]).length, 1)
      const audited = await app.call('GET /gbp/audit', { key })
      const check = (audited.body.checks as { id: string; status: string }[]).find(
        ({ id }) => id === 'recent_post',
      )
      assert.equal(check?.status, 'pass')
    })

    test('without a connected account it is 409, and what Google refuses is told in our words and not charged', async () => {
      const { key } = await app.tenant()
      for (const route of ['GET /gbp/locations', 'GET /gbp/audit', 'GET /gbp/metrics']) {
        const answer = await app.call(route, { key })
        assert.deepEqual([answer.status, errorCode(answer)], [409, 'account_not_connected'])
      }
      for (const trigger of ['error', 'rate_limit', 'garbage']) {
        const tenant = await connected(`acme sandbox:${trigger}@api`)
        const answer = await app.call('GET /gbp/locations', { key: tenant.key })
        assert.deepEqual([answer.status, errorCode(answer)], [502, 'provider_failed'], answer.text)
        assert.equal((await app.usage(tenant.key)).actions_used, 0)
      }
    })

    test('of several Google accounts the one that is named is asked, and only one of the tenant’s own', async () => {
      const tenant = await app.tenant()
      const first = await connect(tenant, 'first')
      const second = await connect(tenant, 'second')
      const asked = async (more: string) => {
        const answer = await app.call(`GET /gbp/locations${more}`, { key: tenant.key })
        return (answer.body.locations as { id: string }[] | undefined)?.[0]?.id ?? errorCode(answer)
      }
      assert.equal(await asked(''), await asked(`?account_id=${second}`), 'the one connected last')
      assert.notEqual(await asked(`?account_id=${first}`), await asked(''))
      const stranger = await connect(await app.tenant(), 'third')
      assert.equal(await asked(`?account_id=${stranger}`), 'account_not_connected')
      const sync = { site: 'acme.com', account_id: stranger }
      const synced = await app.call('POST /seo/performance/sync', { key: tenant.key, body: sync })
      assert.deepEqual([synced.status, errorCode(synced)], [409, 'account_not_connected'])
    })

    test('access that Google refuses is 409 account_not_connected, on the map and in search', async () => {
      const { key } = await connected('acme sandbox:invalid_token@api')
      for (const [route, body] of [
        ['GET /gbp/locations', undefined],
        ['POST /seo/performance/sync', { site: 'acme.com' }],
      ] as const) {
        const refused = await app.call(route, { key, ...(body === undefined ? {} : { body }) })
        assert.deepEqual([refused.status, errorCode(refused)], [409, 'account_not_connected'], refused.text)
      }
    })

    test('days that have not been are a 400 and free, and so is a range that ends before it starts', async () => {
      const { key } = await connected()
      for (const query of [
        'from=2099-01-01&to=2099-01-07',
        'to=2099-01-07',
        'from=2099-01-01',
        'from=2026-10-07&to=2026-10-01',
        'from=2020-01-01&to=2026-10-01',
      ]) {
        const refused = await app.call(`GET /gbp/metrics?${query}`, { key })
        assert.deepEqual([refused.status, errorCode(refused)], [400, 'validation_failed'], query)
        assert.match(refused.text, /"(?:from|to): /)
      }
      const body = { site: 'acme.com', from: '2099-01-01', to: '2099-02-01' }
      assert.equal((await app.call('POST /seo/performance/sync', { key, body })).status, 400)
      assert.equal((await app.usage(key)).actions_used, 0)
    })

    test('of a wider property only the rows of the site are kept', async () => {
      const { key } = await connected()
      const body = {
        site: 'blog.acme.com',
        property: 'sc-domain:acme.com',
        from: '2026-10-01',
        to: '2026-10-02',
      }
      const answer = await app.call('POST /seo/performance/sync', { key, body })
      assert.deepEqual([answer.status, answer.body.rows], [200, 0], answer.text)
      assert.ok(Number(answer.body.skipped) > 0)
    })

    test('Search Console is synced, repeated without doubling, and feeds decay and cannibalization', async () => {
      const { key } = await connected()
      const body = { site: 'acme.com', from: '2026-08-01', to: '2026-11-10' }
      const first = await app.call('POST /seo/performance/sync', { key, body })
      assert.deepEqual(
        [first.status, first.body.complete, first.body.simulated],
        [200, true, true],
        first.text,
      )
      assert.ok(Number(first.body.rows) > 400)
      const second = await app.call('POST /seo/performance/sync', { key, body })
      assert.equal(second.body.rows, first.body.rows)
      const decay = await app.call('GET /seo/content-decay', { key })
      const pages = decay.body.pages as { page: string; cause: string }[]
      assert.ok(
        pages.some(({ page, cause }) => page === 'https://acme.com/crm' && cause === 'rank'),
        decay.text,
      )
      const shared = await app.call('GET /seo/cannibalization', { key })
      assert.deepEqual(
        (shared.body.queries as { query: string }[]).map(({ query }) => query),
        ['best crm'],
      )
      const stranger = await app.tenant()
      const none = await app.call('POST /seo/performance/sync', { key: stranger.key, body })
      assert.deepEqual([none.status, errorCode(none)], [409, 'account_not_connected'])
    })
  })
}

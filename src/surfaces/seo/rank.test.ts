import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { eventually } from '../../../test/eventually.ts'
import { errorCode, STORES, startApp, type TestApp } from '../../../test/harness.ts'
import { belongsTo } from '../../kernel/domain.ts'
import type { SerpPage } from '../../providers/serp/types.ts'
import { sql } from '../../store/sql.ts'
import { rankOn } from './rank-rules.ts'

const where = { keyword: 'best crm', location: 'United States', device: 'desktop' } as const

function page(urls: string[], cited_urls: string[] = []): SerpPage {
  return {
    organic: urls.map((url, index) => ({
      position: index + 1,
      absolute_position: index + 3,
      url,
      domain: new URL(url).hostname,
      title: `Title ${index + 1}`,
      snippet: null,
    })),
    features: ['ai_overview'],
    ai_overview: { present: true, cited_urls },
    depth: 50,
    cost_micros: 1,
  }
}

test('www and subdomains count as the domain, a look-alike does not', () => {
  for (const host of ['acme.com', 'www.acme.com', 'blog.acme.com', 'ACME.com.', 'a.b.acme.com'])
    assert.ok(belongsTo(host, 'acme.com'), host)
  for (const host of ['notacme.com', 'acme.com.evil.org', 'acme.co', 'acme', ''])
    assert.ok(!belongsTo(host, 'acme.com'), host)
  assert.ok(belongsTo('shop.acme.com', 'www.acme.com'), 'www. in what was asked means the domain')
  assert.ok(belongsTo('münchen.de', 'xn--mnchen-3ya.de'))
})

test('the best place counts, all places are listed, and a citation is noticed', () => {
  const found = rankOn(
    page(
      ['https://notacme.com/', 'https://blog.acme.com/a', 'https://globex.com/', 'https://acme.com/b'],
      ['https://www.acme.com/x'],
    ),
    { ...where, domain: 'acme.com' },
  )
  assert.deepEqual(
    [found.found, found.position, found.absolute_position, found.url],
    [true, 2, 4, 'https://blog.acme.com/a'],
  )
  assert.deepEqual(
    found.all_matches.map(({ position }) => position),
    [2, 4],
  )
  assert.deepEqual(found.ai_overview, { present: true, cited: true })
})

test('a domain that is not there has no position, and nothing is made up', () => {
  const found = rankOn(page(['https://notacme.com/']), { ...where, domain: 'acme.com' })
  assert.deepEqual(
    [found.found, found.position, found.absolute_position, found.url, found.title, found.all_matches],
    [false, null, null, null, null, []],
  )
  assert.equal(found.ai_overview.cited, false)
})

for (const store of STORES) {
  describe(`rank on ${store}`, () => {
    let app: TestApp
    before(async () => {
      app = await startApp({ store, sandbox: { day: '2026-10-20' } })
    })
    after(() => app.close())

    test('defaults are United States and desktop, and the domain is read into its one spelling', async () => {
      const { key } = await app.tenant()
      const answer = await app.call('POST /seo/rank', {
        key,
        body: { keyword: 'best crm', domain: 'ACME.com.' },
      })
      assert.equal(answer.status, 200, answer.text)
      assert.deepEqual(
        [answer.body.location, answer.body.device, answer.body.domain, answer.body.simulated],
        ['United States', 'desktop', 'acme.com', true],
      )
      assert.equal(answer.body.cost_usd, 0.02)
      assert.equal((await app.usage(key)).cost_usd_period, 0.02)
    })

    test('a domain with a protocol, a path, spaces or a port is validation_failed and free', async () => {
      const { key } = await app.tenant()
      for (const domain of [
        'https://acme.com',
        'acme.com/crm',
        'acme .com',
        ' acme.com',
        'acme.com:80',
        'acme',
        '',
      ]) {
        const answer = await app.call('POST /seo/rank', { key, body: { keyword: 'crm', domain } })
        assert.equal(answer.status, 400, domain)
        assert.equal(errorCode(answer), 'validation_failed')
        assert.match(answer.text, /domain: /)
      }
      assert.equal((await app.usage(key)).actions_used, 0)
    })

    test('a search provider that fails is a 502 in our words, and the charge is given back', async () => {
      const { key } = await app.tenant()
      for (const trigger of ['error', 'rate_limit', 'garbage', 'invalid_token']) {
        const body = { keyword: `crm sandbox:${trigger}`, domain: 'acme.com' }
        const answer = await app.call('POST /seo/rank', { key, body })
        assert.equal(answer.status, 502, answer.text)
        assert.equal(errorCode(answer), 'provider_failed')
      }
      const usage = await app.usage(key)
      assert.deepEqual([usage.actions_used, usage.cost_usd_period], [0, 0])
    })

    test('what was looked up is read again for free by a tenant that is free meanwhile', async () => {
      const { id, key } = await app.tenant()
      await app.call('POST /seo/rank', { key, body: { keyword: 'best crm', domain: 'acme.com' } })
      await app.db.run(sql`update tenants set tier = 'free' where id = ${id}`)
      await app.db.transaction((tx) => tx.notify('keys', id))
      const cached = await eventually(async () => {
        const answer = await app.call('GET /seo/rankings?domain=acme.com', { key })
        return answer.status === 200 ? answer : null
      })
      const rankings = cached.body.rankings as { keyword: string; tracked: boolean }[]
      assert.deepEqual(
        rankings.map(({ keyword, tracked }) => [keyword, tracked]),
        [['best crm', false]],
      )
      const live = await app.call('POST /seo/rank', { key, body: { keyword: 'crm', domain: 'acme.com' } })
      assert.equal(live.status, 403)
    })

    test('a tracked keyword is checked again when its time comes, is charged for it, and stops when removed', async () => {
      const { id, key } = await app.tenant()
      const body = { keyword: 'best crm', domain: 'acme.com', schedule: 'daily' }
      const made = await app.call('POST /seo/keywords', { key, body })
      assert.equal(made.status, 201, made.text)
      const twice = await app.call('POST /seo/keywords', { key, body: { ...body, schedule: 'weekly' } })
      assert.deepEqual([twice.body.id, twice.body.schedule], [made.body.id, 'weekly'])
      assert.equal(await jobs(id), 1, 'tracked twice is one chain of checks')
      await app.db.run(sql`update jobs set due_at = herald_now() where tenant_id = ${id}`)
      await app.db.transaction((tx) => tx.notify('jobs', 'seo-keywords'))
      const history = await eventually(async () => {
        const answer = await app.call(`GET /seo/keywords/${made.body.id}/history`, { key })
        const rows = answer.body.history as { checked_at: string }[]
        return rows.length === 3 ? rows : null
      })
      assert.ok(history[0] !== undefined && history[2] !== undefined)
      assert.ok(history[0].checked_at > history[2].checked_at, 'newest first')
      const events = await app.call('GET /usage/events?operation=seo.rank', { key })
      assert.equal((events.body.events as unknown[]).length, 1)
      const [next] = await app.db.rows<{ days: number }>(sql`
        select extract(epoch from due_at - herald_now())::float8 / 86400 as days from jobs where tenant_id = ${id}`)
      assert.ok(next !== undefined && next.days > 6.9 && next.days <= 7, 'the new schedule counts')
      assert.equal((await app.call(`DELETE /seo/keywords/${made.body.id}`, { key })).status, 204)
      await app.db.run(sql`update jobs set due_at = herald_now() where tenant_id = ${id}`)
      await app.db.transaction((tx) => tx.notify('jobs', 'seo-keywords'))
      await eventually(async () => (await jobs(id)) === 0)
    })

    test('a keyword is the same however it is written, and is shown as it was written', async () => {
      const { key } = await app.tenant()
      const rank = (keyword: string, location: string) =>
        app.call('POST /seo/rank', { key, body: { keyword, domain: 'acme.com', location } })
      await rank('Best CRM', 'United States')
      const again = await rank('  best \u00a0 crm', 'united  states')
      assert.deepEqual([again.body.keyword, again.body.location], ['best \u00a0 crm', 'united  states'])
      await rank('ＢＥＳＴ　c\u200brm', 'United States')
      const unseen = await rank('\u200b', 'United States')
      assert.deepEqual([unseen.status, errorCode(unseen)], [400, 'validation_failed'])
      await rank('best crms', 'United States')
      const body = { keyword: 'BEST crm', domain: 'acme.com', schedule: 'daily' }
      const tracked = await app.call('POST /seo/keywords', { key, body })
      assert.equal(tracked.body.keyword, 'Best CRM')
      const { body: listed } = await app.call('GET /seo/rankings', { key })
      assert.equal((listed.rankings as unknown[]).length, 2)
      const history = await app.call(`GET /seo/keywords/${tracked.body.id}/history`, { key })
      assert.equal((history.body.history as unknown[]).length, 4)
    })

    test('untracking keeps what was looked up, and tracking again is one chain of checks', async () => {
      const { id, key } = await app.tenant()
      const target = { keyword: 'best crm', domain: 'acme.com' }
      await app.call('POST /seo/rank', { key, body: target })
      const track = () => app.call('POST /seo/keywords', { key, body: { ...target, schedule: 'daily' } })
      const made = await track()
      const route = `/seo/keywords/${made.body.id}`
      assert.equal((await app.call(`DELETE ${route}`, { key })).status, 204)
      assert.equal((await app.call(`DELETE ${route}`, { key })).status, 404, 'it is not tracked any more')
      assert.deepEqual((await app.call('GET /seo/keywords', { key })).body.keywords, [])
      const { body } = await app.call('GET /seo/rankings', { key })
      const rankings = body.rankings as { keyword_id: string; tracked: boolean }[]
      assert.deepEqual(
        rankings.map(({ keyword_id, tracked }) => [keyword_id, tracked]),
        [[made.body.id, false]],
      )
      assert.equal((await track()).body.id, made.body.id)
      assert.equal(await jobs(id), 2, 'the check of the first tracking is still queued')
      const used = Number((await app.usage(key)).actions_used)
      await app.db.run(sql`update jobs set due_at = herald_now() where tenant_id = ${id}`)
      await app.db.transaction((tx) => tx.notify('jobs', 'seo-keywords'))
      const due = sql`select 1 from jobs where tenant_id = ${id} and due_at < herald_now() + interval '1 hour'`
      await eventually(async () => (await app.db.rows(due)).length === 0)
      assert.equal(await jobs(id), 1)
      assert.equal((await app.usage(key)).actions_used, used + 1, 'only one of them checked, and went on')
    })

    async function jobs(tenantId: string): Promise<number> {
      const row = await app.db.row<{ n: number }>(
        sql`select count(*)::int as n from jobs where tenant_id = ${tenantId}`,
      )
      return row?.n ?? 0
    }
  })
}

test('live without a search provider it is 503 serp_unconfigured, and the charge is given back', async () => {
  const app = await startApp({ store: 'PGlite', env: { HERALD_MODE: 'live' } })
  try {
    const { key } = await app.tenant()
    const answer = await app.call('POST /seo/rank', { key, body: { keyword: 'crm', domain: 'acme.com' } })
    assert.equal(answer.status, 503, answer.text)
    assert.equal(errorCode(answer), 'serp_unconfigured')
    assert.equal((await app.usage(key)).actions_used, 0)
    const minted = await app.call('POST /api-keys', { key, body: { kind: 'test' } })
    const tested = await app.call('POST /seo/rank', {
      key: String(minted.body.api_key),
      body: { keyword: 'crm', domain: 'acme.com' },
    })
    assert.deepEqual([tested.status, tested.body.simulated, tested.body.cost_usd], [200, true, 0])
  } finally {
    await app.close()
  }
})

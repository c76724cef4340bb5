/** Every documented reply of both search vendors, and what it becomes. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { FailureCode, HttpReply, Outcome, Verdict } from '../contract.ts'
import { replyFrom } from '../engines/fixtures/load.ts'
import * as dataForSeo from './dataforseo.ts'
import * as serpApi from './serpapi.ts'
import type { RankQuery } from './types.ts'

const account = {
  api_key: 'login:password',
  base_url: 'https://vendor.example',
  timeout_ms: 1_000,
  lane: 'test',
}
const query: RankQuery = { keyword: 'best crm', location: 'United States', device: 'desktop', depth: 50 }

function fixture(vendor: string, name: string): HttpReply {
  const file = JSON.parse(readFileSync(new URL(`fixtures/${vendor}.json`, import.meta.url), 'utf8'))
  return replyFrom(file[name])
}

function read<T>(outcome: Outcome<T>): T {
  assert.ok(outcome.ok, JSON.stringify(outcome))
  return outcome.value
}

test('dataforseo: organic results keep both ranks, advertisements and boxes are features, citations are read', () => {
  const page = read(dataForSeo.parseRank(fixture('dataforseo', 'organic'), query, account))
  assert.deepEqual(
    page.organic.map(({ position, absolute_position, domain }) => [position, absolute_position, domain]),
    [
      [1, 3, 'www.notacme.com'],
      [2, 5, 'blog.acme.com'],
      [3, 7, 'acme.com'],
    ],
  )
  assert.deepEqual(page.features, ['ai_overview', 'paid', 'people_also_ask', 'featured_snippet'])
  assert.deepEqual(page.ai_overview, { present: true, cited_urls: ['https://www.acme.com/crm'] })
  assert.equal(page.cost_micros, 9_500)
})

test('dataforseo: a search without results is an empty page, not a failure', () => {
  const page = read(dataForSeo.parseRank(fixture('dataforseo', 'no_results'), query, account))
  assert.deepEqual([page.organic, page.features, page.ai_overview.present], [[], [], false])
})

test('dataforseo: places are ranked without the advertisements among them', () => {
  const { places } = read(dataForSeo.parseMaps(fixture('dataforseo', 'maps'), account))
  assert.deepEqual(
    places.map(({ rank, title, url, place_id }) => [rank, title, url, place_id]),
    [
      [1, 'Globex Plumbing', 'https://globex.com/austin', 'ChIJ1'],
      [2, 'Acme', null, 'ChIJ2'],
    ],
  )
})

test('serpapi: pages are put together, positions go on where the page before ended, and each search is paid for', () => {
  const pages = ['page_1', 'page_2'].map((name) => read(serpApi.parsePage(fixture('serpapi', name), account)))
  const page = serpApi.mapPages(pages, query)
  assert.equal(page.organic.length, 11)
  assert.deepEqual([page.organic[10]?.position, page.organic[10]?.domain], [11, 'acme.com'])
  assert.deepEqual(page.features, ['ai_overview', 'featured_snippet', 'people_also_ask'])
  assert.deepEqual(page.ai_overview, { present: true, cited_urls: ['https://www.acme.com/crm'] })
  assert.equal(page.cost_micros, 30_000)
})

test('serpapi: a page of fewer than ten results leaves no gap in the positions', () => {
  const page = (results: number) => ({
    search_metadata: { status: 'Success' },
    organic_results: Array.from({ length: results }, (_, index) => ({
      position: index + 1,
      link: `https://r${index}.example/`,
      title: 'R',
    })),
  })
  const { organic } = serpApi.mapPages([page(8), page(10)], query)
  assert.deepEqual(
    organic.map(({ position }) => position),
    Array.from({ length: 18 }, (_, index) => index + 1),
  )
})

test('serpapi: a search without results is an empty page, and places are read', () => {
  const empty = read(serpApi.parsePage(fixture('serpapi', 'no_results'), account))
  assert.deepEqual(serpApi.mapPages([empty], query).organic, [])
  const { places } = read(serpApi.parseMaps(fixture('serpapi', 'maps'), account))
  assert.deepEqual(
    places.map(({ rank, title, url }) => [rank, title, url]),
    [
      [1, 'Globex Plumbing', 'https://globex.com/austin'],
      [2, 'Acme', null],
    ],
  )
})

test('places are named as each vendor lists them', () => {
  const asked = { ...query, location: 'Austin, Texas, us' }
  const [task] = JSON.parse(String(dataForSeo.rankRequest(asked, account).body))
  assert.equal(task.location_name, 'Austin,Texas,United States')
  assert.deepEqual([task.device, task.depth, task.language_code], ['desktop', 50, 'en'])
  const url = new URL(serpApi.rankRequest(asked, 10, account).url)
  assert.equal(url.searchParams.get('location'), 'Austin, Texas, United States')
  assert.deepEqual([url.searchParams.get('gl'), url.searchParams.get('start')], ['us', '10'])
  const [point] = JSON.parse(
    String(dataForSeo.mapsRequest({ keyword: 'plumber', lat: 30.27, lng: -97.74, zoom: 15 }, account).body),
  )
  assert.equal(point.location_coordinate, '30.27,-97.74,15z')
})

const EXPECTED: Record<string, [Verdict, FailureCode]> = {
  wrong_key: ['reconnect', 'invalid_credentials'],
  rate_limit: ['retry_later', 'rate_limited'],
  bad_location: ['rejected', 'invalid_request'],
}

for (const [name, expected] of Object.entries(EXPECTED)) {
  test(`both vendors: ${name} gets its verdict`, () => {
    for (const outcome of [
      dataForSeo.parseRank(fixture('dataforseo', name), query, account),
      dataForSeo.parseMaps(fixture('dataforseo', name), account),
      serpApi.parsePage(fixture('serpapi', name), account),
      serpApi.parseMaps(fixture('serpapi', name), account),
    ]) {
      assert.ok(!outcome.ok)
      assert.deepEqual([outcome.verdict, outcome.code], expected)
    }
  })
}

/** Every documented refusal of every vendor, and the verdict it becomes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EngineAdapter, FailureCode, Verdict } from '../contract.ts'
import { dataForSeoOverview } from './dataforseo.ts'
import { fixture, replyFrom, settings } from './fixtures/load.ts'
import { engines } from './index.ts'
import { serpApiOverview } from './serpapi.ts'

const ADAPTERS: Record<string, EngineAdapter> = {
  ...engines,
  dataforseo: dataForSeoOverview,
  serpapi: serpApiOverview,
}

const KEY: [Verdict, FailureCode] = ['reconnect', 'invalid_credentials']
const CREDIT: [Verdict, FailureCode] = ['reconnect', 'out_of_credit']
const FORBIDDEN: [Verdict, FailureCode] = ['reconnect', 'forbidden']
const RATE: [Verdict, FailureCode] = ['retry_later', 'rate_limited']
const BUSY: [Verdict, FailureCode] = ['retry_later', 'overloaded']
const SERVER: [Verdict, FailureCode] = ['retry_later', 'server_error']
const BAD: [Verdict, FailureCode] = ['rejected', 'invalid_request']
const ABSENT: [Verdict, FailureCode] = ['rejected', 'not_found']

const EXPECTED: Record<string, Record<string, [[Verdict, FailureCode], number?]>> = {
  chatgpt: {
    wrong_key: [KEY],
    rate_limit: [RATE, 72_000],
    failed_inside: [RATE],
    out_of_credit: [CREDIT],
    bad_request: [BAD],
    no_model: [ABSENT],
    server: [SERVER],
    overloaded: [BUSY, 3_000],
  },
  grok: { wrong_key: [KEY], rate_limit: [RATE, 8_000], gone: [ABSENT], bad_request: [BAD], server: [SERVER] },
  metaai: { wrong_key: [KEY], rate_limit: [RATE, 30_000], server: [SERVER] },
  claude: {
    wrong_key: [KEY],
    forbidden: [FORBIDDEN],
    rate_limit: [RATE, 17_000],
    out_of_credit: [CREDIT],
    bad_request: [BAD],
    overloaded: [BUSY],
    server: [SERVER],
  },
  deepseek: {
    wrong_key: [KEY],
    out_of_credit: [CREDIT],
    rate_limit: [RATE],
    overloaded: [BUSY],
    bad_request: [BAD],
  },
  gemini: {
    wrong_key: [KEY],
    rate_limit: [RATE, 22_500],
    forbidden: [FORBIDDEN],
    bad_request: [BAD],
    overloaded: [BUSY],
    server: [SERVER],
  },
  perplexity: {
    wrong_key: [KEY],
    rate_limit: [RATE, 4_000],
    bad_request: [BAD],
    server: [SERVER],
    failed_inside: [SERVER],
  },
  dataforseo: {
    wrong_key: [KEY],
    payment: [CREDIT],
    rate_limit: [RATE, 60_000],
    out_of_credit: [CREDIT],
    bad_request: [BAD],
    google_failed: [SERVER],
    not_loaded: [SERVER],
    server: [SERVER],
  },
  serpapi: {
    wrong_key: [KEY],
    rate_limit: [RATE],
    out_of_credit: [CREDIT],
    bad_request: [BAD],
    search_error: [SERVER],
    server: [BUSY],
  },
}

for (const [vendor, cases] of Object.entries(EXPECTED)) {
  test(`${vendor}: every refusal gets its verdict and the vendor's wait`, () => {
    for (const [name, [[verdict, code], wait]] of Object.entries(cases)) {
      const outcome = ADAPTERS[vendor]?.parse(fixture(vendor, name), settings())
      assert.ok(outcome !== undefined && !outcome.ok, name)
      assert.deepEqual([outcome.verdict, outcome.code, outcome.retry_after_ms], [verdict, code, wait], name)
    }
  })
}

test("a vendor's own words stay out of the message, and secrets out of the log", () => {
  const key = 'secret-key-123'
  const reply = replyFrom({
    status: 401,
    headers: {},
    body: { error: { message: `Bad key ${key} for org-9` } },
  })
  for (const adapter of Object.values(ADAPTERS)) {
    const outcome = adapter.parse(reply, settings({ api_key: key }))
    assert.ok(!outcome.ok)
    assert.ok(!outcome.message.includes('org-9') && !JSON.stringify(outcome).includes(key))
  }
})

test('what cannot be read is unknown, since it may have been charged', () => {
  const garbage = ['', '{', '[]', 'null', '{"ok":true}', '<html>hello</html>', '{"output":"no","content":7}']
  for (const [name, adapter] of Object.entries(ADAPTERS)) {
    for (const raw of garbage) {
      const outcome = adapter.parse(replyFrom({ status: 200, headers: {}, raw }), settings())
      assert.ok(!outcome.ok, `${name} ${raw}`)
      assert.deepEqual([outcome.verdict, outcome.code], ['unknown', 'bad_response'], `${name} ${raw}`)
    }
  }
})

test('a failing status with an unreadable body is judged by the status', () => {
  for (const adapter of Object.values(ADAPTERS)) {
    const outcome = adapter.parse(replyFrom({ status: 502, headers: {}, raw: '<html>' }), settings())
    assert.ok(!outcome.ok)
    assert.deepEqual([outcome.verdict, outcome.code, outcome.status], ['retry_later', 'server_error', 502])
  }
})

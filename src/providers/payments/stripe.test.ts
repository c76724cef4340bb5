import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { createGuardedCaller, type GuardedCaller } from '../guarded-caller.ts'
import type { Payments } from './contract.ts'
import { createStripe } from './stripe.ts'

const KEY = 'sk_test_KeyOfThisTest0123456789'
const ORDER = {
  tier: 'pro',
  email: 'you@example.com',
  customer_id: null,
  success_url: 'https://example.com/done?id={CHECKOUT_SESSION_ID}',
  cancel_url: 'https://example.com/back',
  tenant_id: null,
  starts: null,
} as const

type Answer = { status: number; body: string; headers?: Record<string, string> } | 'cut'

describe('Stripe as a provider', () => {
  let server: Server
  let caller: GuardedCaller
  let payments: Payments
  let answer: Answer
  let asked: { path: string; body: string; headers: NodeJS.Dict<string | string[]> }[] = []

  before(async () => {
    server = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      asked.push({ path: request.url ?? '', body, headers: request.headers })
      if (answer === 'cut') return void response.destroy()
      response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
      response.end(answer.body)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    caller = createGuardedCaller()
    const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/under/a/path`
    const prices = { pro: 'price_1' }
    payments = createStripe(
      {
        secret_key: KEY,
        webhook_secret: 'whsec_x',
        prices,
        base_url,
        meter_event_name: 'm',
        simulated: false,
      },
      caller,
    )
  })
  after(async () => {
    await caller.close()
    server.close()
  })

  async function order(next: Answer) {
    asked = []
    answer = next
    return payments.createCheckout(ORDER)
  }
  const refusal = (status: number, type: string): Answer => ({
    status,
    body: JSON.stringify({ error: { type, message: `Invalid API Key provided: ${KEY}` } }),
    headers: { 'stripe-should-retry': 'false' },
  })

  test('what is sent is what Stripe documents, under any base address, in the pinned version', async () => {
    const body = JSON.stringify({ id: 'cs_1', url: 'https://pay.example', expires_at: 1_793_500_000 })
    const made = await order({ status: 200, body })
    assert.deepEqual(made, {
      ok: true,
      value: {
        session_id: 'cs_1',
        checkout_url: 'https://pay.example',
        expires_at: '2026-11-01T02:26:40.000Z',
      },
    })
    const sent = new URLSearchParams(asked[0]?.body)
    assert.equal(asked[0]?.path, '/under/a/path/v1/checkout/sessions')
    assert.equal(asked[0]?.headers['stripe-version'], '2026-10-28.endive')
    assert.equal(sent.get('mode'), 'subscription')
    assert.equal(sent.get('line_items[0][price]'), 'price_1')
    assert.equal(sent.get('customer_email'), 'you@example.com')
    assert.equal(sent.get('subscription_data[metadata][tier]'), 'pro')
  })

  test('every failure is a verdict, and never quotes a key', async () => {
    const cases: [Answer, string, string][] = [
      [refusal(401, 'invalid_request_error'), 'reconnect', 'invalid_credentials'],
      [refusal(403, 'invalid_request_error'), 'reconnect', 'invalid_credentials'],
      [refusal(429, 'invalid_request_error'), 'retry_later', 'rate_limited'],
      [refusal(400, 'invalid_request_error'), 'rejected', 'invalid_request'],
      [refusal(404, 'invalid_request_error'), 'rejected', 'not_found'],
      [refusal(500, 'api_error'), 'retry_later', 'server_error'],
      [{ status: 200, body: '{"id": "cs_', headers: {} }, 'retry_later', 'server_error'],
      [{ status: 200, body: '{"id":"cs_1","url":null,"expires_at":1}' }, 'unknown', 'bad_response'],
      ['cut', 'retry_later', 'connection_reset'],
    ]
    for (const [next, verdict, code] of cases) {
      const outcome = await order(next)
      assert.ok(!outcome.ok, code)
      assert.deepEqual([outcome.verdict, outcome.code], [verdict, code])
      assert.ok(!JSON.stringify(outcome).includes(KEY), code)
    }
  })

  test('a write that was cut off is sent again under the same idempotency key', async () => {
    await order('cut')
    const keys = new Set(asked.map(({ headers }) => headers['idempotency-key']))
    assert.equal(asked.length, 3)
    assert.equal(keys.size, 1)
    assert.ok(!keys.has(undefined))
  })

  test('a plan that begins later is a trial, or within two days a billing cycle that begins then for nothing', async () => {
    const now = '2026-11-01T00:00:00.000Z'
    const begins = async (at: string) => {
      asked = []
      answer = refusal(400, 'invalid_request_error')
      await payments.createCheckout({ ...ORDER, starts: { at, now } })
      const fields = new URLSearchParams(asked[0]?.body)
      return ['trial_end', 'billing_cycle_anchor', 'proration_behavior'].map((name) =>
        fields.get(`subscription_data[${name}]`),
      )
    }
    const seconds = (at: string) => String(Date.parse(at) / 1000)
    const [far, near, next] = ['2026-11-20T00:00:00Z', '2026-11-02T00:00:00Z', '2026-11-01T00:10:00Z']
    assert.deepEqual(await begins(far), [seconds(far), null, null])
    assert.deepEqual(await begins(near), [null, seconds(near), 'none'])
    assert.deepEqual(await begins(next), [null, null, null])
  })

  test('ending what is gone and repeating a report that was taken are successes', async () => {
    answer = refusal(404, 'invalid_request_error')
    assert.equal((await payments.cancelSubscription('sub_gone')).ok, true)
    assert.equal((await payments.endSubscription('sub_gone')).ok, true)
    const message = 'An event already exists with identifier x.'
    answer = { status: 400, body: JSON.stringify({ error: { type: 'invalid_request_error', message } }) }
    const report = { identifier: 'x', customer_id: 'cus_1', value: 5, at: '2026-11-01T00:00:00.000Z' }
    assert.equal((await payments.reportUsage?.(report))?.ok, true)
  })
})

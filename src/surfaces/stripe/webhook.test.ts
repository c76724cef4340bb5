import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { eventually } from '../../../test/eventually.ts'
import { errorCode, STORES, startApp, type TestApp } from '../../../test/harness.ts'
import { stripeSignature, subscriptionEvent } from '../../../test/payments.ts'
import { insertSession } from '../../billing/store.ts'
import type { PaidTier } from '../../kernel/plans.ts'

const SECRET = 'whsec_of_this_test'
const LIVE = {
  HERALD_MODE: 'live',
  STRIPE_SECRET_KEY: 'sk_test_of_this_test',
  STRIPE_WEBHOOK_SECRET: SECRET,
  STRIPE_PRICE_HOBBY: 'price_1hobby',
  STRIPE_PRICE_PRO: 'price_1pro',
  STRIPE_PRICE_SCALE: 'price_1scale',
}
const NOW = Math.floor(Date.now() / 1000)
let serial = 0

/** What Stripe sends when a page was paid on. */
function paidEvent(session: string, subscription: string, created = NOW): string {
  const object = {
    id: session,
    object: 'checkout.session',
    payment_status: 'paid',
    customer: 'cus_test',
    subscription,
    customer_email: null,
    customer_details: { email: `${session}@example.com` },
  }
  const event = { id: `evt_paid_${session}`, object: 'event', type: 'checkout.session.completed', created }
  return JSON.stringify({ ...event, livemode: false, data: { object } })
}

function failedEvent(id: string, subscription: string, created: number): string {
  const parent = { type: 'subscription_details', subscription_details: { subscription } }
  const object = { id: 'in_1', object: 'invoice', parent }
  return JSON.stringify({ id, object: 'event', type: 'invoice.payment_failed', created, data: { object } })
}

for (const store of STORES) {
  describe(`events of Stripe on ${store}`, () => {
    let app: TestApp

    before(async () => {
      app = await startApp({ store, env: LIVE })
    })
    after(() => app.close())

    const deliver = (raw: string, signature = stripeSignature(raw, SECRET)) =>
      app.call('POST /stripe/webhook', { raw, headers: { 'stripe-signature': signature } })
    const tierOf = async (key: string) => (await app.usage(key)).tier as unknown
    const pendingOf = (id: string) =>
      app.db.row<{ pending_tier: string | null; pending_at: string | null }>({
        name: 'pending_of',
        text: 'select pending_tier, pending_at from tenants where id = $1',
        values: [id],
      })

    /** A tenant with a checkout under way. */
    async function ordered(tier: PaidTier = 'pro') {
      const tenant = await app.tenant({ tier: 'free' })
      const number = ++serial
      const session = `cs_test_${number}`
      const expires_at = new Date(Date.now() + 86_400_000).toISOString()
      await app.db.transaction((tx) =>
        insertSession(tx, { id: session, tenant_id: tenant.id, tier, email: null, expires_at }),
      )
      return { ...tenant, session, subscription: `sub_${number}` }
    }

    async function subscribed(tier: PaidTier = 'pro') {
      const tenant = await ordered(tier)
      assert.equal((await deliver(paidEvent(tenant.session, tenant.subscription))).status, 200)
      const price = `price_1${tier}`
      const body = subscriptionEvent(`evt_c_${tenant.session}`, 'customer.subscription.created', NOW, {
        id: tenant.subscription,
        price,
      })
      assert.equal((await deliver(body)).status, 200)
      return tenant
    }

    test('a missing, wrong, foreign or old signature is 400 and has no effect', async () => {
      const tenant = await ordered()
      const body = paidEvent(tenant.session, tenant.subscription)
      const old = stripeSignature(body, SECRET, NOW - 3_600)
      const forged = ['', 'nonsense', 't=1,v1=00', stripeSignature(body, 'whsec_other'), old]
      for (const signature of [...forged, stripeSignature(`${body} `, SECRET)]) {
        const answer = await deliver(body, signature)
        assert.equal(answer.status, 400, signature)
        assert.equal(errorCode(answer), 'bad_request')
      }
      assert.equal((await app.call('POST /stripe/webhook', { raw: body })).status, 400)
      assert.equal(await tierOf(tenant.key), 'free')
    })

    test('the same events five times each, at once and in every order, have one effect', async () => {
      const made = await Promise.all(
        Array.from({ length: 6 }, async (_, order) => {
          const tenant = await ordered('pro')
          const s = { id: tenant.subscription, price: 'price_1pro' }
          const events = [
            subscriptionEvent(`evt_1_${tenant.session}`, 'customer.subscription.created', NOW, {
              ...s,
              status: 'incomplete',
            }),
            paidEvent(tenant.session, tenant.subscription, NOW),
            subscriptionEvent(`evt_2_${tenant.session}`, 'customer.subscription.updated', NOW + 1, s),
            subscriptionEvent(`evt_3_${tenant.session}`, 'customer.subscription.updated', NOW + 2, {
              ...s,
              price: 'price_1scale',
            }),
          ]
          const five = events.flatMap((event) => Array.from({ length: 5 }, () => event))
          const shuffled = five.map((event, place) => ({ event, key: (place * 7 + order * 11) % 20 }))
          shuffled.sort((a, b) => a.key - b.key)
          const answers = await Promise.all(shuffled.map(({ event }) => deliver(event)))
          assert.ok(answers.every(({ status }) => status === 200))
          return tenant
        }),
      )
      for (const { id, key, session } of made) {
        assert.equal(await tierOf(key), 'scale')
        const text = `select (select count(*) from stripe_events where id like '%' || $2)::int as events,
          (select count(*) from api_keys where tenant_id = $1)::int as keys,
          (select count(*) from subscriptions where tenant_id = $1)::int as subscriptions`
        const counted = await app.db.row({ name: 'counted', text, values: [id, `_${session}`] })
        assert.deepEqual(counted, { events: 4, keys: 1, subscriptions: 1 })
      }
    })

    test('what is said late does not undo what was said later', async () => {
      const { key, subscription: id } = await subscribed('hobby')
      const up = { id, price: 'price_1scale' }
      await deliver(subscriptionEvent(`evt_up_${id}`, 'customer.subscription.updated', NOW + 10, up))
      const stale = { id, price: 'price_1hobby' }
      await deliver(subscriptionEvent(`evt_stale_${id}`, 'customer.subscription.updated', NOW + 5, stale))
      assert.equal(await tierOf(key), 'scale')
      const gone = { id, price: 'price_1scale', status: 'canceled' }
      await deliver(subscriptionEvent(`evt_gone_${id}`, 'customer.subscription.deleted', NOW + 20, gone))
      await deliver(subscriptionEvent(`evt_after_${id}`, 'customer.subscription.updated', NOW + 30, up))
      assert.equal(await tierOf(key), 'free')
    })

    test('a cheaper plan and a cancellation wait for the period’s end, and can be called off', async () => {
      const { id: tenantId, key, subscription: id } = await subscribed('scale')
      const period_end = NOW + 1_000_000
      const send = (name: string, at: number, s: object) =>
        deliver(
          subscriptionEvent(`evt_${name}_${id}`, 'customer.subscription.updated', at, {
            id,
            price: 'price_1scale',
            period_end,
            ...s,
          }),
        )
      await send('down', NOW + 10, { price: 'price_1hobby' })
      assert.equal(await tierOf(key), 'scale')
      assert.equal((await pendingOf(tenantId))?.pending_tier, 'hobby')
      await send('ends', NOW + 20, { ends: true })
      assert.deepEqual(await pendingOf(tenantId), {
        pending_tier: 'free',
        pending_at: new Date(period_end * 1000).toISOString(),
      })
      await send('resumed', NOW + 30, {})
      assert.equal((await pendingOf(tenantId))?.pending_tier, null)
      assert.equal(await tierOf(key), 'scale')
      const nearly = { ends: true, period_end: Math.floor(Date.now() / 1000) + 2 }
      await send('soon', NOW + 40, nearly)
      assert.equal(await tierOf(key), 'scale')
      await eventually(async () => (await tierOf(key)) === 'free')
    })

    test('a failed renewal ends what was paid for; a late payment brings it back', async () => {
      const { key, subscription: id } = await subscribed('pro')
      const paid = { id, price: 'price_1pro', period_end: NOW - 5 }
      await deliver(subscriptionEvent(`evt_paid_${id}`, 'customer.subscription.updated', NOW + 1, paid))
      assert.equal(await tierOf(key), 'pro')
      await deliver(failedEvent(`evt_failed_${id}`, id, NOW + 2))
      assert.equal(await tierOf(key), 'free')
      const again = { id, price: 'price_1pro' }
      await deliver(subscriptionEvent(`evt_again_${id}`, 'customer.subscription.updated', NOW + 3, again))
      assert.equal(await tierOf(key), 'pro')
    })

    test('a downgrade in the middle of traffic: the next request is confined, and nothing is spent after it', async () => {
      const { id: tenantId, key, subscription: id } = await subscribed('pro')
      const PAID = 'POST /seo/keywords'
      const ask = (n: number) =>
        app.call(PAID, { key, body: { keyword: `k${n}`, domain: 'acme.com', location: 'United States' } })
      let asked = 0
      let stop = false
      const load = Promise.all(
        Array.from({ length: 8 }, async () => {
          while (!stop) await ask(asked++)
        }),
      )
      await eventually(async () => asked > 30)
      const gone = { id, price: 'price_1pro', status: 'canceled' }
      await deliver(subscriptionEvent(`evt_mid_${id}`, 'customer.subscription.deleted', NOW + 20, gone))
      const next = await ask(-1)
      assert.equal(next.status, 403, next.text)
      stop = true
      await load
      const spent = async () => {
        const text = 'select count(*)::int as n from each_usage_event where tenant_id = $1'
        return (await app.db.row<{ n: number }>({ name: 'spent_by', text, values: [tenantId] }))?.n
      }
      const before = await spent()
      const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => ask(n)))
      assert.ok(answers.every((answer) => errorCode(answer) === 'forbidden'))
      assert.equal(await spent(), before)
    })

    test('a checkout that was not ours is taken note of and changes nothing', async () => {
      assert.equal((await deliver(paidEvent('cs_test_elsewhere', 'sub_elsewhere'))).status, 200)
      const other = JSON.stringify({
        id: 'evt_x',
        object: 'event',
        type: 'charge.refunded',
        created: NOW,
        data: {},
      })
      assert.equal((await deliver(other)).status, 200)
    })
  })
}

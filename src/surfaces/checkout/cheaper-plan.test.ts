import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { eventually } from '../../../test/eventually.ts'
import { STORES, startApp, type TestApp } from '../../../test/harness.ts'
import { paidTenant, payOnPage, startCheckout, stripeApi } from '../../../test/payments.ts'

const DAY = 86_400
type Item = { current_period_end: number }
type Subscription = Record<string, unknown> & { id: string; items: { data: Item[] } }

for (const store of STORES) {
  describe(`a cheaper plan on ${store}`, () => {
    let app: TestApp
    before(async () => {
      app = await startApp({ store })
    })
    after(() => app.close())

    const tierOf = async (key: string) => (await app.usage(key)).tier as unknown
    const subscription = (id: string) =>
      stripeApi(app, `GET /v1/subscriptions/${id}`) as Promise<Subscription>
    async function bought(tier: string, key: string) {
      const started = await startCheckout(app, tier, { key })
      await payOnPage(started)
      const session = await stripeApi(app, `GET /v1/checkout/sessions/${started.session_id}`)
      return { started, session, subscription: await subscription(String(session.subscription)) }
    }
    const clockAt = (seconds: number) =>
      app.db.script(`create or replace function herald_now() returns timestamptz language sql volatile
        as 'select clock_timestamp() + interval ''${seconds} seconds'''`)

    test('begins when the dearer one that is paid for is over, and costs nothing before', async () => {
      const payer = await paidTenant(app, 'scale')
      const period_end = (await subscription(payer.subscription)).items.data[0]?.current_period_end ?? 0
      const { started, session, subscription: cheaper } = await bought('hobby', payer.key)
      assert.equal(started.starts_at, new Date(period_end * 1000).toISOString())
      assert.equal(await tierOf(payer.key), 'scale')
      assert.equal(session.payment_status, 'no_payment_required')
      assert.deepEqual([cheaper.status, cheaper.items.data[0]?.current_period_end], ['trialing', period_end])
      await eventually(async () => (await subscription(payer.subscription)).cancel_at_period_end === true)
      assert.equal((await subscription(payer.subscription)).status, 'active')
      await clockAt(31 * DAY)
      await eventually(async () => (await tierOf(payer.key)) === 'hobby')
      await clockAt(0)
    })

    test('called off before it began leaves the dearer one until the end of what was paid for', async () => {
      const payer = await paidTenant(app, 'scale')
      const { subscription: cheaper } = await bought('pro', payer.key)
      await stripeApi(app, `DELETE /v1/subscriptions/${cheaper.id}`)
      assert.equal(await tierOf(payer.key), 'scale')
      await clockAt(31 * DAY)
      await eventually(async () => (await tierOf(payer.key)) === 'free')
      await clockAt(0)
    })

    test('on a page that was opened before the dearer one was bought takes no paid time either', async () => {
      const free = await app.tenant({ tier: 'free' })
      const early = await startCheckout(app, 'hobby', { key: free.key })
      await bought('scale', free.key)
      await payOnPage(early)
      assert.equal(await tierOf(free.key), 'scale')
    })

    test('is forgotten when a dearer one is bought after all, and nobody pays for both', async () => {
      const payer = await paidTenant(app, 'pro')
      const { subscription: cheaper } = await bought('hobby', payer.key)
      await bought('agency', payer.key)
      assert.equal(await tierOf(payer.key), 'agency')
      for (const id of [payer.subscription, cheaper.id])
        await eventually(async () => (await subscription(id)).status === 'canceled')
      assert.equal(await tierOf(payer.key), 'agency')
    })
  })
}

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { eventually } from '../../../test/eventually.ts'
import { errorCode, STORES, startApp, type TestApp } from '../../../test/harness.ts'
import { paidTenant, payerEmail, payOnPage, startCheckout, stripeApi } from '../../../test/payments.ts'

for (const store of STORES) {
  describe(`checkout on ${store}`, () => {
    let app: TestApp

    before(async () => {
      app = await startApp({ store })
    })
    after(() => app.close())

    const claim = (sessionId: string) => app.call('POST /checkout/claim', { body: { session_id: sessionId } })
    const keysOf = async (tenantId: string) => {
      const text = 'select count(*)::int as n from api_keys where tenant_id = $1'
      return (await app.db.row<{ n: number }>({ name: 'keys_of', text, values: [tenantId] }))?.n
    }

    test('pay, claim, call: the key is of the tier that was paid for', async () => {
      const started = await startCheckout(app, 'scale')
      const page = await payOnPage(started)
      assert.equal(page.status, 303)
      assert.ok(page.headers.get('location')?.endsWith(started.session_id))
      const claimed = await claim(started.session_id)
      assert.equal(claimed.status, 201, claimed.text)
      assert.equal(claimed.body.tier, 'scale')
      const usage = await app.usage(String(claimed.body.api_key))
      assert.equal(usage.tier as unknown, 'scale')
    })

    test('before the payment a claim is 409; a declined card and a cancelled page change nothing', async () => {
      const started = await startCheckout(app)
      assert.equal(errorCode(await claim(started.session_id)), 'conflict')
      for (const card of ['4000 0000 0000 0002', '4000000000009995', '4242424242424241']) {
        const page = await payOnPage(started, card)
        assert.equal(page.status, 402)
        assert.match(await page.text(), /role="alert"/)
      }
      const cancelled = await fetch(started.checkout_url, {
        method: 'POST',
        body: new URLSearchParams({ action: 'cancel' }),
        redirect: 'manual',
      })
      assert.match(String(cancelled.headers.get('location')), /cancelled=1$/)
      const still = await claim(started.session_id)
      assert.equal(still.status, 409)
      assert.equal(still.headers.get('retry-after'), '2')
    })

    test('a second claim is 410 claim_consumed, an unknown session 404', async () => {
      const started = await startCheckout(app)
      await payOnPage(started)
      assert.equal((await claim(started.session_id)).status, 201)
      const again = await claim(started.session_id)
      assert.equal(again.status, 410)
      assert.equal(errorCode(again), 'claim_consumed')
      assert.equal((await claim('cs_test_never')).status, 404)
    })

    test('twenty claims at once yield one key', async () => {
      const started = await startCheckout(app)
      await payOnPage(started)
      const answers = await Promise.all(Array.from({ length: 20 }, () => claim(started.session_id)))
      const won = answers.filter(({ status }) => status === 201)
      assert.equal(won.length, 1)
      assert.ok(answers.every((answer) => answer.status === 201 || errorCode(answer) === 'claim_consumed'))
      assert.equal(await keysOf(String(won[0]?.body.tenant_id)), 1)
    })

    test('a claim that comes too late is 410 claim_expired, and so is one of a page that expired unpaid', async () => {
      const late = await startCheckout(app)
      await payOnPage(late)
      const text = `update checkout_sessions set claim_until = herald_now() - interval '1 second' where id = $1`
      await app.db.run({ name: 'late_claim', text, values: [late.session_id] })
      assert.equal(errorCode(await claim(late.session_id)), 'claim_expired')
      const unpaid = await startCheckout(app)
      await stripeApi(app, `POST /v1/checkout/sessions/${unpaid.session_id}/expire`)
      const answer = await claim(unpaid.session_id)
      assert.equal(answer.status, 410)
      assert.equal(errorCode(answer), 'claim_expired')
    })

    test('with a key it upgrades that tenant at once, and there is no key to claim', async () => {
      const free = await app.tenant({ tier: 'free' })
      const paid = 'POST /api-keys'
      assert.equal((await app.call(paid, { key: free.key, body: {} })).status, 403)
      const started = await startCheckout(app, 'hobby', { key: free.key })
      await payOnPage(started)
      assert.equal((await app.call(paid, { key: free.key, body: {} })).status, 201)
      assert.equal(errorCode(await claim(started.session_id)), 'claim_consumed')
      assert.equal(await keysOf(free.id), 2)
    })

    test('a second plan replaces the first, which is ended so that nobody pays twice', async () => {
      const payer = await paidTenant(app, 'hobby')
      await payOnPage(await startCheckout(app, 'scale', { key: payer.key }))
      assert.equal((await app.usage(payer.key)).tier as unknown, 'scale')
      await eventually(async () => {
        const first = await stripeApi(app, `GET /v1/subscriptions/${payer.subscription}`)
        return first.status === 'canceled'
      })
      assert.equal((await app.usage(payer.key)).tier as unknown, 'scale')
    })

    test('an address that has a tenant is refused, and never hands that tenant’s key to whoever pays', async () => {
      const email = payerEmail()
      const owner = await app.call('POST /checkout/free', { body: { email } })
      const refused = await app.call('POST /checkout/pro', { body: { email: email.toUpperCase() } })
      assert.equal(errorCode(refused), 'already_exists')
      const open = await app.call('POST /checkout/pro', { body: { success_url: `${app.url}/v1/health` } })
      const form = new URLSearchParams({ action: 'pay', card: '4242424242424242', email })
      await fetch(String(open.body.checkout_url), { method: 'POST', body: form })
      const claimed = await claim(String(open.body.session_id))
      assert.equal(claimed.status, 201)
      assert.notEqual(claimed.body.tenant_id, owner.body.tenant_id)
      assert.equal(await keysOf(String(owner.body.tenant_id)), 1)
    })

    test('enterprise and unknown plans are 404; a test key cannot pay', async () => {
      for (const tier of ['enterprise', 'gold', 'Pro'])
        assert.equal(errorCode(await app.call(`POST /checkout/${tier}`, { body: {} })), 'not_found')
      const { key } = await app.tenant()
      const minted = await app.call('POST /api-keys', { key, body: { kind: 'test' } })
      const refused = await app.call('POST /checkout/pro', { key: String(minted.body.api_key), body: {} })
      assert.equal(errorCode(refused), 'forbidden')
    })
  })
}

describe('live mode without Stripe and without an operator', () => {
  test('checkout and its webhook are 503 stripe_unconfigured, admin 503 admin_not_configured', async () => {
    const app = await startApp({ store: 'PGlite', env: { HERALD_MODE: 'live', ADMIN_TOKEN: '' } })
    try {
      const checkout = await app.call('POST /checkout/pro', { body: { email: payerEmail() } })
      assert.equal(checkout.status, 503)
      assert.equal(errorCode(checkout), 'stripe_unconfigured')
      assert.equal(errorCode(await app.call('POST /stripe/webhook', { raw: '{}' })), 'stripe_unconfigured')
      assert.equal((await app.call('POST /checkout/enterprise', { body: {} })).status, 404)
      const admin = await app.call('GET /admin/tenants', { key: 'x' })
      assert.equal(admin.status, 503)
      assert.equal(errorCode(admin), 'admin_not_configured')
    } finally {
      await app.close()
    }
  })
})

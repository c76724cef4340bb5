import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { openBrowser } from '../../../test/browser.ts'
import { errorCode, startApp, type TestApp } from '../../../test/harness.ts'
import { payerEmail } from '../../../test/payments.ts'

describe('paying in a browser, offline', () => {
  let app: TestApp
  let browser: Browser
  let page: Page
  let sessionId: string

  before(async () => {
    app = await startApp({ store: 'PGlite' })
    browser = await openBrowser()
    page = await browser.newPage()
  })
  after(async () => {
    await browser?.close()
    await app?.close()
  })

  const claim = () => app.call('POST /checkout/claim', { body: { session_id: sessionId } })

  test('the cancel button leads back, unpaid', async () => {
    const started = await app.call('POST /checkout/pro', {
      body: {
        success_url: `${app.url}/v1/docs/quickstart?session_id={CHECKOUT_SESSION_ID}`,
        cancel_url: `${app.url}/v1/docs/quickstart`,
      },
    })
    assert.equal(started.status, 200, started.text)
    sessionId = String(started.body.session_id)
    await page.goto(String(started.body.checkout_url))
    assert.match((await page.locator('h1').textContent()) ?? '', /Subscribe to pro/)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.waitForURL('**/v1/docs/quickstart')
    assert.equal(errorCode(await claim()), 'conflict')
    await page.goto(String(started.body.checkout_url))
  })

  test('a declined card says so and can be replaced', async () => {
    await page.getByLabel('Email').fill(payerEmail())
    await page.getByLabel('Card number').fill('4000 0000 0000 0002')
    await page.getByRole('button', { name: 'Pay' }).click()
    await page.getByRole('alert').waitFor()
    assert.equal(await page.getByRole('alert').textContent(), 'Your card was declined.')
    assert.equal(errorCode(await claim()), 'conflict')
  })

  test('pay, claim, and the first paid call is answered; the second claim is 410', async () => {
    await page.getByLabel('Card number').fill('4242 4242 4242 4242')
    await page.getByRole('button', { name: 'Pay' }).click()
    await page.waitForURL(`**/v1/docs/quickstart?session_id=${sessionId}`)
    const claimed = await claim()
    assert.equal(claimed.status, 201, claimed.text)
    assert.equal(claimed.body.tier, 'pro')
    const key = String(claimed.body.api_key)
    const minted = await app.call('POST /api-keys', { key, body: { scopes: ['usage:read'] } })
    assert.equal(minted.status, 201, minted.text)
    const rank = await app.call('POST /seo/rank', { key, body: { keyword: 'best crm', domain: 'acme.com' } })
    assert.ok(rank.status < 300, rank.text)
    assert.equal((await app.usage(key)).actions_used, 1)
    const again = await claim()
    assert.equal(again.status, 410)
    assert.equal(errorCode(again), 'claim_consumed')
  })
})

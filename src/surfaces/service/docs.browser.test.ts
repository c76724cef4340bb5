import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { openBrowser } from '../../../test/browser.ts'
import { startApp, type TestApp } from '../../../test/harness.ts'
import { asDescription, operationsOf } from './reference/description.ts'

describe('the reference in a browser', () => {
  let app: TestApp
  let browser: Browser
  let page: Page
  let operations = 0
  const trouble: string[] = []
  const outside: string[] = []

  before(async () => {
    app = await startApp({ store: 'PGlite' })
    browser = await openBrowser()
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') trouble.push(message.text())
    })
    page.on('pageerror', (error) => trouble.push(error.message))
    page.on('request', (request) => {
      if (!request.url().startsWith(app.url) && !request.url().startsWith('data:'))
        outside.push(request.url())
    })
    await page.goto(`${app.url}/`)
    operations = operationsOf(asDescription((await app.call('GET /openapi.json')).body)).length
  })

  after(async () => {
    await browser?.close()
    await app?.close()
  })

  const open = async (id: string) => {
    await page.evaluate(`location.hash = ${JSON.stringify(`#${id}`)}`)
    return page.locator(`[id="${id}"]`)
  }

  test('the root leads to it, and every operation is there under its surface', async () => {
    assert.equal(new URL(page.url()).pathname, '/v1/docs')
    assert.equal(await page.locator('.op').count(), operations)
    assert.equal(await page.locator('#surface-usage .op').count(), 2)
  })

  test('every address shown is the one that was taken, also when any free port would do', async () => {
    const { servers } = asDescription((await app.call('GET /openapi.json')).body)
    assert.deepEqual(servers, [{ url: `${app.url}/v1` }])
    assert.ok((await page.content()).includes(`curl ${app.url}/v1/`))
  })

  test('the filter leaves what matches all words, and says when nothing does', async () => {
    await page.fill('#filter', 'usage events')
    assert.deepEqual(await page.locator('.op:visible').evaluateAll((found) => found.map((one) => one.id)), [
      'usage.list-events',
    ])
    assert.equal(await page.locator('.group:visible').count(), 1)
    await page.fill('#filter', 'no such thing')
    assert.ok(await page.locator('.nothing').isVisible())
    await page.fill('#filter', '')
    assert.equal(await page.locator('.op:visible').count(), operations)
  })

  test('an example runs as it stands, with the key kept in this tab only', async () => {
    const { key } = await app.tenant()
    await page.fill('#key', key)
    const usage = await open('usage.get')
    await usage.locator('.try button[type=submit]').click()
    await usage.locator('.answer .status').waitFor()
    assert.equal(await usage.locator('.answer .status').textContent(), '200 OK')
    await usage.locator('.answer .body', { hasText: 'actions_limit' }).waitFor()
    const headers = await usage.locator('.answer .headers').textContent()
    assert.match(headers ?? '', /x-request-id/)
    const kept = await page.evaluate('({ ...localStorage, cookie: document.cookie })')
    assert.deepEqual(kept, { cookie: '' })
    assert.equal(await page.evaluate('sessionStorage.getItem("herald-key")'), key)
  })

  test('a write runs with its body, and a new key is offered for use', async () => {
    const signup = await open('checkout.free')
    await signup.locator('textarea').fill('{"email":"reader@example.com"}')
    await signup.locator('.try button[type=submit]').click()
    await signup.getByRole('button', { name: 'Use this key' }).click()
    assert.match(await page.inputValue('#key'), /^hk_live_/)
  })

  test('a refusal is shown as it came', async () => {
    const create = await open('api-keys.create')
    await create.locator('.try button[type=submit]').click()
    await create.locator('.answer .body', { hasText: 'forbidden' }).waitFor()
    assert.equal(await create.locator('.answer .status').textContent(), '403 Forbidden')
  })

  test('nothing is wider than a phone, closed and opened, in both colour schemes', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await open('api-keys.create')
      const spare = await page.evaluate('innerWidth - document.documentElement.scrollWidth')
      assert.ok(Number(spare) >= 0, `${colorScheme}: ${-Number(spare)} pixels too wide`)
    }
  })

  test('a guide opens from the menu', async () => {
    await page.click('#menu')
    await page.getByRole('link', { name: 'Quick start' }).click()
    await page.waitForURL('**/v1/docs/quickstart')
    assert.equal(await page.locator('h1').textContent(), 'Quick start')
  })

  test('all of that without an error in the console, and without asking anybody else', () => {
    // A refused request is logged by the browser itself; it is the refusal that the test above asked for.
    assert.deepEqual(
      trouble.filter((text) => !/status of 403/.test(text)),
      [],
    )
    assert.deepEqual(outside, [])
  })
})

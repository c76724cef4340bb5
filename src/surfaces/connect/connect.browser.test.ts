import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { openBrowser } from '../../../test/browser.ts'
import { freePort } from '../../../test/free-port.ts'
import { startApp, type TestApp } from '../../../test/harness.ts'

describe('connecting in a browser', () => {
  let app: TestApp
  let browser: Browser
  let page: Page
  let key = ''
  const trouble: string[] = []

  before(async () => {
    // The platform sends the browser back to PUBLIC_URL, so the port has to be known before the service starts.
    const port = String(await freePort())
    app = await startApp({ store: 'PGlite', env: { PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` } })
    key = (await app.tenant()).key
    browser = await openBrowser()
    page = await browser.newPage({ viewport: { width: 390, height: 844 } })
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') trouble.push(message.text())
    })
    page.on('pageerror', (error) => trouble.push(error.message))
  })
  after(async () => {
    await browser?.close()
    await app?.close()
  })

  async function open(platform: string): Promise<void> {
    const started = await app.call(`POST /connect/${platform}`, { key, body: {} })
    await page.goto(String(started.body.auth_url))
  }
  const accounts = async () =>
    (await app.call('GET /connect/accounts', { key })).body.accounts as Record<string, unknown>[]
  const fits = async () =>
    Number(await page.evaluate('innerWidth - document.documentElement.scrollWidth')) >= 0

  test('the page says that it is the sandbox, who asks and for what, and fits a phone', async () => {
    await open('google')
    assert.match((await page.textContent('.tag')) ?? '', /sandbox/i)
    assert.match((await page.textContent('h1')) ?? '', /wants access to your Google account/)
    assert.equal(await page.locator('input[name=scope]').count(), 5)
    assert.ok(await fits())
  })

  test('Allow leads back here, to a page that names the account, and it is connected', async () => {
    await page.fill('#username', 'Browser & Co')
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.waitForURL('**/v1/connect/google/callback?**')
    assert.equal(await page.textContent('h1'), 'Google is connected')
    assert.match((await page.textContent('main')) ?? '', /Browser & Co.*sandbox/s)
    assert.ok(await fits())
    const [account] = await accounts()
    assert.deepEqual([account?.platform, account?.status], ['google', 'connected'])
  })

  test('going back and allowing again with the same page connects nothing more', async () => {
    const spent = page.url()
    const answer = await page.goto(spent)
    assert.equal(answer?.status(), 400)
    assert.equal((await accounts()).length, 1)
  })

  test('a scope that is not ticked is missing', async () => {
    await open('tiktok')
    await page.uncheck('input[value="video.publish"]')
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.waitForURL('**/callback?**')
    assert.match((await page.textContent('main')) ?? '', /Not everything was allowed/)
    const account = (await accounts()).find(({ platform }) => platform === 'tiktok')
    assert.deepEqual(
      [account?.status, account?.can_post, account?.missing_scopes],
      ['warning', false, ['video.publish']],
    )
  })

  test('Deny connects nothing', async () => {
    const before = (await accounts()).length
    await open('linkedin')
    await page.getByRole('button', { name: 'Deny' }).click()
    await page.waitForURL('**/callback?**')
    assert.match((await page.textContent('body')) ?? '', /LinkedIn gave no access/)
    assert.equal((await accounts()).length, before)
  })

  test('all of that without trouble in the console', () => {
    // The browser itself logs the two refusals that the tests above asked for.
    assert.deepEqual(
      trouble.filter((text) => !/status of 400/.test(text)),
      [],
    )
  })
})

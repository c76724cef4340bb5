import chromium from '@sparticuz/chromium'
import { type Browser, chromium as playwright } from 'playwright-core'

/**
 * A browser from npm. Containers run it as root, so its own sandbox is off; it only ever loads our pages. The package's
 * suggested arguments are left out: they turn web security off, which the pages' policies are to be tested under.
 */
export async function openBrowser(): Promise<Browser> {
  return playwright.launch({
    executablePath: await chromium.executablePath(),
    args: ['--no-sandbox', '--no-zygote', '--disable-dev-shm-usage', '--disable-gpu'],
    headless: true,
  })
}

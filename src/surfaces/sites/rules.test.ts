import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { createGuardedCaller } from '../../providers/guarded-caller.ts'
import { buildSiteLookups } from '../../providers/site-lookup.ts'
import { hasMetaTag, verifySite } from './rules.ts'

const TOKEN = 'Vw3qk9Zr1Tf7Yb2Xc5Nd8Ms4Lp6Hg0Jq'
const site = { domain: 'acme.example', token: TOKEN }
const LIVE = { mode: 'live', sandbox_url: null } as const

const meta = (attributes: string) =>
  `<html><head><title>x</title><meta ${attributes}></head><body></body></html>`

describe('the meta tag', () => {
  const found: string[] = [
    meta(`name="herald-site-verification" content="${TOKEN}"`),
    meta(`content='${TOKEN}' name='Herald-Site-Verification' /`),
    meta(`name=herald-site-verification content=${TOKEN}`),
    meta(`charset=utf-8><meta\n  name = "herald-site-verification"\n  content = "${TOKEN}"`),
  ]
  const absent: [string, string][] = [
    ['another token', meta('name="herald-site-verification" content="other"')],
    ['the token with more around it', meta(`name="herald-site-verification" content="x${TOKEN}"`)],
    ['another name', meta(`name="description" content="${TOKEN}"`)],
    ['a data attribute', meta(`data-name="herald-site-verification" content="${TOKEN}"`)],
    ['a comment', `<head><!-- <meta name="herald-site-verification" content="${TOKEN}"> --></head>`],
    ['a comment that never ends', `<head><!-- <meta name="herald-site-verification" content="${TOKEN}">`],
    ['the body', `<head></head><body><meta name="herald-site-verification" content="${TOKEN}"></body>`],
    ['plain text', `name="herald-site-verification" content="${TOKEN}"`],
  ]
  for (const html of found)
    test(`is found in ${html.slice(25, 90)}…`, () => assert.ok(hasMetaTag(html, TOKEN)))
  for (const [where, html] of absent) {
    test(`is not found in ${where}`, () => assert.equal(hasMetaTag(html, TOKEN), false))
  }
  test('a hostile page costs no more than its length', () => {
    const started = performance.now()
    hasMetaTag(`${'<meta '.repeat(40_000)}`, TOKEN)
    hasMetaTag(`<!--${'<!-- '.repeat(50_000)}`, TOKEN)
    assert.ok(performance.now() - started < 1_000)
  })
})

describe('a look at a site, live', () => {
  const caller = createGuardedCaller({ resolve: async () => [{ address: '169.254.169.254', family: 4 }] })
  after(() => caller.close())
  const lookup = (resolveTxt: (name: string) => Promise<string[][]>) =>
    buildSiteLookups(LIVE, caller, resolveTxt).live
  const refuse = (code: string) => async () => {
    throw Object.assign(new Error(code), { code })
  }

  test('asks for the record at its own name, and joins the strings of one record', async () => {
    const asked: string[] = []
    const live = lookup(async (name) => {
      asked.push(name)
      return [['v=spf1 -all'], ['herald-site-', `verification=${TOKEN}`]]
    })
    assert.deepEqual(await verifySite(live, 'dns_txt', site), { proved: true })
    assert.deepEqual(asked, ['_herald.acme.example'])
  })
  test('no record is no proof; servers that do not answer say nothing', async () => {
    for (const code of ['ENOTFOUND', 'ENODATA']) {
      const verdict = await verifySite(lookup(refuse(code)), 'dns_txt', site)
      assert.deepEqual([verdict.proved, 'transient' in verdict && verdict.transient], [false, false])
    }
    const silent = await verifySite(lookup(refuse('ETIMEOUT')), 'dns_txt', site)
    assert.deepEqual([silent.proved, 'transient' in silent && silent.transient], [false, true])
  })
  test('a domain that leads to a private address is never fetched', async () => {
    for (const method of ['html_file', 'meta_tag'] as const) {
      const verdict = await verifySite(
        lookup(async () => []),
        method,
        site,
      )
      assert.deepEqual(verdict, { proved: false, transient: false, error: 'The address is not public.' })
    }
  })
  test('names that are private by their form are refused without a look', async () => {
    for (const domain of ['printer.local', 'metadata.google.internal', 'db.corp', 'app.localhost']) {
      const verdict = await verifySite(
        lookup(async () => []),
        'html_file',
        { domain, token: TOKEN },
      )
      assert.ok(!verdict.proved && /public host name/.test(verdict.error), domain)
    }
  })
})

/** Which connected account a page is changed through, and what a rollback does when the world has moved on. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Answer, errorCode, STORES, startApp, type TestApp } from '../../../test/harness.ts'
import { fitOf } from '../../providers/cms/wordpress.ts'
import { sql } from '../../store/sql.ts'
import { takeBack } from './rules.ts'

test('the website closest to the page fits best: the same host, then the longer path, then the same domain', () => {
  const page = { url: 'https://www.acme.com/blog/crm', domain: 'acme.com' }
  const sites = ['https://acme.com/blog/', 'https://acme.com', 'https://acme.com/blo', 'https://wp.acme.com']
  const fits = sites.map((site) => fitOf(site, page))
  assert.deepEqual(fits, [7, 2, 1, 1])
  assert.equal(fitOf('https://notacme.com/blog', page), 0)
})

test('a rollback writes what the change wrote, leaves what is restored, and stops at what somebody else wrote', () => {
  const change = {
    before: { title: 'a', meta_description: null, jsonld: null },
    after: { title: 'b', meta_description: 'b', jsonld: '{}' },
  }
  const now = { title: 'b', meta_description: '', jsonld: '[]' }
  assert.deepEqual(takeBack(change, now), { restore: { title: 'a' }, overtaken: ['jsonld'] })
})

for (const store of STORES) {
  describe(`accounts and rollbacks on ${store}`, () => {
    let app: TestApp
    before(async () => {
      app = await startApp({ store })
    })
    after(() => app.close())

    async function owner(domain = 'acme.com') {
      const tenant = await app.tenant()
      const site = await app.call('POST /sites', { key: tenant.key, body: { domain } })
      return { ...tenant, site_id: String(site.body.id) }
    }

    async function wordpress(key: string, site_url: string, username = 'editor'): Promise<string> {
      const credentials = { site_url, username, application_password: `pw ${key}` }
      const made = await app.call('POST /connect/wordpress', { key, body: { credentials } })
      assert.equal(made.status, 201, made.text)
      return String(made.body.id)
    }

    async function webflow(key: string, token: string): Promise<string> {
      const made = await app.call('POST /connect/webflow', { key, body: { credentials: { token } } })
      assert.equal(made.status, 201, made.text)
      return String(made.body.id)
    }

    const title = (value: string) => [{ type: 'title', value }]
    const apply = (key: string, body: Record<string, unknown>) =>
      app.call('POST /onpage/apply', { key, body: { deploy_mode: 'wordpress', ...body } })
    const rollback = (key: string, applied: Answer) =>
      app.call('POST /onpage/rollback', { key, body: { rollback_id: applied.body.rollback_id } })
    const titleNow = async (key: string, body: Record<string, unknown>) => {
      const seen = await apply(key, { ...body, changes: title('?'), dry_run: true })
      return (seen.body.diff as { before: string }[])[0]?.before
    }

    test('of several WordPress accounts the one of the page’s host is used, whichever was connected last', async () => {
      const { key, site_id } = await owner()
      const hosts = [1, 2, 3].map((n) => `s${n}-${store.toLowerCase()}.acme.com`)
      const ids = new Map<string, string>()
      for (const host of hosts) ids.set(host, await wordpress(key, `https://${host}`))
      await wordpress(key, 'https://globex.com')
      for (const host of hosts) {
        const made = await apply(key, { site_id, url: `https://${host}/crm`, changes: title(host) })
        assert.deepEqual([made.status, made.body.account_id], [200, ids.get(host)], made.text)
      }
    })

    test('several websites that fit equally are a 409 that names them, and account_id decides', async () => {
      const { key, site_id } = await owner()
      const one = await wordpress(key, 'https://one.acme.com')
      const two = await wordpress(key, 'https://two.acme.com')
      const body = { site_id, url: 'https://acme.com/crm', changes: title('X'), dry_run: true }
      const unclear = await apply(key, body)
      assert.deepEqual([unclear.status, errorCode(unclear)], [409, 'conflict'])
      assert.ok(unclear.text.includes(one) && unclear.text.includes(two), unclear.text)
      const url = 'https://two.acme.com/crm'
      const named = await apply(key, { ...body, url, account_id: two })
      assert.deepEqual([named.status, named.body.account_id], [200, two], named.text)
      const stranger = await owner()
      for (const [asker, account_id] of [
        [key, 'acct_0'],
        [stranger.key, two],
      ] as const) {
        const ours = asker === key ? site_id : stranger.site_id
        const refused = await apply(asker, { ...body, site_id: ours, url, account_id })
        assert.deepEqual([refused.status, errorCode(refused)], [409, 'account_not_connected'])
      }
    })

    test('two users of one website are no ambiguity', async () => {
      const { key, site_id } = await owner()
      await wordpress(key, 'https://shared.acme.com', 'first')
      const last = await wordpress(key, 'https://shared.acme.com', 'second')
      const body = { site_id, url: 'https://shared.acme.com/crm', changes: title('X'), dry_run: true }
      assert.equal((await apply(key, body)).body.account_id, last)
    })

    test('of several Webflow accounts the one whose site is published there is used', async () => {
      const { key, site_id } = await owner('globex.com')
      const own = await webflow(key, `wf ${store} site:globex.com`)
      await webflow(key, `wf ${store} site:initech.com`)
      const body = { site_id, url: 'https://globex.com/pricing', deploy_mode: 'webflow' }
      const made = await apply(key, { ...body, changes: title('Prices') })
      assert.deepEqual([made.status, made.body.account_id], [200, own], made.text)
      const nowhere = await app.call('POST /sites', { key, body: { domain: 'umbrella.com' } })
      const strayed = { ...body, site_id: nowhere.body.id, url: 'https://umbrella.com/pricing' }
      assert.equal((await apply(key, { ...strayed, changes: title('X') })).status, 400)
    })

    test('what Webflow saved and could not publish is taken back, and the answer names what to roll back', async () => {
      const { key, site_id } = await owner('globex.com')
      const body = { site_id, url: 'https://globex.com/pricing', deploy_mode: 'webflow' }
      await webflow(key, `wf ${store} site:globex.com sandbox:error@publish`)
      const failed = await apply(key, { ...body, changes: title('Prices') })
      assert.deepEqual([failed.status, errorCode(failed)], [502, 'provider_failed'], failed.text)
      const [rollback_id] = /chg_[0-9a-f]+/.exec(failed.text) ?? []
      assert.equal(await titleNow(key, body), 'pricing', 'a retry does not find it there and do nothing')
      const back = await app.call('POST /onpage/rollback', { key, body: { rollback_id } })
      assert.equal(back.status, 200, back.text)
    })

    test('changes are rolled back in reverse: an older one is a 409 and revives nothing', async () => {
      const { key, site_id } = await owner()
      const host = `order-${store.toLowerCase()}.acme.com`
      await wordpress(key, `https://${host}`)
      const body = { site_id, url: `https://${host}/crm` }
      const first = await apply(key, { ...body, changes: title('One') })
      const second = await apply(key, { ...body, changes: title('Two') })
      const early = await rollback(key, first)
      assert.deepEqual([early.status, errorCode(early)], [409, 'conflict'], early.text)
      assert.equal(await titleNow(key, body), 'Two')
      assert.equal((await rollback(key, second)).status, 200)
      assert.equal(await titleNow(key, body), 'One')
      assert.equal((await rollback(key, first)).status, 200, 'a refused rollback can be tried again')
      assert.equal(await titleNow(key, body), 'crm')
    })

    test('an account that was removed is a 409; connected again under a new id, the change can be taken back', async () => {
      const { key, site_id } = await owner()
      const host = `again-${store.toLowerCase()}.acme.com`
      const body = { site_id, url: `https://${host}/crm` }
      const old = await wordpress(key, `https://${host}`)
      const made = await apply(key, { ...body, changes: title('New') })
      assert.equal((await app.call(`DELETE /connect/accounts/${old}`, { key })).status, 204)
      const gone = await rollback(key, made)
      assert.deepEqual([gone.status, errorCode(gone)], [409, 'account_not_connected'], gone.text)
      await wordpress(key, 'https://elsewhere.acme.com')
      assert.equal(
        errorCode(await rollback(key, made)),
        'account_not_connected',
        'another site is no substitute',
      )
      assert.notEqual(await wordpress(key, `https://${host}/`), old)
      assert.equal((await rollback(key, made)).status, 200)
      assert.equal(await titleNow(key, body), 'crm')
    })

    test('a credential that the system refuses is a 409 account_not_connected, and the change stays', async () => {
      const { id, key, site_id } = await owner()
      const host = `refused-${store.toLowerCase()}.acme.com`
      await wordpress(key, `https://${host}`)
      const body = { site_id, url: `https://${host}/crm` }
      const made = await apply(key, { ...body, changes: title('New') })
      // The person who made the password withdrew it and connected with one that does not work on pages.
      await app.db.run(sql`
        update connected_accounts set details = details || '{"username":"invalid"}'::jsonb where tenant_id = ${id}`)
      const refused = await rollback(key, made)
      assert.deepEqual([refused.status, errorCode(refused)], [409, 'account_not_connected'], refused.text)
      await wordpress(key, `https://${host}`)
      assert.equal((await rollback(key, made)).status, 200)
    })

    test('a rollback whose process died is taken up again, and restores what is not restored yet', async () => {
      const { id, key, site_id } = await owner()
      const host = `died-${store.toLowerCase()}.acme.com`
      await wordpress(key, `https://${host}`)
      const body = { site_id, url: `https://${host}/crm` }
      const made = await apply(key, { ...body, changes: title('New') })
      await app.db.run(sql`
        update onpage_changes set status = 'rolling_back', leased_until = herald_now() + interval '1 minute'
        where tenant_id = ${id}`)
      assert.equal((await rollback(key, made)).status, 409)
      await app.db.run(sql`
        update onpage_changes set leased_until = herald_now() - interval '1 second' where tenant_id = ${id}`)
      await apply(key, { ...body, changes: title('crm') })
      assert.equal((await rollback(key, made)).status, 200, 'it has what it had before')
    })
  })
}

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { errorCode, STORES, startApp, type TestApp } from '../../../test/harness.ts'
import { sql } from '../../store/sql.ts'

type Site = {
  id: string
  domain: string
  status: string
  last_error: string | null
  simulated: boolean
  verified_at: string | null
  instructions: {
    dns_txt: { name: string; value: string }
    html_file: { url: string; content: string }
    meta_tag: { html: string }
  }
}

for (const store of STORES) {
  describe(`sites on ${store}`, () => {
    let app: TestApp
    let key = ''

    before(async () => {
      app = await startApp({ store })
      key = (await app.tenant({ tier: 'free' })).key
    })
    after(() => app.close())

    async function register(domain: string): Promise<Site> {
      const made = await app.call('POST /sites', { key, body: { domain } })
      assert.equal(made.status, 201, made.text)
      return made.body as unknown as Site
    }
    async function verify(site: Site, method: string): Promise<Site> {
      const answer = await app.call(`POST /sites/${site.id}/verify`, { key, body: { method } })
      assert.equal(answer.status, 200, answer.text)
      return answer.body as unknown as Site
    }
    const publish = (path: string, body: string) =>
      fetch(`${app.sandbox.url}${path}`, { method: 'PUT', body })

    test('a domain is registered once, however it is written', async () => {
      const site = await register('BÜCHER-shop.Example.')
      assert.equal(site.domain, 'xn--bcher-shop-9db.example')
      for (const domain of ['bücher-shop.example', 'xn--bcher-shop-9db.example', 'BÜCHER-SHOP.EXAMPLE']) {
        const again = await app.call('POST /sites', { key, body: { domain } })
        assert.equal(again.status, 409)
        assert.equal(errorCode(again), 'already_exists')
      }
      const other = await app.tenant()
      const theirs = await app.call('POST /sites', {
        key: other.key,
        body: { domain: 'bücher-shop.example' },
      })
      assert.equal(theirs.status, 201, 'another tenant may claim it; only one of them can prove it')
      assert.notEqual(
        (theirs.body as unknown as Site).instructions.html_file.content,
        site.instructions.html_file.content,
      )
    })

    test('a protocol, a path, a port or spaces are validation_failed', async () => {
      for (const domain of [
        'https://acme.example',
        'acme.example/x',
        'acme.example:81',
        'ac me.example',
        'acme',
      ]) {
        const answer = await app.call('POST /sites', { key, body: { domain } })
        assert.equal(errorCode(answer), 'validation_failed', domain)
        assert.match(String((answer.body.error as { message: string }).message), /^domain: /)
      }
    })

    test('without a proof it is failed and says why; once published, it is verified', async () => {
      const ways: [string, (site: Site) => Promise<unknown>, RegExp][] = [
        [
          'dns_txt',
          ({ instructions: { dns_txt } }) =>
            publish('/dns/records', JSON.stringify({ name: dns_txt.name, data: dns_txt.value })),
          /no TXT record/,
        ],
        [
          'html_file',
          ({ instructions: { html_file } }) =>
            publish(html_file.url.replace('https://', '/web/'), `${html_file.content}\n`),
          /answered 404/,
        ],
        [
          'meta_tag',
          ({ domain, instructions: { meta_tag } }) =>
            publish(`/web/${domain}/`, `<html><head>${meta_tag.html}</head></html>`),
          /no meta tag/,
        ],
      ]
      for (const [method, publishProof, why] of ways) {
        const site = await register(`${method.replace('_', '-')}.acme.example`)
        assert.equal(site.status, 'pending')
        const failed = await verify(site, method)
        assert.equal(failed.status, 'failed')
        assert.match(failed.last_error ?? '', why)
        await publishProof(site)
        const verified = await verify(site, method)
        assert.deepEqual([verified.status, verified.last_error, verified.simulated], ['verified', null, true])
        assert.ok(verified.verified_at)
      }
    })

    test('in the sandbox, a domain with "verified" in its name has every proof', async () => {
      for (const method of ['dns_txt', 'html_file', 'meta_tag']) {
        const site = await register(`${method.replace('_', '-')}.verified.example`)
        assert.equal((await verify(site, method)).status, 'verified')
      }
    })

    test('a proof that is gone fails the site again', async () => {
      const site = await register('gone.acme.example')
      const { url, content } = site.instructions.html_file
      const path = url.replace('https://', '/web/')
      await publish(path, content)
      assert.equal((await verify(site, 'html_file')).status, 'verified')
      await publish(path, 'something else')
      const failed = await verify(site, 'html_file')
      assert.deepEqual([failed.status, failed.verified_at], ['failed', null])
    })

    test('a test key has sites of its own', async () => {
      const { key: paid } = await app.tenant()
      const minted = await app.call('POST /api-keys', { key: paid, body: { kind: 'test' } })
      const testKey = String(minted.body.api_key)
      const made = await app.call('POST /sites', { key: testKey, body: { domain: 'verified.test' } })
      assert.equal(made.status, 201)
      assert.deepEqual((await app.call('GET /sites', { key: paid })).body.sites, [])
      assert.equal((await app.call(`GET /sites/${made.body.id}`, { key: paid })).status, 404)
    })
  })
}

describe('sites, live', () => {
  let app: TestApp
  let key = ''
  let records: string[][] | Error = []

  before(async () => {
    app = await startApp({
      store: 'PGlite',
      env: { HERALD_MODE: 'live', ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64') },
      resolve_txt: async () => {
        if (records instanceof Error) throw records
        return records
      },
    })
    key = (await app.tenant()).key
  })
  after(() => app.close())

  test('DNS decides, nothing is simulated, and servers that do not answer leave a verified site verified', async () => {
    const made = await app.call('POST /sites', { key, body: { domain: 'verified.acme.example' } })
    const { instructions } = made.body as unknown as Site
    const look = () => app.call(`POST /sites/${made.body.id}/verify`, { key, body: { method: 'dns_txt' } })
    const failed = await look()
    assert.deepEqual([failed.body.status, failed.body.simulated], ['failed', false])
    records = [[instructions.dns_txt.value]]
    assert.equal((await look()).body.status, 'verified')
    records = Object.assign(new Error('silence'), { code: 'ETIMEOUT' })
    const silent = await look()
    assert.equal(silent.body.status, 'verified')
    assert.match(String(silent.body.last_error), /did not answer/)
  })

  test('a private name is not registered, and one from before is refused by the guard', async () => {
    const refused = await app.call('POST /sites', { key, body: { domain: 'metadata.google.internal' } })
    assert.deepEqual([refused.status, errorCode(refused)], [400, 'validation_failed'])
    const made = await app.call('POST /sites', { key, body: { domain: 'older.example' } })
    await app.db.run(sql`
      update sites set domain = 'metadata.google.internal'
      where tenant_id = (select tenant_id from sites where id = ${made.body.id}) and id = ${made.body.id}`)
    const answer = await app.call(`POST /sites/${made.body.id}/verify`, { key, body: { method: 'meta_tag' } })
    assert.equal(answer.body.status, 'failed')
    assert.match(String(answer.body.last_error), /public host name/)
  })
})

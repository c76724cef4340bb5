import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Script } from 'node:vm'
import { errorCode, STORES, startApp, type TestApp } from '../../../test/harness.ts'
import { contentWith } from '../../providers/cms/wordpress.ts'
import { sql } from '../../store/sql.ts'
import { diffOf, instructionsFor, snippetFor } from './rules.ts'

const JSONLD = '{"@context":"https://schema.org","@type":"Product","name":"</script><b>"}'

test('a difference says what changes, what is so already and what cannot be changed this way', () => {
  const changes = [
    { type: 'title', value: 'New' },
    { type: 'meta_description', value: 'Same' },
    { type: 'llms_txt', value: '# Acme' },
  ] as const
  assert.deepEqual(
    diffOf(changes, { title: 'Old', meta_description: 'Same', jsonld: null }).map(({ effect, before }) => [
      effect,
      before,
    ]),
    [
      ['changed', 'Old'],
      ['same', 'Same'],
      ['unsupported', null],
    ],
  )
})

test('a snippet applies every change, and no value ends its script', () => {
  const snippet = snippetFor([
    { type: 'title', value: '</script><script>alert(1)</script>' },
    { type: 'meta_description', value: 'A "description"' },
    { type: 'canonical', value: 'https://acme.com/crm' },
    { type: 'jsonld', value: JSONLD },
  ])
  assert.ok(snippet !== null)
  assert.equal(snippet.match(/<\/script>/g)?.length, 1)
  const made: Record<string, unknown>[] = []
  const element = (tag: string) => {
    const attributes: Record<string, string> = { tag }
    made.push(attributes)
    return {
      setAttribute: (name: string, value: string) => {
        attributes[name] = value
      },
      set textContent(value: string) {
        attributes.text = value
      },
    }
  }
  const document = {
    title: '',
    createElement: element,
    head: { querySelector: () => null, appendChild: <T>(child: T) => child },
  }
  new Script(snippet.replace(/^<script>|<\/script>$/g, '')).runInNewContext({ document })
  assert.equal(document.title, '</script><script>alert(1)</script>')
  assert.deepEqual(made, [
    { tag: 'meta', name: 'description', content: 'A "description"' },
    { tag: 'link', rel: 'canonical', href: 'https://acme.com/crm' },
    { tag: 'script', type: 'application/ld+json', 'data-herald': 'jsonld', text: JSONLD },
  ])
})

test('a canonical address in an instruction cannot end its attribute or its tag', () => {
  const value = 'https://acme.com/?a=1&b="><script>alert(1)</script>'
  const [words = ''] = instructionsFor([{ type: 'canonical', value }])
  assert.equal(
    words,
    'Put <link rel="canonical" href="https://acme.com/?a=1&amp;b=&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"> into the head.',
  )
})

test('structured data is one block of its own in the content: replaced, not repeated, and removed without a trace', () => {
  const content = '<p>Text</p>'
  const once = contentWith(content, JSONLD)
  assert.ok(!once.includes('</script><b>'))
  assert.equal(contentWith(once, JSONLD), once)
  assert.equal(contentWith(once, null), content)
})

for (const store of STORES) {
  describe(`onpage on ${store}`, () => {
    let app: TestApp
    before(async () => {
      app = await startApp({ store })
    })
    after(() => app.close())

    async function owner(site_url: string | null, domain = 'acme.com') {
      const tenant = await app.tenant()
      const { key } = tenant
      const site = await app.call('POST /sites', { key, body: { domain } })
      if (site_url !== null) {
        const credentials = { site_url, username: 'editor', application_password: `abcd ${tenant.id}` }
        const made = await app.call('POST /connect/wordpress', { key, body: { credentials } })
        assert.ok(made.status < 300, made.text)
      }
      return { ...tenant, site_id: String(site.body.id) }
    }

    const apply = (key: string, body: Record<string, unknown>) =>
      app.call('POST /onpage/apply', { key, body })

    test('cf_worker and owned_source are 501 to any valid key whatever else is in the body, and nothing is metered', async () => {
      const free = await app.tenant({ tier: 'free' })
      const paid = await app.tenant()
      for (const deploy_mode of ['cf_worker', 'owned_source']) {
        for (const { key } of [free, paid]) {
          for (const rest of [{}, { nonsense: 1 }, { site_id: 7, changes: 'no' }]) {
            const answer = await apply(key, { deploy_mode, ...rest })
            assert.deepEqual([answer.status, errorCode(answer)], [501, 'deploy_mode_not_wired'], answer.text)
          }
          assert.equal((await app.usage(key)).actions_used, 0)
        }
      }
      const nobody = await app.call('POST /onpage/apply', { body: { deploy_mode: 'cf_worker' } })
      assert.equal(nobody.status, 401)
      assert.equal(
        (await apply(free.key, { deploy_mode: 'manual' })).status,
        403,
        'what is live needs a paid key',
      )
    })

    test('wordpress: a dry run shows and changes nothing, applying changes, a rollback restores once', async () => {
      const { key, site_id } = await owner(`https://${store.toLowerCase()}.acme.com`)
      const url = `https://${store.toLowerCase()}.acme.com/crm/`
      const changes = [
        { type: 'title', value: 'The Acme CRM' },
        { type: 'meta_description', value: 'A CRM.' },
        { type: 'jsonld', value: JSONLD },
        { type: 'canonical', value: 'https://acme.com/crm' },
        { type: 'llms_txt', value: '# Acme' },
      ]
      const body = { site_id, url, deploy_mode: 'wordpress', changes }
      const effects = (answer: { body: Record<string, unknown> }) =>
        (answer.body.diff as { effect: string; before: string | null }[]).map(({ effect, before }) => [
          effect,
          before,
        ])
      const fresh = [
        ['changed', 'crm'],
        ['changed', null],
        ['changed', null],
        ['unsupported', null],
        ['unsupported', null],
      ]
      const dry = await apply(key, { ...body, dry_run: true })
      assert.deepEqual([dry.status, dry.body.applied, dry.body.rollback_id], [200, false, null], dry.text)
      assert.deepEqual(effects(dry), fresh)
      const real = await apply(key, body)
      assert.deepEqual([real.body.applied, effects(real)], [true, fresh], real.text)
      const again = await apply(key, body)
      assert.deepEqual(
        [again.body.applied, again.body.rollback_id],
        [false, null],
        'nothing is left to change',
      )
      assert.deepEqual(effects(again)[2], ['same', JSONLD])
      const rollback = { key, body: { rollback_id: real.body.rollback_id } }
      const twice = await Promise.all([
        app.call('POST /onpage/rollback', rollback),
        app.call('POST /onpage/rollback', rollback),
      ])
      assert.deepEqual(twice.map(({ status }) => status).sort(), [200, 409])
      assert.deepEqual(effects(await apply(key, { ...body, dry_run: true })), fresh, 'as it was')
      const third = await app.call('POST /onpage/rollback', rollback)
      assert.deepEqual([third.status, errorCode(third)], [409, 'conflict'])
      const stranger = await app.tenant()
      assert.equal((await app.call('POST /onpage/rollback', { ...rollback, key: stranger.key })).status, 404)
    })

    test('wordpress with Yoast: description and canonical go into its fields', async () => {
      const host = `yoast-${store.toLowerCase()}.acme.com`
      const { key, site_id } = await owner(`https://${host}`)
      const changes = [
        { type: 'meta_description', value: 'A CRM.' },
        { type: 'canonical', value: 'https://acme.com/crm' },
      ]
      const body = { site_id, url: `https://${host}/crm`, deploy_mode: 'wordpress', changes }
      const made = await apply(key, body)
      assert.equal(made.body.applied, true, made.text)
      const diff = (await apply(key, body)).body.diff as { effect: string }[]
      assert.deepEqual(
        diff.map(({ effect }) => effect),
        ['same', 'same'],
      )
    })

    test('webflow: the page is found by its path, changed, published and rolled back', async () => {
      const { key, site_id } = await owner(null)
      const credentials = { token: `wf-${store}-${site_id}` }
      assert.equal((await app.call('POST /connect/webflow', { key, body: { credentials } })).status, 201)
      const changes = [{ type: 'title', value: 'Plans and prices' }]
      const body = { site_id, url: 'https://www.acme.com/pricing', deploy_mode: 'webflow', changes }
      const made = await apply(key, body)
      assert.deepEqual([made.status, made.body.applied], [200, true], made.text)
      const back = await app.call('POST /onpage/rollback', {
        key,
        body: { rollback_id: made.body.rollback_id },
      })
      assert.deepEqual(back.body.restored, ['title'], back.text)
      const dry = await apply(key, { ...body, dry_run: true })
      assert.equal((dry.body.diff as { before: string }[])[0]?.before, 'pricing')
      const elsewhere = await app.call('POST /sites', { key, body: { domain: 'someoneelse.com' } })
      const strayed = await apply(key, {
        ...body,
        site_id: elsewhere.body.id,
        url: 'https://someoneelse.com/pricing',
      })
      assert.equal(
        errorCode(strayed),
        'validation_failed',
        'a page of another website is never changed by its path',
      )
    })

    test('what is not this site, not connected or not there is refused, and nothing is changed', async () => {
      const { id, key, site_id } = await owner('https://blog.acme.com')
      const changes = [{ type: 'title', value: 'X' }]
      const base = { site_id, url: 'https://blog.acme.com/crm', deploy_mode: 'wordpress', changes }
      for (const [more, status, code] of [
        [{ url: 'https://notacme.com/crm' }, 400, 'validation_failed'],
        [{ url: 'https://acme.com.evil.org/crm' }, 400, 'validation_failed'],
        [{ url: 'https://blog.acme.com:22/crm' }, 400, 'validation_failed'],
        [{ url: 'https://blog.acme.com/missing' }, 400, 'validation_failed'],
        [{ site_id: 'site_0' }, 404, 'not_found'],
        [{ deploy_mode: 'webflow' }, 409, 'account_not_connected'],
        [{ changes: [...changes, ...changes] }, 400, 'validation_failed'],
        [{ changes: [{ type: 'jsonld', value: '{}' }] }, 400, 'validation_failed'],
        [{ changes: [{ type: 'jsonld', value: '[]' }] }, 400, 'validation_failed'],
        [{ changes: [{ type: 'title', value: ' \n ' }] }, 400, 'validation_failed'],
        [{ changes: [{ type: 'canonical', value: 'javascript:alert(1)' }] }, 400, 'validation_failed'],
      ] as const) {
        const { actions_used } = await app.usage(key)
        const answer = await apply(key, { ...base, ...more })
        assert.deepEqual([answer.status, errorCode(answer)], [status, code], answer.text)
        if (status === 400) assert.equal((await app.usage(key)).actions_used, actions_used, 'a 400 is free')
      }
      const rows = await app.db.rows(sql`select 1 from onpage_changes where tenant_id = ${id}`)
      assert.equal(rows.length, 0)
      const odd = await apply(key, { ...base, url: 'https://blog.acme.com/%zz', dry_run: true })
      assert.equal(odd.status, 200, 'an escape that is none is no fault of ours')
      const other = await owner('https://blog.globex.com')
      const foreign = await apply(other.key, { ...base, site_id: other.site_id })
      assert.equal(errorCode(foreign), 'account_not_connected', 'the connected site is another one')
    })

    test('js_snippet and manual need no connection and touch nothing', async () => {
      const { key, site_id } = await owner(null)
      const changes = [{ type: 'title', value: 'The Acme CRM' }]
      const body = { site_id, url: 'https://acme.com/crm', changes }
      const code = await apply(key, { ...body, deploy_mode: 'js_snippet' })
      assert.deepEqual([code.status, code.body.applied, code.body.rollback_id], [200, false, null])
      assert.match(String(code.body.snippet), /The Acme CRM/)
      const file = [{ type: 'llms_txt', value: '# Acme' }]
      const none = await apply(key, { ...body, deploy_mode: 'js_snippet', changes: file })
      const [{ effect } = { effect: '' }] = none.body.diff as { effect: string }[]
      assert.deepEqual([effect, none.body.snippet], ['unsupported', null], 'a snippet serves no file')
      const words = await apply(key, { ...body, deploy_mode: 'manual' })
      assert.deepEqual(words.body.instructions, ["Set the page's <title> to: The Acme CRM"])
    })

    test('a content system that fails is a 502 and is not charged', async () => {
      const { key } = await app.tenant()
      const site = await app.call('POST /sites', { key, body: { domain: 'acme.com' } })
      for (const trigger of ['error', 'rate_limit', 'garbage']) {
        const credentials = {
          site_url: 'https://blog.acme.com',
          username: `editor sandbox:${trigger}@api`,
          application_password: 'abcd',
        }
        const made = await app.call('POST /connect/wordpress', { key, body: { credentials } })
        assert.ok(made.status < 300, made.text)
        const before = (await app.usage(key)).actions_used
        const answer = await apply(key, {
          site_id: site.body.id,
          url: 'https://blog.acme.com/crm',
          deploy_mode: 'wordpress',
          changes: [{ type: 'title', value: 'X' }],
        })
        assert.deepEqual([answer.status, errorCode(answer)], [502, 'provider_failed'], answer.text)
        assert.equal((await app.usage(key)).actions_used, before)
      }
    })
  })
}

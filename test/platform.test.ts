import assert from 'node:assert/strict'
import { request } from 'node:http'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { systemClock } from '../src/kernel/clock.ts'
import { eventually } from './eventually.ts'
import { ADMIN_TOKEN, errorCode, STORES, startApp, type TestApp } from './harness.ts'
import { PROBE_TABLE, probe, probeAgent } from './probe.ts'

for (const store of STORES) {
  describe(`the platform on ${store}`, () => {
    let app: TestApp
    let skew = 0

    before(async () => {
      const clock = { ...systemClock, monotonic: () => performance.now() + skew }
      app = await startApp({ store, extra: [probe], agents: [probeAgent], clock })
      await app.db.script(PROBE_TABLE)
    })
    after(() => app.close())

    async function effects(tenantId: string): Promise<number> {
      const row = await app.db.row<{ n: number }>({
        name: 'effects',
        text: 'select count(*)::int as n from probe_effects where tenant_id = $1',
        values: [tenantId],
      })
      return row?.n ?? 0
    }

    describe('idempotency', () => {
      test('200 equal requests at once have one effect and one charge', async () => {
        const { id, key } = await app.tenant()
        const headers = { 'idempotency-key': 'one' }
        const answers = await Promise.all(
          Array.from({ length: 200 }, () =>
            app.call('POST /probe/act', { key, body: { text: 'x' }, headers }),
          ),
        )
        assert.equal(await effects(id), 1)
        const replies = new Set(answers.filter(({ status }) => status === 201).map(({ text }) => text))
        assert.equal(replies.size, 1)
        assert.ok(answers.every(({ status }) => status === 201 || status === 409))
        assert.equal((await app.usage(key)).actions_used, 1)
        const after = await app.call('POST /probe/act', { key, body: { text: 'x' }, headers })
        assert.equal(after.headers.get('idempotent-replayed'), 'true')
      })

      test('a failure before the effect frees the key and gives the charge back; one after it replays the effect', async () => {
        const { id, key } = await app.tenant()
        for (const crash of ['before', 'inside']) {
          const headers = { 'idempotency-key': `free ${crash}` }
          for (let attempt = 0; attempt < 2; attempt++) {
            const failed = await app.call('POST /probe/act', { key, body: { text: 'x', crash }, headers })
            assert.equal(failed.status, 500)
            assert.equal(errorCode(failed), 'server_error')
          }
        }
        assert.equal(await effects(id), 0)
        assert.equal((await app.usage(key)).actions_used, 0)
        const headers = { 'idempotency-key': 'kept' }
        const lost = await app.call('POST /probe/act', { key, body: { text: 'x', crash: 'after' }, headers })
        assert.equal(lost.status, 500)
        const again = await app.call('POST /probe/act', { key, body: { text: 'x', crash: 'after' }, headers })
        assert.equal(again.status, 201)
        assert.equal(await effects(id), 1)
        assert.equal((await app.usage(key)).actions_used, 1)
      })

      test('a 400 is never metered, even when only the handler can tell, and the key stays free', async () => {
        const { id, key } = await app.tenant()
        const headers = { 'idempotency-key': 'refused' }
        const body = { text: 'x', crash: 'refused' }
        for (const sent of [{}, { headers }, { headers }]) {
          const refused = await app.call('POST /probe/act', { key, body, ...sent })
          assert.deepEqual([refused.status, errorCode(refused)], [400, 'validation_failed'], refused.text)
        }
        const other = await app.call('POST /probe/act', { key, body: { text: 'y' }, headers })
        assert.equal(other.status, 201, 'nothing was stored for what was refused')
        assert.deepEqual([await effects(id), (await app.usage(key)).actions_used], [1, 1])
        const { body: listed } = await app.call('GET /usage/events', { key })
        assert.equal((listed.events as unknown[]).length, 1)
      })

      test('two headers are refused, and keys do not cross tenants or modes', async () => {
        const one = await app.tenant()
        const two = await app.tenant()
        const status = await new Promise<number>((resolve, reject) => {
          const sent = request(`${app.url}/v1/probe/act`, {
            method: 'POST',
            headers: {
              authorization: `Bearer ${one.key}`,
              'content-type': 'application/json',
              'idempotency-key': ['a', 'b'],
            },
          })
          sent.on('response', (response) => resolve(response.resume().statusCode ?? 0)).on('error', reject)
          sent.end('{"text":"x"}')
        })
        assert.equal(status, 400)
        const minted = await app.call('POST /api-keys', { key: one.key, body: { kind: 'test' } })
        const headers = { 'idempotency-key': 'same' }
        for (const key of [one.key, two.key, String(minted.body.api_key)]) {
          const answer = await app.call('POST /probe/act', { key, body: { text: 'x' }, headers })
          assert.equal(answer.status, 201)
          assert.equal(answer.headers.get('idempotent-replayed'), null)
        }
      })
    })

    describe('keys', () => {
      test('a revoked key is refused on the next request', async () => {
        const { key } = await app.tenant()
        const minted = await app.call('POST /api-keys', { key, body: {} })
        const second = String(minted.body.api_key)
        assert.equal((await app.call('GET /probe/read', { key: second })).status, 200)
        assert.equal((await app.call(`DELETE /api-keys/${minted.body.id}`, { key })).status, 204)
        assert.equal((await app.call('GET /probe/read', { key: second })).status, 401)
      })

      test('a key mints no more than it has, a test key no live one, a session none at all', async () => {
        const { key } = await app.tenant()
        const mint = async (by: string, body: object) => app.call('POST /api-keys', { key: by, body })
        const narrow = String((await mint(key, { scopes: ['api-keys:write', 'usage:read'] })).body.api_key)
        assert.equal((await mint(narrow, { scopes: ['usage:read'] })).status, 201)
        for (const scopes of [['*'], ['seo:write'], ['usage:read', 'ads:write']]) {
          assert.equal((await mint(narrow, { scopes })).status, 403, scopes.join())
        }
        assert.deepEqual((await mint(narrow, {})).body.scopes, ['api-keys:write', 'usage:read'])
        const tester = String((await mint(key, { kind: 'test' })).body.api_key)
        assert.equal((await mint(tester, { kind: 'live' })).status, 403)
        assert.equal((await mint(tester, {})).body.kind, 'test')
        const session = await app.call('POST /api-keys/sessions', { key, body: { ttl_seconds: 60 } })
        assert.equal((await mint(String(session.body.api_key), {})).status, 403)
      })

      test('a session key expires on schedule, cached or not', async () => {
        const { key } = await app.tenant()
        const session = await app.call('POST /api-keys/sessions', { key, body: { ttl_seconds: 1 } })
        const short = String(session.body.api_key)
        assert.equal((await app.call('GET /probe/read', { key: short })).status, 200)
        await eventually(
          async () => (await app.call('GET /probe/read', { key: short })).status === 401,
          5_000,
        )
      })

      test('a downgrade confines the very next request, and * on a free key stays confined', async () => {
        const { id, key } = await app.tenant({ tier: 'pro' })
        assert.equal((await app.call('POST /probe/flow', { key, body: {} })).status, 200)
        const changed = await app.call(`PATCH /admin/tenants/${id}`, {
          key: ADMIN_TOKEN,
          body: { tier: 'free' },
        })
        assert.equal(changed.status, 200)
        assert.equal((await app.call('POST /probe/flow', { key, body: {} })).status, 403)
        assert.equal((await app.call('POST /api-keys', { key, body: {} })).status, 403)
        assert.equal((await app.usage(key)).workflows_used, 1)
      })

      test('workflows start at pro', async () => {
        const hobby = await app.tenant({ tier: 'hobby' })
        assert.equal((await app.call('POST /probe/flow', { key: hobby.key, body: {} })).status, 403)
      })

      test('a suspended tenant is refused until it is not', async () => {
        const { id, key } = await app.tenant()
        await app.call(`PATCH /admin/tenants/${id}`, { key: ADMIN_TOKEN, body: { suspended: true } })
        assert.equal((await app.call('GET /probe/read', { key })).status, 403)
        await app.call(`PATCH /admin/tenants/${id}`, { key: ADMIN_TOKEN, body: { suspended: false } })
        assert.equal((await app.call('GET /probe/read', { key })).status, 200)
      })

      test('test keys have a meter of their own, at no money', async () => {
        const { key } = await app.tenant()
        const tester = String(
          (await app.call('POST /api-keys', { key, body: { kind: 'test' } })).body.api_key,
        )
        await app.call('POST /probe/act', { key: tester, body: { text: 'x' } })
        const [live, test] = [await app.usage(key), await app.usage(tester)]
        assert.deepEqual([live.actions_used, test.actions_used, test.cost_usd_period], [0, 1, 0])
      })
    })

    describe('documented and not built', () => {
      test('every documented capability that is not built yet says 501, and only to a valid key', async () => {
        const free = await app.tenant({ tier: 'free' })
        for (const route of [
          'GET /social/accounts',
          'POST /media',
          'GET /calls/call_1',
          'PATCH /contacts/con_1',
          'POST /job-postings',
        ]) {
          const answer = await app.call(route, {
            key: free.key,
            ...(route.startsWith('GET') ? {} : { body: {} }),
          })
          assert.equal(`${answer.status} ${errorCode(answer)}`, '501 not_implemented', route)
          assert.equal((await app.call(route)).status, 401)
        }
        assert.equal((await app.call('GET /nothing/here', { key: free.key })).status, 404)
        assert.equal((await app.usage(free.key)).actions_used, 0)
      })

      test('any valid key hears 501, whatever else is wrong with the request; no key hears 401', async () => {
        const free = await app.tenant({ tier: 'free' })
        for (const body of [{ mode: 'later' }, { mode: 'later', nope: 1 }]) {
          const answer = await app.call('POST /probe/unwired', { key: free.key, body })
          assert.equal(answer.status, 501)
          assert.equal(errorCode(answer), 'deploy_mode_not_wired')
        }
        assert.equal(
          (await app.call('POST /probe/unwired', { key: free.key, body: { mode: 'now' } })).status,
          403,
        )
        assert.equal((await app.call('POST /probe/unwired', { body: { mode: 'later' } })).status, 401)
        assert.equal((await app.usage(free.key)).actions_used, 0)
      })
    })

    describe('sign-up', () => {
      test('an email is taken once, without regard to case', async () => {
        const first = await app.call('POST /checkout/free', { body: { email: `Mixed.${store}@Example.com` } })
        assert.equal(first.status, 201)
        const again = await app.call('POST /checkout/free', { body: { email: `mixed.${store}@example.COM` } })
        assert.equal(again.status, 409)
        assert.equal(errorCode(again), 'already_exists')
        assert.equal((await app.usage(String(first.body.api_key))).tier, 'free')
      })

      test('only a hash of the key is stored', async () => {
        const made = await app.call('POST /checkout/free', { body: { email: `hash.${store}@example.com` } })
        const stored = await app.db.rows<Record<string, string>>({
          name: 'stored',
          text: 'select row_to_json(k)::text as row from api_keys k where tenant_id = $1',
          values: [made.body.tenant_id],
        })
        assert.equal(stored.length, 1)
        assert.ok(!JSON.stringify(stored).includes(String(made.body.api_key).slice(14)))
      })
    })

    describe('bad input gets the envelope', () => {
      const corpus: [string, string][] = [
        ['deep nesting', `{"text":${'['.repeat(50_000)}${']'.repeat(50_000)}}`],
        ['deep objects', `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`],
        ['__proto__', '{"__proto__":{"text":"x"},"text":"x"}'],
        ['constructor', '{"constructor":{"prototype":{}},"text":"x"}'],
        ['a number past the range', '{"text":1e400}'],
        ['half a surrogate pair', '{"text":"\\ud800"}'],
        ['NUL', '{"text":"a\\u0000b"}'],
        ['NUL in a name', '{"a\\u0000":"b","text":"x"}'],
        ['nothing', 'null'],
        ['a string', '"text"'],
        ['two values', '{"text":"x"}{"text":"y"}'],
        ['a trailing comma', '{"text":"x",}'],
        ['a byte order mark', '\ufeff{"text":"x"}'],
      ]
      for (const [name, raw] of corpus) {
        test(`${name}: a 4xx, never a 500, and not metered`, async () => {
          const { key } = await app.tenant()
          const answer = await app.call('POST /probe/act', { key, raw })
          assert.ok(answer.status >= 400 && answer.status < 500, `${answer.status} ${answer.text}`)
          assert.equal(typeof (answer.body.error as { message: string }).message, 'string')
          assert.equal((await app.usage(key)).actions_used, 0)
        })
      }

      test('bytes that are not UTF-8, oversized bodies, unknown paths, wrong methods, broken escapes', async () => {
        const { key } = await app.tenant()
        const cases: [string, object, number, string][] = [
          ['POST /probe/act', { raw: Buffer.from([0x7b, 0xff, 0x7d]) }, 400, 'bad_request'],
          ['POST /probe/act', { raw: `{"text":"${'x'.repeat(1_100_000)}"}` }, 413, 'payload_too_large'],
          ['GET /nowhere', {}, 404, 'not_found'],
          ['PUT /probe/act', { body: {} }, 405, 'method_not_allowed'],
          ['GET /agents/runs/%E0%A4%A', {}, 400, 'bad_request'],
          ['GET /agents/runs/a%00b', {}, 400, 'validation_failed'],
          ['GET /agents/runs?limit=1000', {}, 400, 'validation_failed'],
          ['GET /agents/runs?cursor=bm90IGEgY3Vyc29y', {}, 400, 'validation_failed'],
          ['GET /agents/runs?limit=1&limit=2', {}, 400, 'validation_failed'],
        ]
        for (const [route, asked, status, code] of cases) {
          const answer = await app.call(route, { key, ...asked })
          assert.equal(answer.status, status, `${route}: ${answer.text}`)
          assert.equal(errorCode(answer), code)
        }
      })

      test('what is not HTTP gets the envelope too', async () => {
        const text = await new Promise<string>((resolve, reject) => {
          const { port, hostname } = new URL(app.url)
          let got = ''
          const socket = connect(Number(port), hostname, () => socket.write('NONSENSE\r\n\r\n'))
          socket.on('data', (chunk) => {
            got += chunk
          })
          socket.on('end', () => resolve(got)).on('error', reject)
        })
        assert.match(text, /^HTTP\/1\.1 400 /)
        assert.equal(JSON.parse(text.slice(text.indexOf('\r\n\r\n'))).error.code, 'bad_request')
      })
    })

    describe('reads', () => {
      test('an unchanged answer is 304', async () => {
        const { key } = await app.tenant()
        const first = await app.call('GET /tenant', { key })
        const etag = String(first.headers.get('etag'))
        const second = await app.call('GET /tenant', { key, headers: { 'if-none-match': etag } })
        assert.equal(second.status, 304)
        assert.equal(second.text, '')
      })

      test('pages follow each other without gaps or repeats', async () => {
        const { key } = await app.tenant()
        for (let i = 0; i < 7; i++) await app.call('POST /api-keys', { key, body: { name: `k${i}` } })
        const seen: string[] = []
        let cursor: string | null = null
        do {
          const page = await app.call(`GET /api-keys?limit=3${cursor === null ? '' : `&cursor=${cursor}`}`, {
            key,
          })
          seen.push(...(page.body.api_keys as { id: string }[]).map(({ id }) => id))
          cursor = page.body.next_cursor as string | null
        } while (cursor !== null)
        assert.equal(seen.length, 8)
        assert.equal(new Set(seen).size, 8)
      })

      test('the limits of a cached principal age out', async () => {
        const { key } = await app.tenant()
        assert.equal((await app.call('GET /probe/read', { key })).status, 200)
        await app.db.run({
          name: 'behind',
          text: `update api_keys set revoked_at = now() where hash is not null and tenant_id = (select tenant_id from api_keys where key_prefix = $1 limit 1)`,
          values: [key.slice(0, 14)],
        })
        skew += 6_000
        assert.equal((await app.call('GET /probe/read', { key })).status, 401)
      })
    })

    describe('runs', () => {
      const start = async (key: string, body: object) =>
        String((await app.call('POST /probe/work', { key, body })).body.run_id)
      const ended = (key: string, id: string) =>
        eventually(async () => {
          const run = (await app.call(`GET /agents/runs/${id}`, { key })).body
          return run.status === 'completed' || run.status === 'failed' ? run : null
        })

      test('a run goes from queued to completed, pays what it spent and frees its hold', async () => {
        const { key } = await app.tenant()
        const run = await ended(key, await start(key, { steps: 3, step_cost_micros: 2_000 }))
        assert.equal(run.status, 'completed')
        assert.deepEqual(run.output, { attempts: 1, steps: 3 })
        assert.equal(run.cost_usd, 0.006)
        const usage = await app.usage(key)
        assert.deepEqual([usage.agent_runs_used, usage.cost_usd_period, usage.held_usd], [1, 0.006, 0])
      })

      test('a failed run has error_message and no output, keeps its slot and pays what it spent', async () => {
        const { key } = await app.tenant()
        const run = await ended(key, await start(key, { steps: 2, fail: true }))
        assert.equal(run.status, 'failed')
        assert.equal(run.error_message, 'The probe was asked to fail.')
        assert.equal('output' in run, false)
        const usage = await app.usage(key)
        assert.deepEqual([usage.agent_runs_used, usage.cost_usd_period, usage.held_usd], [1, 0.002, 0])
      })

      test('a running run can be cancelled, an ended one cannot', async () => {
        const { key } = await app.tenant()
        const id = await start(key, { wait: true })
        await eventually(
          async () => (await app.call(`GET /agents/runs/${id}`, { key })).body.status === 'running',
        )
        assert.equal((await app.call(`POST /agents/runs/${id}/cancel`, { key, body: {} })).status, 202)
        const run = await ended(key, id)
        assert.equal(run.error_message, 'Cancelled by request.')
        assert.equal((await app.call(`POST /agents/runs/${id}/cancel`, { key, body: {} })).status, 409)
        assert.equal((await app.usage(key)).held_usd, 0)
      })

      test('the state machine is the database’s: an ended run never moves again', async () => {
        const { key } = await app.tenant()
        const id = await start(key, {})
        await ended(key, id)
        for (const status of ['queued', 'running', 'failed']) {
          await assert.rejects(
            app.db.run({
              name: `move_${status}`,
              text: `update runs set status = '${status}', output = null, completed_at = null where id = $1`,
              values: [id],
            }),
          )
        }
      })

      test('a hold beyond the spend cap is refused before anything runs', async () => {
        const { key } = await app.tenant({ limits: { spend_cap_usd: 1 } })
        assert.equal(
          (await app.call('POST /probe/work', { key, body: { hold_micros: 1_000_001 } })).status,
          402,
        )
        assert.equal(
          (await app.call('POST /probe/work', { key, body: { hold_micros: 1_000_000 } })).status,
          202,
        )
      })
    })
  })
}

describe('sign-up limits', () => {
  test('past the limit of its address a sign-up is 429', async () => {
    const app = await startApp({ store: 'PGlite', env: { SIGNUPS_PER_IP_PER_MINUTE: '2' } })
    const statuses = []
    for (let i = 0; i < 3; i++)
      statuses.push((await app.call('POST /checkout/free', { body: { email: `ip${i}@example.com` } })).status)
    assert.deepEqual(statuses, [201, 201, 429])
    await app.close()
  })

  test('past the limit of the day everybody is 429, and a refused one does not count', async () => {
    const app = await startApp({ store: 'PGlite', env: { SIGNUPS_PER_DAY: '2' } })
    const signUp = (email: string) => app.call('POST /checkout/free', { body: { email } })
    assert.equal((await signUp('one@example.com')).status, 201)
    assert.equal((await signUp('one@example.com')).status, 409)
    assert.equal((await signUp('two@example.com')).status, 201)
    const full = await signUp('three@example.com')
    assert.equal(full.status, 429)
    assert.ok(Number(full.headers.get('retry-after')) > 0)
    await app.close()
  })

  test('without ADMIN_TOKEN the admin surface is 503, with a wrong one 401', async () => {
    const off = await startApp({ store: 'PGlite', env: { ADMIN_TOKEN: '' } })
    assert.equal(errorCode(await off.call('GET /admin/tenants', { key: 'x' })), 'admin_not_configured')
    await off.close()
    const on = await startApp({ store: 'PGlite' })
    assert.equal((await on.call('GET /admin/tenants', { key: 'x' })).status, 401)
    await on.close()
  })
})

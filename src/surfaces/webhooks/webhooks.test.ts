import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { errorCode, STORES, startApp, type TestApp } from '../../../test/harness.ts'
import { EVENT_NAMES } from '../../events/catalogue.ts'
import { emit } from '../../events/outbox.ts'
import { sql } from '../../store/sql.ts'

const body = { url: 'https://example.com/hook', events: ['agent.failed'] }

for (const store of STORES) {
  describe(`webhooks on ${store}`, () => {
    let app: TestApp
    before(async () => {
      app = await startApp({ store })
    })
    after(() => app.close())

    test('the secret is shown once, and is stored sealed', async () => {
      const { id: tenantId, key } = await app.tenant({ tier: 'free' })
      const made = await app.call('POST /webhooks', { key, body })
      assert.equal(made.status, 201)
      const secret = String(made.body.secret)
      assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
      for (const route of ['GET /webhooks', `GET /webhooks/${made.body.id}`]) {
        const seen = await app.call(route, { key })
        assert.equal(seen.status, 200)
        assert.equal(seen.text.includes('secret"'), false)
        assert.equal(seen.text.includes(secret), false)
      }
      const rows = await app.db.rows(sql`select * from webhook_endpoints where tenant_id = ${tenantId}`)
      const replies = await app.db.rows(sql`select * from idempotency_keys where tenant_id = ${tenantId}`)
      assert.equal(JSON.stringify([rows, replies]).includes(secret.slice(6)), false)
    })

    test('a range of times that the database does not know is refused as bad input', async () => {
      const { key } = await app.tenant()
      const replay = async (since: string, until: string) =>
        (await app.call('POST /webhooks/replay', { key, body: { since, until } })).status
      assert.equal(await replay('0000-01-01T00:00:00Z', '2026-12-01T00:00:00Z'), 400)
      assert.equal(await replay('2026-01-01T00:00:00+23:59', '2026-12-01T00:00:00Z'), 400)
      assert.equal(await replay('2026-01-01T00:00:00Z', '9999-12-31T23:59:59-15:00'), 400)
      assert.equal(await replay('0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59.9999999-14:00'), 202)
    })

    test('events are known names or *, at least one; the catalogue lists each with an example', async () => {
      const { key } = await app.tenant()
      for (const events of [[], ['nope.happened'], 'agent.failed', undefined]) {
        const refused = await app.call('POST /webhooks', { key, body: { ...body, events } })
        assert.deepEqual([refused.status, errorCode(refused)], [400, 'validation_failed'])
      }
      const all = await app.call('POST /webhooks', { key, body: { ...body, events: ['*', '*'] } })
      assert.deepEqual(all.body.events, ['*'])
      const listed = await app.call('GET /webhooks/events', { key })
      const entries = listed.body.events as { event: string; example: { event: string } }[]
      assert.deepEqual(
        entries.map(({ event, example }) => [event, example.event]),
        EVENT_NAMES.map((name) => [name, name]),
      )
    })

    test('another tenant, and a key of the other mode, see and reach none of it', async () => {
      const owner = await app.tenant()
      const stranger = await app.tenant()
      const made = await app.call('POST /webhooks', { key: owner.key, body: { ...body, events: ['*'] } })
      const sent = await app.call(`POST /webhooks/${made.body.id}/test`, { key: owner.key })
      assert.equal(sent.status, 202, sent.text)
      const testKey = await app.call('POST /api-keys', { key: owner.key, body: { kind: 'test' } })
      for (const key of [stranger.key, String(testKey.body.api_key)]) {
        const id = String(made.body.id)
        const delivery = String(sent.body.id)
        const attempts: [string, object?][] = [
          [`GET /webhooks/${id}`],
          [`PATCH /webhooks/${id}`, { enabled: false }],
          [`DELETE /webhooks/${id}`],
          [`POST /webhooks/${id}/rotate-secret`, {}],
          [`POST /webhooks/${id}/test`, {}],
          [`GET /webhooks/deliveries/${delivery}`],
          [`POST /webhooks/dead-letters/${delivery}/replay`, {}],
        ]
        for (const [route, given] of attempts) {
          const answer = await app.call(route, { key, ...(given === undefined ? {} : { body: given }) })
          assert.deepEqual([answer.status, errorCode(answer)], [404, 'not_found'], route)
        }
        for (const list of ['webhooks', 'deliveries', 'dead_letters']) {
          const path = list === 'webhooks' ? '' : `/${list.replace('_', '-')}`
          assert.deepEqual((await app.call(`GET /webhooks${path}`, { key })).body[list], [])
        }
      }
    })

    test('deliveries are listed newest first, page by page, and filtered', async () => {
      const { id, key } = await app.tenant()
      const first = await app.call('POST /webhooks', { key, body: { ...body, events: ['*'] } })
      const second = await app.call('POST /webhooks', { key, body: { ...body, events: ['webhook.test'] } })
      const events: string[] = []
      for (let n = 0; n < 5; n++) {
        const data = { endpoint_id: '', message: String(n) }
        events.unshift(
          await app.db.transaction((tx) =>
            emit(tx, { tenant_id: id, mode: 'live', event: 'webhook.test', data }),
          ),
        )
      }
      const seen: string[] = []
      let cursor = ''
      do {
        const page = await app.call(
          `GET /webhooks/deliveries?limit=2&endpoint_id=${first.body.id}${cursor}`,
          { key },
        )
        seen.push(...(page.body.deliveries as { event_id: string }[]).map((one) => one.event_id))
        cursor = page.body.next_cursor === null ? '' : `&cursor=${page.body.next_cursor}`
      } while (cursor !== '')
      // Within a millisecond any order will do, as long as it is the same one on every page.
      assert.deepEqual(seen, events.sort().reverse())
      const count = async (query: string) =>
        (
          (await app.call(`GET /webhooks/deliveries?limit=100&${query}`, { key })).body
            .deliveries as unknown[]
        ).length
      assert.equal(await count(''), 10)
      assert.equal(await count(`endpoint_id=${second.body.id}`), 5)
      assert.equal(await count('status=pending'), 10)
      assert.equal(await count('status=delivered'), 0)
      assert.equal(await count('event=agent.failed'), 0)
      const bad = await app.call('GET /webhooks/deliveries?limit=0', { key })
      assert.equal(bad.status, 400)
    })

    test('a description that is left out stays, and null clears it', async () => {
      const { key } = await app.tenant()
      const made = await app.call('POST /webhooks', { key, body: { ...body, description: 'reports' } })
      const change = async (given: object) => {
        const changed = await app.call(`PATCH /webhooks/${made.body.id}`, { key, body: given })
        assert.equal(changed.status, 200, changed.text)
        return changed.body.description
      }
      assert.equal(await change({ events: ['*'] }), 'reports')
      assert.equal(await change({ description: null }), null)
      assert.equal(await change({ description: 'again' }), 'again')
    })

    test('the hundred-and-first endpoint is refused', async () => {
      const { id, key } = await app.tenant()
      await app.db.run(sql`
        insert into webhook_endpoints (tenant_id, id, mode, url, events, secret)
        select ${id}, 'whk_' || n, 'live', 'https://example.com', array['*'], '' from generate_series(1, 100) n`)
      const refused = await app.call('POST /webhooks', { key, body })
      assert.deepEqual([refused.status, errorCode(refused)], [409, 'conflict'])
    })
  })
}

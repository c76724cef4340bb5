import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { eventually } from '../../test/eventually.ts'
import { STORES } from '../../test/harness.ts'
import { sql } from '../store/sql.ts'
import { type Hooked, startHooked } from './fixtures/hooked.ts'
import { startReceiver, status } from './fixtures/receiver.ts'
import { requeueRange } from './store.ts'

const ALWAYS = { since: '2020-01-01T00:00:00Z', until: '2100-01-01T00:00:00Z' }

for (const store of STORES) {
  describe(`replays on ${store}`, () => {
    let app: Hooked
    before(async () => {
      app = await startHooked({ store, env: { WEBHOOK_RETRY_SCHEDULE: '3600' } })
      app.start()
    })
    after(async () => {
      await app.close()
      assert.deepEqual(app.errors, [])
    })

    test('a range replay sends what happened to every endpoint, and tests of one endpoint to no other', async () => {
      const [tested, other] = [await startReceiver(), await startReceiver()]
      const who = await app.tenant()
      const { id } = await app.endpoint(who, tested.url)
      const tests: string[] = []
      for (const event of ['webhook.test', 'agent.failed']) {
        const sent = await app.call(`POST /webhooks/${id}/test`, { key: who.key, body: { event } })
        assert.equal(sent.status, 202, sent.text)
        tests.push(String(sent.body.event_id))
      }
      await eventually(async () => tested.received.length === 2)
      const real = await app.emit(who)
      await app.settled(who, real, 'delivered')
      await app.endpoint(who, other.url)
      const body = { ...ALWAYS, include_delivered: true }
      const replay = await app.call('POST /webhooks/replay', { key: who.key, body })
      assert.deepEqual(replay.body, { replayed: 2, next_since: null })
      await eventually(async () => other.received.length === 1 && tested.received.length === 4)
      assert.deepEqual(other.ids(), [real])
      assert.deepEqual(tested.ids().sort(), [...tests, real, real].sort())
      await Promise.all([tested.close(), other.close()])
    })

    test('every attempt is told of, also those that arrived before a replay', async () => {
      const receiver = await startReceiver(status(500))
      const who = await app.tenant()
      await app.endpoint(who, receiver.url)
      const event = await app.emit(who)
      const { id } = await app.settled(who, event, 'failed')
      const codes = async () => {
        const { body } = await app.call(`GET /webhooks/deliveries/${id}`, { key: who.key })
        const attempts = body.attempts as { attempt: number; response_code: number; created_at: string }[]
        assert.ok(attempts.every(({ created_at }) => !Number.isNaN(Date.parse(created_at))))
        return attempts.map((one) => [one.attempt, one.response_code])
      }
      receiver.answer(status(204))
      await app.skip(7_200)
      await app.settled(who, event, 'delivered')
      const first = [
        [2, 204],
        [1, 500],
      ]
      assert.deepEqual(await codes(), first)
      receiver.answer(status(202))
      const body = { ...ALWAYS, include_delivered: true }
      await app.call('POST /webhooks/replay', { key: who.key, body })
      await eventually(async () => receiver.received.length === 3)
      await app.settled(who, event, 'delivered')
      assert.deepEqual(await codes(), [[3, 202], ...first])
      await receiver.close()
    })

    test('page after page, a range replay sends every event exactly once, also those of one moment', async () => {
      const receiver = await startReceiver()
      const who = await app.tenant()
      const { id } = await app.endpoint(who, receiver.url, { events: ['agent.failed'] })
      const seconds = [0, 1, 1, 1, 2, 3, 3, 4, 5]
      await app.db.run(sql`
        insert into events (tenant_id, id, mode, event, body, created_at)
        select ${who.id}, 'evt_' || n, 'live', 'agent.failed', '{}', '2026-01-01'::timestamptz + make_interval(secs => s)
        from unnest(${seconds}::float8[]) with ordinality as t (s, n)`)
      const range = { ...ALWAYS, event: null, endpoint_id: id, include_delivered: true, limit: 2 }
      const pages: number[] = []
      for (let since: string | null = ALWAYS.since; since !== null; ) {
        const from: string = since
        const page = await app.db.transaction((tx) =>
          requeueRange(tx, who.id, 'live', { ...range, since: from }),
        )
        pages.push(page?.replayed ?? 0)
        since = page?.next_since ?? null
      }
      assert.deepEqual(pages, [4, 3, 2])
      await eventually(async () => receiver.received.length >= seconds.length)
      assert.deepEqual(
        receiver.ids().sort(),
        seconds.map((_, n) => `evt_${n + 1}`),
      )
      await receiver.close()
    })
  })
}

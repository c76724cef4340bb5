import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { eventually } from '../../test/eventually.ts'
import { STORES } from '../../test/harness.ts'
import { type Hooked, startHooked } from './fixtures/hooked.ts'
import { startReceiver, status } from './fixtures/receiver.ts'
import { emit } from './outbox.ts'

for (const store of STORES) {
  describe(`deliveries on ${store}`, () => {
    let app: Hooked
    before(async () => {
      app = await startHooked({ store, env: { WEBHOOK_RETRY_SCHEDULE: '0.05,0.05' } })
      app.start()
    })
    after(async () => {
      await app.close()
      assert.deepEqual(app.errors, [])
    })

    test('an event arrives once, in its envelope, with a signature that both ways of verifying accept', async () => {
      const receiver = await startReceiver()
      const who = await app.tenant()
      const { secret } = await app.endpoint(who, receiver.url)
      const id = await app.emit(who, 'Grüße 世界 \u0000')
      const done = await app.settled(who, id, 'delivered')
      assert.deepEqual([done.attempt, done.response_code, done.error], [1, 200, null])
      const [one] = receiver.received
      assert.ok(one)
      assert.equal(receiver.received.length, 1)
      const body = JSON.parse(one.body)
      assert.deepEqual(Object.keys(body), ['id', 'event', 'created_at', 'tenant_id', 'data'])
      assert.deepEqual(
        [body.id, body.event, body.tenant_id, body.data.message],
        [id, 'webhook.test', who.id, 'Grüße 世界 \u0000'],
      )
      assert.match(body.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      const expected = createHmac('sha256', secret).update(one.body).digest('hex')
      assert.equal(one.headers['service-signature'], `sha256=${expected}`)
      new Webhook(secret).verify(one.body, one.headers as Record<string, string>)
      await receiver.close()
    })

    test('retries send the same id and the same bytes, then it is a dead letter, and a replay delivers it', async () => {
      const receiver = await startReceiver(status(500))
      const who = await app.tenant()
      const { id: endpointId } = await app.endpoint(who, receiver.url)
      const id = await app.emit(who)
      const dead = await app.settled(who, id, 'dead')
      assert.deepEqual(
        [dead.attempt, dead.response_code, dead.error, dead.next_attempt_at],
        [3, 500, 'bad_status', null],
      )
      assert.equal(new Set(receiver.received.map(({ body }) => body)).size, 1)
      assert.deepEqual(receiver.ids(), [id, id, id])
      const letters = await app.call('GET /webhooks/dead-letters', { key: who.key })
      assert.deepEqual(
        (letters.body.dead_letters as { id: string }[]).map((one) => one.id),
        [dead.id],
      )

      const rotated = await app.call(`POST /webhooks/${endpointId}/rotate-secret`, {
        key: who.key,
        body: { overlap_seconds: 0 },
      })
      receiver.answer(status(204))
      const replay = await app.call(`POST /webhooks/dead-letters/${dead.id}/replay`, { key: who.key })
      assert.equal(replay.status, 202, replay.text)
      const done = await app.settled(who, id, 'delivered')
      assert.equal(done.attempt, 4)
      const last = receiver.received.at(-1)
      assert.equal(last?.body, receiver.received[0]?.body)
      const expected = createHmac('sha256', String(rotated.body.secret))
        .update(last?.body ?? '')
        .digest('hex')
      assert.equal(last?.headers['service-signature'], `sha256=${expected}`, 'signed with the secret of now')
      const detail = await app.call(`GET /webhooks/deliveries/${done.id}`, { key: who.key })
      assert.deepEqual(
        (detail.body.attempts as { response_code: number }[]).map((one) => one.response_code),
        [204, 500, 500, 500],
      )
      const again = await app.call(`POST /webhooks/dead-letters/${dead.id}/replay`, { key: who.key })
      assert.equal(again.status, 409)
      await receiver.close()
    })

    test('the event and what it tells of exist together or not at all', async () => {
      const receiver = await startReceiver()
      const who = await app.tenant()
      await app.endpoint(who, receiver.url)
      await assert.rejects(
        app.db.transaction(async (tx) => {
          await emit(tx, {
            tenant_id: who.id,
            mode: 'live',
            event: 'webhook.test',
            data: { endpoint_id: '', message: 'never' },
          })
          throw new Error('the business failed')
        }),
      )
      const id = await app.emit(who, 'always')
      await app.settled(who, id, 'delivered')
      assert.deepEqual(receiver.ids(), [id])
      assert.equal((await app.deliveries(who)).length, 1)
      await receiver.close()
    })

    test('only endpoints that subscribe get an event, and only in its mode', async () => {
      const [all, named, other, testing] = await Promise.all([
        startReceiver(),
        startReceiver(),
        startReceiver(),
        startReceiver(),
      ])
      const who = await app.tenant()
      const testKey = await app.call('POST /api-keys', { key: who.key, body: { kind: 'test' } })
      await app.endpoint(who, all.url)
      await app.endpoint(who, named.url, { events: ['webhook.test', 'agent.failed'] })
      await app.endpoint(who, other.url, { events: ['agent.failed'] })
      await app.endpoint({ id: who.id, key: String(testKey.body.api_key) }, testing.url)
      const id = await app.emit(who)
      await eventually(async () => all.received.length === 1 && named.received.length === 1)
      assert.equal((await app.deliveries(who)).length, 2)
      assert.deepEqual([all.ids(), named.ids(), other.ids(), testing.ids()], [[id], [id], [], []])
      await Promise.all([all, named, other, testing].map((one) => one.close()))
    })

    // The embedded database stops everything else while it works, so what matters there is how often it is asked.
    test('a backlog for an endpoint that answers at once is worked off eight at a time, with a statement for many', {
      skip: store !== 'PGlite',
    }, async () => {
      const receiver = await startReceiver()
      const who = await app.tenant()
      await app.endpoint(who, receiver.url)
      await app.settled(who, await app.emit(who), 'delivered')
      const data = { endpoint_id: '', message: 'one of many' }
      await app.db.transaction(async (tx) => {
        for (let n = 0; n < 400; n++)
          await emit(tx, { tenant_id: who.id, mode: 'live', event: 'webhook.test', data })
      })
      const before = app.db.statements()
      await eventually(async () => receiver.received.length === 401)
      const asked = app.db.statements() - before
      assert.ok(receiver.peak() <= 8)
      assert.ok(asked <= 80, `${asked} statements for 400 deliveries`)
      await receiver.close()
    })

    test('410 switches the endpoint off and stops what waits for it', async () => {
      const receiver = await startReceiver(status(410))
      const who = await app.tenant()
      const { id: endpointId } = await app.endpoint(who, receiver.url)
      const id = await app.emit(who)
      const dead = await app.settled(who, id, 'dead')
      assert.deepEqual([dead.error, dead.attempt], ['gone', 1])
      const endpoint = await app.call(`GET /webhooks/${endpointId}`, { key: who.key })
      assert.deepEqual([endpoint.body.enabled, endpoint.body.disabled_reason], [false, 'gone'])
      await app.emit(who)
      assert.equal((await app.deliveries(who)).length, 1, 'nothing more is queued for it')
      await receiver.close()
    })

    test('410 from an address that the endpoint has left meanwhile does not switch it off', async () => {
      const release: (() => void)[] = []
      const left = await startReceiver((response) => void release.push(() => response.writeHead(410).end()))
      const receiver = await startReceiver()
      const who = await app.tenant()
      const { id } = await app.endpoint(who, left.url)
      const first = await app.emit(who)
      await eventually(async () => release.length === 1)
      await app.call(`PATCH /webhooks/${id}`, { key: who.key, body: { url: receiver.url } })
      for (const let_go of release) let_go()
      await app.settled(who, first, 'dead')
      await app.settled(who, await app.emit(who), 'delivered')
      await Promise.all([left.close(), receiver.close()])
    })
  })
}

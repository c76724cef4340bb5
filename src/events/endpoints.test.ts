import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { eventually } from '../../test/eventually.ts'
import { errorCode, STORES } from '../../test/harness.ts'
import { type Hooked, startHooked } from './fixtures/hooked.ts'
import { type Received, startReceiver, status } from './fixtures/receiver.ts'

function verifiesService(secret: string, { headers, body }: Received): boolean {
  return headers['service-signature'] === `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
}

function verifiesStandard(secret: string, { headers, body }: Received): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>)
    return true
  } catch {
    return false
  }
}

for (const store of STORES) {
  describe(`endpoints and their deliveries on ${store}`, () => {
    let app: Hooked
    before(async () => {
      app = await startHooked({ store, env: { WEBHOOK_RETRY_SCHEDULE: '3600' } })
      app.start()
    })
    after(async () => {
      await app.close()
      assert.deepEqual(app.errors, [])
    })

    test('in the overlap of a rotation a receiver with only the old secret and one with only the new both verify, then it switches', async () => {
      const receiver = await startReceiver()
      const who = await app.tenant()
      const { id, secret: old } = await app.endpoint(who, receiver.url)
      const rotated = await app.call(`POST /webhooks/${id}/rotate-secret`, { key: who.key })
      const fresh = String(rotated.body.secret)
      assert.notEqual(fresh, old)
      await app.settled(who, await app.emit(who), 'delivered')
      const during = receiver.received.at(-1)
      assert.ok(during && verifiesService(old, during) && verifiesStandard(old, during))
      assert.ok(verifiesStandard(fresh, during))
      await app.skip(86_401)
      await app.settled(who, await app.emit(who), 'delivered')
      const later = receiver.received.at(-1)
      assert.ok(later && verifiesService(fresh, later) && verifiesStandard(fresh, later))
      assert.equal(verifiesStandard(old, later), false)
      await receiver.close()
    })

    for (const how of ['disabled', 'removed'] as const) {
      test(`an endpoint that is ${how} while a retry is queued gets nothing more`, async () => {
        const receiver = await startReceiver(status(500))
        const who = await app.tenant()
        const { id } = await app.endpoint(who, receiver.url)
        const event = await app.emit(who)
        await app.settled(who, event, 'failed')
        const answer =
          how === 'removed'
            ? await app.call(`DELETE /webhooks/${id}`, { key: who.key })
            : await app.call(`PATCH /webhooks/${id}`, { key: who.key, body: { enabled: false } })
        assert.ok(answer.status < 300, answer.text)
        const dead = await app.settled(who, event, 'dead')
        assert.equal(dead.error, `endpoint_${how}`)
        await app.skip(7_200)
        const other = await app.tenant()
        const canary = await startReceiver()
        await app.endpoint(other, canary.url)
        await app.settled(other, await app.emit(other), 'delivered')
        assert.equal(receiver.received.length, 1)
        const replay = await app.call(`POST /webhooks/dead-letters/${dead.id}/replay`, { key: who.key })
        assert.deepEqual([replay.status, errorCode(replay)], [409, 'conflict'])
        await Promise.all([receiver.close(), canary.close()])
      })
    }

    test('an attempt that is under way while its endpoint is disabled is not retried, and is delivered if it arrives', async () => {
      const release: (() => void)[] = []
      const receiver = await startReceiver((response, _, count) => {
        release.push(() => response.writeHead(count === 1 ? 200 : 500).end())
      })
      const who = await app.tenant()
      const { id } = await app.endpoint(who, receiver.url)
      const first = await app.emit(who)
      await eventually(async () => receiver.received.length === 1)
      const second = await app.emit(who)
      await eventually(async () => receiver.received.length === 2)
      await app.call(`PATCH /webhooks/${id}`, { key: who.key, body: { enabled: false } })
      for (const let_go of release) let_go()
      await app.settled(who, first, 'delivered')
      await app.settled(who, second, 'dead')
      await receiver.close()
    })

    test('no more than 8 attempts for one endpoint are under way, over two workers', async () => {
      const release: (() => void)[] = []
      const receiver = await startReceiver((response) => void release.push(() => response.end()))
      const second = app.start()
      const who = await app.tenant()
      await app.endpoint(who, receiver.url)
      for (let n = 0; n < 30; n++) await app.emit(who)
      await eventually(async () => receiver.under_way() === 8)
      receiver.answer((response) => void setImmediate(() => response.end()))
      for (const let_go of release) let_go()
      await eventually(async () => receiver.received.length === 30)
      assert.equal(receiver.peak(), 8)
      assert.equal(new Set(receiver.ids()).size, 30, 'each event once')
      await second.stop()
      await receiver.close()
    })

    test('the breaker holds deliveries back without spending their budget, then one tries the endpoint out', async () => {
      const receiver = await startReceiver(status(503))
      const who = await app.tenant()
      const { id } = await app.endpoint(who, receiver.url)
      for (let n = 0; n < 10; n++) await app.settled(who, await app.emit(who), 'failed')
      const opened = await eventually(async () => {
        const { body } = await app.call(`GET /webhooks/${id}`, { key: who.key })
        return body.paused_until === null ? null : body
      })
      const waiting = await app.emit(who)
      const held = (await app.deliveries(who)).find((one) => one.event_id === waiting)
      assert.deepEqual([held?.status, held?.attempt], ['pending', 0])
      assert.equal(held?.next_attempt_at, opened.paused_until, 'it says when it goes on')
      receiver.answer(status(200))
      await app.skip(5_000)
      const done = await app.settled(who, waiting, 'delivered')
      assert.equal(done.attempt, 1)
      await eventually(async () =>
        (await app.deliveries(who)).every(({ status: now, attempt }) => now === 'delivered' && attempt <= 2),
      )
      const after = await app.call(`GET /webhooks/${id}`, { key: who.key })
      assert.equal(after.body.paused_until, null)
      await receiver.close()
    })

    test('a flood for one tenant that hangs does not hold up another', async () => {
      const release: (() => void)[] = []
      const slow = await startReceiver((response) => void release.push(() => response.end()))
      const quick = await startReceiver()
      const [noisy, quiet] = [await app.tenant(), await app.tenant()]
      for (let n = 0; n < 5; n++) await app.endpoint(noisy, slow.url)
      await app.endpoint(quiet, quick.url)
      for (let n = 0; n < 20; n++) await app.emit(noisy)
      await eventually(async () => slow.under_way() === 40)
      await app.settled(quiet, await app.emit(quiet), 'delivered')
      assert.equal(slow.under_way(), 40, 'the flood is still going on')
      slow.answer(status(200))
      for (const let_go of release) let_go()
      await eventually(async () => slow.received.length === 100)
      await Promise.all([slow.close(), quick.close()])
    })

    test('a range replay sends what did not arrive, also to an endpoint that came later, and delivered ones when asked', async () => {
      const receiver = await startReceiver(status(410))
      const who = await app.tenant()
      const { id } = await app.endpoint(who, receiver.url)
      const lost = await app.emit(who)
      await app.settled(who, lost, 'dead')
      await app.call(`PATCH /webhooks/${id}`, { key: who.key, body: { enabled: true } })
      receiver.answer(status(200))
      const arrived = await app.emit(who)
      await app.settled(who, arrived, 'delivered')
      const range = { since: '2020-01-01T00:00:00Z', until: '2100-01-01T00:00:00Z' }
      const replay = (more: object) =>
        app.call('POST /webhooks/replay', { key: who.key, body: { ...range, ...more } })
      assert.equal((await replay({ event: 'agent.failed' })).body.replayed, 0)
      assert.equal((await replay({ until: '2020-01-02T00:00:00Z' })).body.replayed, 0)
      assert.deepEqual((await replay({})).body, { replayed: 1, next_since: null })
      await app.settled(who, lost, 'delivered')
      assert.equal((await replay({ include_delivered: true })).body.replayed, 2)
      await eventually(async () => receiver.received.length === 5)
      assert.deepEqual(receiver.ids().sort(), [lost, lost, lost, arrived, arrived].sort())
      const newcomer = await startReceiver()
      const { id: later } = await app.endpoint(who, newcomer.url)
      assert.equal((await replay({ endpoint_id: later })).body.replayed, 2)
      await eventually(async () => newcomer.received.length === 2)
      assert.equal((await replay({ since: range.until, until: range.since })).status, 400)
      await Promise.all([receiver.close(), newcomer.close()])
    })
  })
}

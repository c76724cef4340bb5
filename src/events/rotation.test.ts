import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { errorCode, STORES } from '../../test/harness.ts'
import { type Hooked, startHooked, type Who } from './fixtures/hooked.ts'
import { type Received, type Receiver, startReceiver } from './fixtures/receiver.ts'

const HOUR = 3_600

/** Which of the secrets verify a delivery, by Service-Signature and by Standard Webhooks. */
function verifying(secrets: Record<string, string>, { headers, body }: Received) {
  const names = Object.keys(secrets)
  const secretOf = (name: string) => secrets[name] ?? ''
  return {
    service: names.filter(
      (name) =>
        headers['service-signature'] ===
        `sha256=${createHmac('sha256', secretOf(name)).update(body).digest('hex')}`,
    ),
    standard: names.filter((name) => {
      try {
        return Boolean(new Webhook(secretOf(name)).verify(body, headers as Record<string, string>))
      } catch {
        return false
      }
    }),
  }
}

for (const store of STORES) {
  describe(`rotations of secrets on ${store}`, () => {
    let app: Hooked
    let receiver: Receiver
    before(async () => {
      app = await startHooked({ store, env: { WEBHOOK_RETRY_SCHEDULE: '3600' } })
      app.start()
      receiver = await startReceiver()
    })
    after(async () => {
      await receiver.close()
      await app.close()
      assert.deepEqual(app.errors, [])
    })

    const rotate = (who: Who, id: string, overlap_seconds?: number) =>
      app.call(`POST /webhooks/${id}/rotate-secret`, { key: who.key, body: { overlap_seconds } })
    const rotated = async (who: Who, id: string, overlap?: number) => {
      const answer = await rotate(who, id, overlap)
      assert.equal(answer.status, 200, answer.text)
      return String(answer.body.secret)
    }
    async function delivered(who: Who): Promise<Received> {
      await app.settled(who, await app.emit(who), 'delivered')
      const last = receiver.received.at(-1)
      assert.ok(last)
      return last
    }

    test('a second rotation within the overlap cuts nobody off: each secret verifies until its own overlap ends', async () => {
      const who = await app.tenant()
      const { id, secret: first } = await app.endpoint(who, receiver.url)
      const secrets = { first, second: await rotated(who, id), third: '' }
      await app.skip(10 * HOUR)
      secrets.third = await rotated(who, id)
      assert.deepEqual(verifying(secrets, await delivered(who)), {
        service: ['first'],
        standard: ['first', 'second', 'third'],
      })
      await app.skip(14 * HOUR + 1)
      assert.deepEqual(verifying(secrets, await delivered(who)), {
        service: ['second'],
        standard: ['second', 'third'],
      })
      const { body } = await app.call(`GET /webhooks/${id}`, { key: who.key })
      assert.notEqual(body.previous_secret_until, null)
      await app.skip(10 * HOUR)
      assert.deepEqual(verifying(secrets, await delivered(who)), { service: ['third'], standard: ['third'] })
    })

    test('a rotation without an overlap ends all earlier secrets at once', async () => {
      const who = await app.tenant()
      const { id, secret: first } = await app.endpoint(who, receiver.url)
      const secrets = { first, second: await rotated(who, id), third: await rotated(who, id, 0) }
      assert.deepEqual(verifying(secrets, await delivered(who)), { service: ['third'], standard: ['third'] })
      const { body } = await app.call(`GET /webhooks/${id}`, { key: who.key })
      assert.equal(body.previous_secret_until, null)
    })

    test('six rotations at once keep five earlier secrets and refuse none silently; a place is free when one ends', async () => {
      const who = await app.tenant()
      const { id, secret: first } = await app.endpoint(who, receiver.url)
      const answers = await Promise.all(Array.from({ length: 6 }, () => rotate(who, id)))
      const refused = answers.filter(({ status }) => status !== 200)
      assert.deepEqual(
        refused.map((answer) => [answer.status, errorCode(answer)]),
        [[409, 'conflict']],
      )
      const all = answers.flatMap(({ body }) => (typeof body.secret === 'string' ? [body.secret] : []))
      const secrets = { first, ...Object.fromEntries(all.map((secret, n) => [String(n), secret])) }
      assert.equal(verifying(secrets, await delivered(who)).standard.length, 6)
      await app.skip(24 * HOUR + 1)
      assert.equal((await rotate(who, id)).status, 200)
    })
  })
}

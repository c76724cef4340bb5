import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { newSecret, signatureHeaders, signingKey } from './sign.ts'

const body = '{"id":"evt_1","event":"agent.failed","data":{"text":"Grüße, 世界"}}'
const now = () => Math.floor(Date.now() / 1000)

function service(secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(Buffer.from(body)).digest('hex')}`
}

test('Service-Signature is one sha256= value, the hex HMAC of the raw body keyed with the secret', () => {
  const current = newSecret()
  const headers = signatureHeaders(
    { id: 'evt_1', body },
    { current: signingKey(current), previous: [] },
    now(),
  )
  assert.equal(headers['service-signature'], service(current))
  assert.match(headers['service-signature'] ?? '', /^sha256=[0-9a-f]{64}$/)
})

test('the public Standard Webhooks library verifies, and refuses another body, id, time or secret', () => {
  const current = newSecret()
  const headers = signatureHeaders(
    { id: 'evt_1', body },
    { current: signingKey(current), previous: [] },
    now(),
  )
  assert.deepEqual(new Webhook(current).verify(body, headers), JSON.parse(body))
  const refused = (payload: string, given: Record<string, string>, secret = current) =>
    assert.throws(() => new Webhook(secret).verify(payload, given), WebhookVerificationError)
  refused(`${body} `, headers)
  refused(body, { ...headers, 'webhook-id': 'evt_2' })
  refused(body, { ...headers, 'webhook-timestamp': String(now() - 1) })
  refused(body, headers, newSecret())
  refused(
    body,
    signatureHeaders({ id: 'evt_1', body }, { current: signingKey(current), previous: [] }, now() - 3_600),
  )
})

test('in the overlap of a rotation the old secret verifies by both ways, the new one by Standard Webhooks', () => {
  const [current, previous] = [newSecret(), newSecret()]
  const during = signatureHeaders(
    { id: 'evt_1', body },
    { current: signingKey(current), previous: [signingKey(previous)] },
    now(),
  )
  assert.equal(during['service-signature'], service(previous))
  new Webhook(previous).verify(body, during)
  new Webhook(current).verify(body, during)
  const after = signatureHeaders({ id: 'evt_1', body }, { current: signingKey(current), previous: [] }, now())
  assert.equal(after['service-signature'], service(current))
  assert.throws(() => new Webhook(previous).verify(body, after))
})

import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { newSecret, signatureHeaders, signingKey } from '../../../src/events/sign.ts'
import { openWebhook, verifyWebhook } from '../src/index.ts'

const secret = newSecret()
const body = '{"type":"post.published","text":"Grüße, 世界"}'
const signed = (text: string, key = secret) =>
  `sha256=${createHmac('sha256', key).update(text).digest('hex')}`

test('a delivery that the service signed is genuine, as text and as bytes', async () => {
  const headers = signatureHeaders({ id: 'evt_1', body }, { current: signingKey(secret), previous: [] }, 1)
  const signature = headers['service-signature']
  assert.equal(await verifyWebhook({ body, signature, secret }), true)
  assert.equal(await verifyWebhook({ body: Buffer.from(body), signature, secret }), true)
  assert.deepEqual(await openWebhook({ body, signature, secret }), JSON.parse(body))
})

test('another body, key, algorithm or form is refused', async () => {
  for (const signature of [
    signed(`${body} `),
    signed(body, 'another'),
    signed(body).slice(7),
    signed(body).replace('sha256', 'sha1'),
    `${signed(body)},${signed(body)}`,
    signed(body).slice(0, -2),
    '',
    null,
    undefined,
  ]) {
    assert.equal(await verifyWebhook({ body, signature, secret }), false, String(signature))
    await assert.rejects(openWebhook({ body, signature, secret }), /signature/)
  }
})

test('during a rotation either secret will do', async () => {
  const other = newSecret()
  const delivery = { body, signature: signed(body), secret: [other, secret] }
  assert.equal(await verifyWebhook(delivery), true)
  assert.equal(await verifyWebhook({ ...delivery, secret: [other] }), false)
})

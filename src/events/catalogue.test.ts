import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Envelope, EVENT_NAMES, EVENTS, exampleEnvelope } from './catalogue.ts'

test('the catalogue has the five events of the specification and the rest that is promised', () => {
  const promised = [
    'post.published',
    'post.failed',
    'post.scheduled',
    'account.connected',
    'agent.failed',
    'agent.completed',
    'post.partial',
    'post.cancelled',
    'account.disconnected',
    'message.received',
    'review.new',
    'campaign.status_changed',
    'call.ended',
    'webhook.test',
  ]
  assert.deepEqual([...EVENT_NAMES], promised)
})

for (const name of EVENT_NAMES) {
  test(`${name}: its example matches its schema and fits the envelope`, () => {
    const { data, example } = EVENTS[name]
    assert.deepEqual(data.parse(example), example)
    Envelope.parse(exampleEnvelope(name))
  })
}

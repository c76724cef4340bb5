import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aside, type Standing, type SubscriptionRow, standingAfter } from './rules.ts'

const NOW = '2026-11-10T00:00:00.000Z'
const LATER = '2026-12-01T00:00:00.000Z'
const EARLIER = '2026-11-01T00:00:00.000Z'

const at = (tier: Standing['tier'], pending: Standing['pending'] = null): Standing => ({ tier, pending })
const sub = (more: Partial<SubscriptionRow>): SubscriptionRow => ({
  id: 'sub_1',
  tenant_id: 'ten_1',
  customer_id: 'cus_1',
  status: 'active',
  tier: 'pro',
  ends_at: null,
  paid_through: LATER,
  ...more,
})

describe('what a subscription makes of its tenant', () => {
  const cases: [string, Standing, SubscriptionRow, Standing][] = [
    ['up at once', at('free'), sub({}), at('pro')],
    ['down when the paid period ends', at('scale'), sub({}), at('scale', { tier: 'pro', at: LATER })],
    ['down at once when it has ended', at('scale'), sub({ paid_through: EARLIER }), at('pro')],
    [
      'a renewal does not put off an agreed downgrade',
      at('scale', { tier: 'pro', at: EARLIER }),
      sub({}),
      at('pro'),
    ],
    ['a cancellation waits', at('pro'), sub({ ends_at: LATER }), at('pro', { tier: 'free', at: LATER })],
    ['resuming calls it off', at('pro', { tier: 'free', at: LATER }), sub({}), at('pro')],
    ['the end is the end', at('pro'), sub({ status: 'canceled' }), at('free')],
    [
      'a failed payment keeps what was paid for',
      at('pro'),
      sub({ status: 'past_due' }),
      at('pro', { tier: 'free', at: LATER }),
    ],
    ['and nothing more', at('pro'), sub({ status: 'past_due', paid_through: EARLIER }), at('free')],
    ['a price that is not ours moves nothing', at('pro'), sub({ tier: null }), at('pro')],
    ['enterprise is the operator’s', at('enterprise'), sub({ status: 'canceled' }), at('enterprise')],
  ]
  for (const [name, before, subscription, after] of cases) {
    test(name, () => assert.deepEqual(standingAfter(before, subscription, NOW), after))
  }

  test('an address aside still reaches the same person', () => {
    assert.equal(aside('me@example.com', 'cs_test_ABCDEFGHIJ'), 'me+cdefghij@example.com')
  })
})

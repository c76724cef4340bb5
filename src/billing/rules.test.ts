import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  aside,
  type Cover,
  coverOf,
  type Standing,
  type SubscriptionRow,
  standingAfter,
  startOf,
} from './rules.ts'

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

  const scale: Cover = { tier: 'scale', until: LATER }
  const waits = at('scale', { tier: 'hobby', at: LATER })
  const beside: [string, Standing, SubscriptionRow, Cover, Standing][] = [
    ['a cheaper plan waits for a dearer one', at('free'), sub({ tier: 'hobby' }), scale, waits],
    ['and goes on waiting', waits, sub({ tier: 'hobby', paid_through: LATER }), scale, waits],
    [
      'and for the new end when it was renewed',
      waits,
      sub({ tier: 'hobby' }),
      { ...scale, until: '2027' },
      at('scale', { tier: 'hobby', at: '2027' }),
    ],
    [
      'its end takes nothing of the dearer one',
      waits,
      sub({ tier: 'hobby', status: 'canceled' }),
      scale,
      at('scale', { tier: 'free', at: LATER }),
    ],
    ['a dearer plan waits for nothing', at('scale'), sub({ tier: 'agency' }), scale, at('agency')],
  ]
  for (const [name, before, subscription, cover, after] of beside) {
    test(name, () => assert.deepEqual(standingAfter(before, subscription, NOW, cover), after))
  }

  test('only what runs and is paid for covers, and the dearest of it counts', () => {
    const others = [
      sub({ tier: 'hobby' }),
      sub({ tier: 'pro' }),
      sub({ tier: 'scale', paid_through: EARLIER }),
      sub({ tier: 'agency', status: 'past_due' }),
      sub({ tier: 'agency', status: 'canceled' }),
    ]
    const cover = coverOf(others, NOW)
    assert.deepEqual(cover, { tier: 'pro', until: LATER })
    assert.deepEqual(
      [startOf('hobby', cover), startOf('pro', cover), startOf('scale', cover)],
      [LATER, null, null],
    )
    assert.equal(coverOf([], NOW), null)
  })

  test('an address aside still reaches the same person', () => {
    assert.equal(aside('me@example.com', 'cs_test_ABCDEFGHIJ'), 'me+cdefghij@example.com')
  })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Attempted } from './decide.ts'
import { giveBack, type Lane, type Lanes, laneOf, learn, nextOf, wantedBy } from './lanes.ts'
import type { Claimed } from './queue-store.ts'

const SHARES = { per_endpoint: 8, ahead: 24, room: 64, failing: 16 }

function lane(lanes: Lanes, name: string, more: Partial<Lane> = {}): Lane {
  return Object.assign(laneOf(lanes, { tenant_id: `ten_${name}`, endpoint_id: name }), {
    ready: true,
    ...more,
  })
}

function claimed(id: string): Claimed {
  const text = { tenant_id: 'ten_a', endpoint_id: 'a', event_id: id, body: '', url: '', secret: '' }
  return { ...text, id, tries: 0, previous_secrets: [], failures: 0 }
}

function attempted(more: Partial<Attempted>): Attempted {
  const none = { response_code: null, response_excerpt: null, error: null, retry_after_ms: null }
  return { ...none, delivered: true, gone: false, cancelled: false, duration_ms: 5, ...more }
}

test('two hundred failing endpoints that are due at once take their share, and a healthy one is asked for with them', () => {
  const lanes: Lanes = new Map()
  for (let n = 0; n < 200; n++) lane(lanes, `dead${n}`, { health: 'failing' })
  const healthy = lane(lanes, 'healthy', { health: 'quick', in_flight: 7 })
  const wanted = wantedBy(lanes, SHARES)
  assert.ok(wanted.some((one) => one.lane === healthy && one.slots > 0))
  assert.ok(wanted.length <= SHARES.failing + 1)
  const served = new Set<Lane>()
  for (let round = 0; round < 200 / SHARES.failing + 1; round++)
    for (const { lane: one } of wantedBy(lanes, SHARES)) {
      served.add(one)
      one.in_flight++
    }
  assert.equal(served.size, 201, 'each of them has its turn')
})

test('only an endpoint that answers quickly gets more than it has slots for, and enough is enough', () => {
  const lanes: Lanes = new Map()
  const quick = lane(lanes, 'quick', { health: 'quick' })
  for (const health of ['unknown', 'slow'] as const) lane(lanes, health, { health })
  const slots = () => wantedBy(lanes, SHARES).map((one) => [one.lane.endpoint_id, one.slots])
  assert.deepEqual(slots(), [
    ['quick', 32],
    ['unknown', 8],
    ['slow', 8],
  ])
  quick.waiting = Array.from({ length: 13 }, (_, n) => claimed(`dlv_${n}`))
  assert.deepEqual(
    slots().map(([name]) => name),
    ['unknown', 'slow'],
  )
})

test('what waits is given back when its endpoint fails, is changed, or when it has waited too long', () => {
  const waiting = (): Lane =>
    lane(new Map(), 'a', {
      ready: false,
      health: 'quick',
      waiting: [claimed('dlv_1'), claimed('dlv_2')],
      under_way: new Set(['dlv_0', 'dlv_1', 'dlv_2']),
      waiting_since: 1_000,
    })
  const given = (how: (one: Lane) => unknown) => {
    const one = waiting()
    how(one)
    return [one.waiting.length, [...one.under_way], one.ready]
  }
  const back = [0, ['dlv_0'], true]
  assert.deepEqual(
    given((one) => learn(one, attempted({ delivered: false }))),
    back,
  )
  assert.deepEqual(
    given((one) => learn(one, attempted({ duration_ms: 400 }))),
    back,
  )
  assert.deepEqual(given(giveBack), back)
  assert.deepEqual(
    given((one) => assert.equal(nextOf(one, 8, 1_600), undefined)),
    back,
  )
  const kept = [1, ['dlv_0', 'dlv_1', 'dlv_2'], false]
  assert.deepEqual(
    given((one) => assert.equal(nextOf(one, 8, 1_400)?.id, 'dlv_1')),
    kept,
  )
})

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from '../../test/eventually.ts'
import { STORES, TEST_VAULT } from '../../test/harness.ts'
import type { Tx } from '../kernel/context.ts'
import { newId } from '../kernel/ids.ts'
import { sql } from '../store/sql.ts'
import { insertEndpoint } from '../surfaces/webhooks/store.ts'
import { type Hanging, startHanging } from './fixtures/hanging.ts'
import { type Hooked, startHooked, type Who } from './fixtures/hooked.ts'
import { type Receiver, startReceiver } from './fixtures/receiver.ts'
import { secretOf } from './send.ts'
import { newSecret } from './sign.ts'

const DEAD_TENANTS = 2
const ENDPOINTS = 100
const EVENTS = 300
const EVERY_MS = 5
/** Whatever else the machine does can only make it look worse, so the best of several counts, on either side. */
const PAIRS = 8
/** What the engine lets come together, and how exact timers are: a baseline below this is luck. */
const TIMERS_MS = 10

async function addEndpoints(tx: Tx, who: Who, url: string): Promise<void> {
  for (let n = 0; n < ENDPOINTS; n++) {
    const id = newId('whk')
    const secret = TEST_VAULT.seal(newSecret(), secretOf({ tenant_id: who.id, id }))
    const endpoint = { id, url, events: ['*'], description: null, secret }
    await insertEndpoint(tx, { tenant_id: who.id, mode: 'live' }, endpoint)
  }
}

for (const store of STORES) {
  describe(`a healthy endpoint beside ${DEAD_TENANTS * ENDPOINTS} dead ones on ${store}`, () => {
    let app: Hooked
    let healthy: Receiver
    let hanging: Hanging
    let who: Who
    const dead: Who[] = []

    before(async () => {
      app = await startHooked({ store, env: { WEBHOOK_RETRY_SCHEDULE: '1,1,1' } })
      ;[healthy, hanging] = await Promise.all([startReceiver(), startHanging()])
      who = await app.tenant()
      await app.endpoint(who, healthy.url)
      for (let n = 0; n < DEAD_TENANTS; n++) {
        const one = await app.tenant()
        await app.db.transaction((tx) => addEndpoints(tx, one, hanging.url))
        dead.push(one)
      }
      app.start({ deadline_ms: 3_000, poll_ms: 500 })
    })
    after(async () => {
      await Promise.all([app.close(), healthy.close(), hanging.close()])
    })

    /** How long after its emission the 99th of a hundred first attempts came in. */
    async function p99(): Promise<number> {
      healthy.received.length = 0
      const emitted = new Map<string, number>()
      for (let n = 0; n < EVENTS; n++) {
        const at = performance.now()
        emitted.set(await app.emit(who), at)
        await pause(EVERY_MS)
      }
      await eventually(async () => healthy.received.length >= EVENTS)
      const delays = healthy.received.map(
        ({ headers, at }) => at - (emitted.get(String(headers['webhook-id'])) ?? 0),
      )
      return delays.sort((a, b) => a - b)[Math.floor(EVENTS * 0.99)] ?? 0
    }

    test('its first-attempt p99 is at most twice what it is alone, while the dead ones hang, time out and are retried', async () => {
      const alone: number[] = []
      const beside: number[] = []
      await p99()
      while (alone.length < PAIRS) {
        alone.push(await p99())
        for (const one of dead) for (let n = 0; n < 10; n++) await app.emit(one)
        await eventually(async () => (await hanging.under_way()) > ENDPOINTS)
        beside.push(await p99())
        if (alone.length > 1 && Math.min(...beside) <= 2 * Math.max(TIMERS_MS, Math.min(...alone))) return
        await app.db.run(
          sql`update webhook_deliveries set status = 'dead', due_at = null where due_at is not null`,
        )
        await eventually(async () => (await hanging.under_way()) === 0)
      }
      assert.fail(`alone ${alone.map(Math.round)} ms, beside ${beside.map(Math.round)} ms`)
    })
  })
}

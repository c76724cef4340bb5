import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { ask, PLENTY } from '../../../test/ask.ts'
import { openStores, STORES } from '../../../test/harness.ts'
import type { Statement } from '../../kernel/context.ts'
import { newId, uuidv7 } from '../../kernel/ids.ts'
import { createMeter } from '../../meter/meter.ts'
import type { MeterRequest } from '../../meter/request.ts'
import { type Db, StoreUnavailable } from '../../store/db.ts'
import { sql } from '../../store/sql.ts'
import { listEvents } from './store.ts'

const newestFirst = (a: MeterRequest, b: MeterRequest) => (a.event_id < b.event_id ? 1 : -1)

for (const store of STORES) {
  describe(`usage events on ${store}`, () => {
    let db: Db
    let close: () => Promise<void>
    before(async () => {
      const stores = await openStores(store)
      db = stores.db
      close = stores.close
    })
    after(() => close())

    /** All pages, as a client reads them. */
    async function pages(tenant: string, limit: number, filter = NO_FILTER): Promise<string[]> {
      const seen: string[] = []
      let last: string | null = null
      for (;;) {
        const found = await listEvents(db, tenant, 'live', filter, last, limit)
        const page = found.slice(0, limit)
        seen.push(...page.map(({ id, request_id }) => `${id} ${request_id}`))
        if (found.length <= limit) return seen
        last = page.at(-1)?.id ?? null
      }
    }

    async function standing(tenant: string) {
      const row = await db.row<{ actions: number; cost: number; events: number; rows: number }>(sql`
        select actions, cost_micros as cost,
          (select count(*) from each_usage_event where tenant_id = ${tenant}) as events,
          (select count(*) from usage_events where tenant_id = ${tenant}) as rows
        from meters where tenant_id = ${tenant}`)
      if (row === null) throw new Error('nothing was metered')
      return row
    }

    test('are listed newest first, each on one page, however they were flushed', async () => {
      const one = fc.record({
        operation: fc.constantFrom('probe.act', 'probe.other'),
        request_id: fc.constantFrom('same', 'other'),
        apart: fc.boolean(),
        age: fc.constantFrom(0, 5, 40, 2_000, 3_600_000),
        breathe: fc.boolean(),
      })
      await fc.assert(
        fc.asyncProperty(
          fc.array(one, { minLength: 1, maxLength: 40 }),
          fc.integer({ min: 1, max: 9 }),
          async (list, limit) => {
            const tenant = newId('ten')
            const meters = [createMeter(db), createMeter(db)] as const
            const asked: MeterRequest[] = []
            const verdicts = []
            for (const [index, { age, breathe, ...given }] of list.entries()) {
              const request = ask(tenant, { ...given, event_id: uuidv7(Date.now() - age) })
              asked.push(request)
              verdicts.push(meters[index % 2 === 0 ? 0 : 1].reserve(request))
              if (breathe) await new Promise((resolve) => setImmediate(resolve))
            }
            assert.ok((await Promise.all(verdicts)).every(({ granted }) => granted))
            const expected = (wanted: (request: MeterRequest) => boolean) =>
              asked
                .filter(wanted)
                .toSorted(newestFirst)
                .map(({ event_id, request_id }) => `${event_id} ${request_id}`)
            assert.deepEqual(
              await pages(tenant, limit),
              expected(() => true),
            )
            assert.deepEqual(
              await pages(tenant, limit, { request_id: 'same', operation: null }),
              expected(({ request_id }) => request_id === 'same'),
            )
            assert.deepEqual(
              await pages(tenant, limit, { request_id: null, operation: 'probe.other' }),
              expected(({ operation }) => operation === 'probe.other'),
            )
          },
        ),
        { numRuns: 40 },
      )
    })

    test('of one flush are one row, and each can be taken back alone', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }), async (kept) => {
          const tenant = newId('ten')
          const meter = createMeter(db)
          const reserve = (requests: MeterRequest[]) => Promise.all(requests.map((one) => meter.reserve(one)))
          // The first of a month opens its row, one by one.
          const opening = ask(tenant)
          await reserve([opening])
          const asked = kept.map(() => ask(tenant))
          await reserve(asked)
          assert.equal((await standing(tenant)).rows, 2)
          const gone = asked.filter((_, index) => kept[index] === false)
          // By three processes, which meet at the one row.
          const others = [meter, createMeter(db), createMeter(db)] as const
          const by = (index: number) => others[index % 3] ?? meter
          await Promise.all([...gone, ...gone].map((request, index) => by(index).revoke(request)))
          const left = [opening, ...asked.filter((_, index) => kept[index])]
          const { actions, cost, events } = await standing(tenant)
          assert.deepEqual(
            { actions, cost, events },
            { actions: left.length, cost: 3 * left.length, events: left.length },
          )
          assert.deepEqual(
            await pages(tenant, 2),
            left.toSorted(newestFirst).map(({ event_id, request_id }) => `${event_id} ${request_id}`),
          )
        }),
        { numRuns: 40 },
      )
    })

    test('of a whole flush are taken back together, and nobody waits for each of them', async () => {
      const tenant = newId('ten')
      let transactions = 0
      const meter = createMeter({
        ...db,
        transaction: (work) => {
          transactions++
          return db.transaction(work)
        },
      })
      const kept = ask(tenant)
      await meter.reserve(kept)
      const asked = Array.from({ length: 1_500 }, () => ask(tenant))
      await Promise.all(asked.map((request) => meter.reserve(request)))
      transactions = 0
      await Promise.all(asked.map((request) => meter.revoke(request)))
      assert.deepEqual(await standing(tenant), { actions: 1, cost: 3, events: 1, rows: 1 })
      assert.ok(transactions <= 2, `${transactions} transactions`)
    })

    test('of a flush that is tried again tenant by tenant are not counted twice', async () => {
      const [known, fresh] = [newId('ten'), newId('ten')]
      await createMeter(db).reserve(ask(known))
      const joined = Promise.withResolvers<void>()
      let failures = 0
      /** Newcomers go along with what was moved to the tenant's own lane: within the same turn of the loop. */
      const join = async () => {
        for (let step = 0; step < 30; step++) await null
        const verdicts = [1, 2].map(() => meter.reserve(ask(known)))
        Promise.all(verdicts).then(() => joined.resolve(), joined.reject)
      }
      const meter = createMeter({
        ...db,
        async transaction(work) {
          if (failures++ > 0) return db.transaction(work)
          // The known tenant's are committed by now; what fails is the first of a month for the other.
          join()
          throw Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' })
        },
      })
      const verdicts = await Promise.all([known, known, fresh].map((tenant) => meter.reserve(ask(tenant))))
      await joined.promise
      assert.ok(failures > 1)
      assert.ok(verdicts.every(({ granted }) => granted))
      const { actions, events } = await standing(known)
      assert.deepEqual({ actions, events }, { actions: 5, events: 5 })
      assert.equal((await standing(fresh)).actions, 1)
    })

    test('can be asked for behind any id that there is', async () => {
      const tenant = newId('ten')
      await createMeter(db).reserve(ask(tenant))
      for (const [after, found] of [
        ['ffffffff-ffff-ffff-ffff-ffffffffffff', 1],
        ['ffffffff-fffe-7fff-bfff-ffffffffffff', 1],
        ['00000000-0000-0000-0000-000000000000', 0],
      ] as const)
        assert.equal((await listEvents(db, tenant, 'live', NO_FILTER, after, 10)).length, found)
    })

    test('that are settled or may come again, or lie far apart in time, have rows of their own', async () => {
      const tenant = newId('ten')
      const meter = createMeter(db)
      await meter.reserve(ask(tenant))
      await Promise.all([1, 2, 3].map(() => meter.reserve(ask(tenant, { apart: true }))))
      assert.equal((await standing(tenant)).rows, 4)
      await Promise.all(
        [0, 61_000].map((age) => meter.reserve(ask(tenant, { event_id: uuidv7(Date.now() - age) }))),
      )
      assert.deepEqual(await standing(tenant), { actions: 6, cost: 18, events: 6, rows: 6 })
      const again = ask(tenant, { apart: true })
      assert.deepEqual(
        (await Promise.all([createMeter(db), createMeter(db)].map((one) => one.reserve(again)))).map(
          ({ granted }) => granted,
        ),
        [true, true],
      )
      assert.equal((await standing(tenant)).actions, 7, 'one id is one charge')
    })

    test('are counted once when the answer to a flush is lost, also where it is still under way', async () => {
      for (const when of ['done', 'under way'] as const) {
        const tenant = newId('ten')
        await createMeter(db).reserve(ask(tenant))
        let lost = 0
        let late: Promise<unknown> = Promise.resolve()
        const unreliable = {
          ...db,
          async row<T>(statement: Statement): Promise<T | null> {
            if (lost++ > 0) return db.row<T>(statement)
            late = db.row<T>(statement)
            if (when === 'done') await late
            throw new StoreUnavailable(new Error('the wire was cut'), true)
          },
        }
        const plan = { ...PLENTY, actions: 21 }
        const asked = Array.from({ length: 20 }, () => ask(tenant, { limits: plan }))
        const meter = createMeter(unreliable)
        const verdicts = await Promise.all(asked.map((request) => meter.reserve(request)))
        await late
        assert.ok(lost > 0)
        assert.ok(verdicts.every(({ granted }) => granted))
        const { actions, events } = await standing(tenant)
        assert.deepEqual({ actions, events }, { actions: 21, events: 21 })
      }
    })
  })
}

const NO_FILTER: { request_id: string | null; operation: string | null } = {
  request_id: null,
  operation: null,
}

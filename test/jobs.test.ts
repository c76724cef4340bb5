import assert from 'node:assert/strict'
import { after, before, describe, mock, type TestContext, test } from 'node:test'
import { enqueue, extendLease, finishJob, postponeJob, returnJob } from '../src/jobs/store.ts'
import { type Queue, startWorker, type Taken } from '../src/jobs/worker.ts'
import type { Db } from '../src/store/db.ts'
import { sql } from '../src/store/sql.ts'
import { setAhead } from './database-clock.ts'
import { eventually } from './eventually.ts'
import { openStores, STORES } from './harness.ts'

/** A queue whose jobs end when the test says so. */
function startHeld(t: TestContext, db: Db, name: string, concurrency: number) {
  const begun: { job: Taken; end(): void }[] = []
  const queue: Queue = {
    concurrency,
    backoff: () => 60,
    exhausted: async () => {},
    handle: (job) => new Promise<void>((end) => void begun.push({ job, end })),
  }
  const at = async (index: number) => {
    await eventually(async () => begun.length > index)
    return begun[index] as (typeof begun)[number]
  }
  const worker = startWorker(db, { [name]: queue }, { error: () => {} })
  // It takes nothing more, and what it began ends: a test that fails must not leave a worker behind.
  t.after(async () => {
    const stopped = worker.stop()
    for (const { end } of begun) end()
    await stopped
  })
  return { begun, at }
}

for (const store of STORES) {
  describe(`jobs on ${store}`, () => {
    let stores: Awaited<ReturnType<typeof openStores>>
    let db: Db
    before(async () => {
      stores = await openStores(store)
      db = stores.db
    })
    after(() => stores.close())

    const add = (queue: string, tenant_id: string, count = 1) =>
      db.transaction(async (tx) => {
        for (let n = 0; n < count; n++) await enqueue(tx, { queue, tenant_id, payload: {}, max_attempts: 3 })
      })
    const rowOf = (id: number) =>
      db.row<{ lease: string; attempts: number; due: boolean }>(
        sql`select lease, attempts, due_at <= herald_now() as due from jobs where id = ${id}`,
      )

    test('a job that its worker lost and takes again is a stranger to the first try', async (t) => {
      // No heartbeat of its own accord: the lease lapses when the test says so.
      mock.timers.enable({ apis: ['setInterval'] })
      t.after(() => mock.timers.reset())
      t.after(() => setAhead(db, 0))
      // Room for the same tenant's second, since the lost one still takes a place.
      const { at } = startHeld(t, db, 'lost', 4)
      await add('lost', 'ten_a')
      const first = await at(0)
      await setAhead(db, 11)
      await db.transaction((tx) => tx.notify('jobs', 'lost'))
      const second = await at(1)
      const { id } = first.job
      assert.deepEqual([second.job.id, first.job.attempts, second.job.attempts], [id, 1, 2])

      const old = first.job.lease
      assert.equal(await extendLease(db, id, old, 10), false)
      assert.equal(await finishJob(db, id, old), false)
      await postponeJob(db, id, old, 0)
      await returnJob(db, id, old)
      assert.deepEqual(await rowOf(id), { lease: second.job.lease, attempts: 2, due: false })

      mock.timers.tick(3_000)
      await eventually(async () => first.job.signal.aborted)
      assert.equal(second.job.signal.aborted, false, 'the one that has the lease goes on')
      second.end()
      await eventually(async () => (await rowOf(id)) === null)
    })

    test('a tenant with 1,000 queued jobs does not delay another’s first', async (t) => {
      await add('crowd', 'ten_crowd', 1_000)
      const { at } = startHeld(t, db, 'crowd', 4)
      await at(1)
      // None of the thousand has ended, and none will before the other has begun.
      await add('crowd', 'ten_other')
      assert.equal((await at(2)).job.tenant_id, 'ten_other')
    })

    test('with one place, tenants take turns in it', async (t) => {
      await add('one', 'ten_crowd', 1_000)
      const { at } = startHeld(t, db, 'one', 1)
      await at(0)
      await add('one', 'ten_other', 2)
      for (const [index, tenant] of ['ten_crowd', 'ten_other', 'ten_crowd', 'ten_other'].entries()) {
        const { job, end } = await at(index)
        assert.equal(job.tenant_id, tenant, `turn ${index + 1}`)
        end()
      }
    })

    test('with every place taken by long backlogs, the next one goes to who had none', async (t) => {
      await add('full', 'ten_crowd', 600)
      await add('full', 'ten_mob', 600)
      const { begun, at } = startHeld(t, db, 'full', 4)
      await at(3)
      await add('full', 'ten_other')
      begun[0]?.end()
      assert.equal((await at(4)).job.tenant_id, 'ten_other')
    })
  })
}

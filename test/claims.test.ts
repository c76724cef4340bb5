import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, mock, test } from 'node:test'
import { z } from 'zod'
import { operation, reply, surface } from '../src/kernel/operation.ts'
import { sql } from '../src/store/sql.ts'
import { setAhead } from './database-clock.ts'
import { eventually } from './eventually.ts'
import { errorCode, STORES, startApp, type TestApp } from './harness.ts'
import { PROBE_TABLE } from './probe.ts'

/** Handlers that are under way, each waiting to be let go. */
const waiting: (() => void)[] = []

const slow = operation({
  id: 'slow.act',
  route: 'POST /slow/act',
  summary: 'Takes as long as the test wants',
  description: 'Leaves a row behind when it is let go.',
  scope: 'aeo:read',
  meter: 'action',
  hold: null,
  rate: null,
  idempotent: true,
  live: true,
  errors: {},
  input: z.object({}),
  output: { 201: z.object({ id: z.string() }) },
  example: { input: {}, output: { id: '1' } },
  async handle(ctx) {
    await new Promise<void>((go) => void waiting.push(go))
    return ctx.commit(async (tx) => {
      const row = await tx.row<{ id: number }>(sql`
        insert into probe_effects (tenant_id, text) values (${ctx.principal.tenant_id}, 'slow') returning id`)
      return reply.created({ id: String(row?.id) })
    })
  },
})

for (const store of STORES) {
  describe(`an idempotency claim on ${store}`, () => {
    let app: TestApp
    before(async () => {
      app = await startApp({
        store,
        extra: [surface({ name: 'slow', description: 'For tests.', operations: [slow] })],
      })
      await app.db.script(PROBE_TABLE)
    })
    after(() => app.close())
    beforeEach(() => void waiting.splice(0))

    const effects = async (tenantId: string) =>
      (await app.db.rows(sql`select id from probe_effects where tenant_id = ${tenantId}`)).length
    const lasts = async (tenantId: string) =>
      (
        await app.db.row<{ seconds: number }>(sql`
          select extract(epoch from claimed_until - herald_now())::float8 as seconds
          from idempotency_keys where tenant_id = ${tenantId}`)
      )?.seconds ?? 0
    const headers = { 'idempotency-key': 'slow one' }
    const act = (key: string) => app.call('POST /slow/act', { key, body: {}, headers })

    test('is renewed for as long as its handler works: a retry is 409 and never a second effect', async (t) => {
      // Renewals come when the test says so; so does the time that they are for.
      mock.timers.enable({ apis: ['setInterval'] })
      t.after(() => mock.timers.reset())
      t.after(() => setAhead(app.db, 0))
      const { id, key } = await app.tenant()
      const first = act(key)
      await eventually(async () => waiting.length === 1)
      // Four renewals are longer than a claim lasts without any.
      for (let seconds = 20; seconds <= 80; seconds += 20) {
        await setAhead(app.db, seconds)
        mock.timers.tick(20_000)
        await eventually(async () => (await lasts(id)) > 55)
        const retry = await act(key)
        assert.equal(`${retry.status} ${errorCode(retry)}`, '409 conflict', `after ${seconds} s`)
        assert.equal(retry.headers.get('retry-after'), '1')
      }
      assert.deepEqual([waiting.length, await effects(id)], [1, 0])
      waiting[0]?.()
      const done = await first
      assert.equal(done.status, 201)
      const replay = await act(key)
      assert.equal(replay.headers.get('idempotent-replayed'), 'true')
      assert.deepEqual(replay.body, done.body)
      assert.deepEqual([await effects(id), (await app.usage(key)).actions_used], [1, 1])
    })

    test('that was silent for too long is taken over, and what its owner did since is undone', async (t) => {
      mock.timers.enable({ apis: ['setInterval'] })
      t.after(() => mock.timers.reset())
      t.after(() => setAhead(app.db, 0))
      const { id, key } = await app.tenant()
      const first = act(key)
      await eventually(async () => waiting.length === 1)
      await setAhead(app.db, 61)
      const second = act(key)
      await eventually(async () => waiting.length === 2)
      for (const go of waiting) go()
      const answers = await Promise.all([first, second])
      assert.deepEqual(
        answers.map(({ status }) => status),
        [409, 201],
      )
      assert.deepEqual([await effects(id), (await app.usage(key)).actions_used], [1, 1])
      assert.deepEqual((await act(key)).body, answers[1]?.body)
    })
  })
}

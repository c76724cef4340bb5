import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { openStores, STORES } from '../../test/harness.ts'
import { uuidv7 } from '../kernel/ids.ts'
import type { Limits } from '../kernel/plans.ts'
import type { Db } from '../store/db.ts'
import { decide, owed, type Standing } from './decide.ts'
import { settle } from './event-store.ts'
import { createMeter, type Verdict } from './meter.ts'
import type { MeterRequest } from './request.ts'

const kinds = ['action', 'agent_run', 'workflow_run'] as const

const asks = fc.array(
  fc.record({
    tenant: fc.constantFrom('a', 'b', 'c'),
    kind: fc.constantFrom(...kinds),
    cost_micros: fc.integer({ min: 0, max: 40 }),
    hold_micros: fc.integer({ min: 0, max: 40 }),
    overages: fc.constant(false),
    /** Whether to let the meter flush before the next one arrives. */
    breathe: fc.boolean(),
  }),
  { minLength: 1, maxLength: 60 },
)

const limits = fc.record({
  actions: fc.integer({ min: 0, max: 30 }),
  agent_runs: fc.integer({ min: 0, max: 12 }),
  workflow_runs: fc.integer({ min: 0, max: 12 }),
  spend_cap_micros: fc.integer({ min: 0, max: 800 }),
  requests_per_minute: fc.constant(1),
})

type Asked = {
  tenant: string
  kind: (typeof kinds)[number]
  cost_micros: number
  hold_micros: number
  overages: boolean
}

function request(run: string, ask: Asked, plan: Limits): MeterRequest {
  return {
    tenant_id: `ten_${run}_${ask.tenant}`,
    mode: 'live',
    event_id: uuidv7(),
    operation: 'probe.act',
    meter: ask.kind,
    request_id: 'r',
    key_id: 'k',
    agent_runs: ask.kind === 'agent_run' ? 1 : 0,
    workflow_runs: ask.kind === 'workflow_run' ? 1 : 0,
    cost_micros: ask.cost_micros,
    hold_micros: ask.hold_micros,
    apart: ask.hold_micros > 0 || ask.kind !== 'action',
    limits: plan,
    overages: ask.overages,
  }
}

type Row = Standing & { tenant_id: string; events: number; event_cost: number; event_hold: number }

function standings(db: Db, run: string): Promise<Row[]> {
  return db.rows({
    name: 'standings',
    text: `select m.*, e.events, e.event_cost, e.event_hold from meters m cross join lateral (
        select count(*)::int as events, coalesce(sum(cost_micros), 0)::bigint as event_cost,
          coalesce(sum(hold_micros), 0)::bigint as event_hold from each_usage_event u where u.tenant_id = m.tenant_id) e
      where m.tenant_id like $1`,
    values: [`ten_${run}_%`],
  })
}

for (const store of STORES) {
  describe(`the meter on ${store}`, () => {
    let db: Db
    let close: () => Promise<void>

    before(async () => {
      const stores = await openStores(store)
      db = stores.db
      close = stores.close
    })
    after(() => close())

    test('under random interleavings of the four ceilings it never over- or under-grants', async () => {
      await fc.assert(
        fc.asyncProperty(asks, limits, async (list, plan) => {
          const run = uuidv7()
          // Two meters on one database are two processes.
          const meters = [createMeter(db), createMeter(db)]
          const pending: Promise<{ asked: MeterRequest; verdict: Verdict }>[] = []
          for (const [index, ask] of list.entries()) {
            const asked = request(run, ask, plan)
            pending.push(
              (meters[index % 2] as (typeof meters)[0])
                .reserve(asked)
                .then((verdict) => ({ asked, verdict })),
            )
            if (ask.breathe) await new Promise((resolve) => setImmediate(resolve))
          }
          const outcomes = await Promise.all(pending)
          const rows = new Map((await standings(db, run)).map((row) => [row.tenant_id, row]))
          for (const row of rows.values()) {
            const granted = outcomes.filter(
              ({ asked, verdict }) => verdict.granted && asked.tenant_id === row.tenant_id,
            )
            assert.equal(row.actions, granted.length)
            assert.equal(row.events, granted.length)
            assert.equal(row.cost_micros, row.event_cost)
            assert.equal(row.held_micros, row.event_hold)
            assert.ok(row.actions <= plan.actions)
            assert.ok(row.agent_runs <= plan.agent_runs)
            assert.ok(row.workflow_runs <= plan.workflow_runs)
            assert.ok(row.cost_micros + row.held_micros <= plan.spend_cap_micros)
          }
          // Usage only grew, so whoever was rightly refused would still be refused now, by the same ceiling.
          for (const { asked, verdict } of outcomes) {
            if (verdict.granted) continue
            const row = rows.get(asked.tenant_id)
            assert.ok(row !== undefined)
            const { actions, agent_runs, workflow_runs, cost_micros, overage_micros, held_micros } = row
            const now = decide(
              { actions, agent_runs, workflow_runs, cost_micros, overage_micros, held_micros },
              asked,
            )
            assert.equal(now.granted, false, 'nobody is refused who had room')
          }
        }),
        { numRuns: 60 },
      )
    })

    test('with overages the quotas pass, each unit past them is charged exactly, and the cap still refuses', async () => {
      const run = uuidv7()
      const plan: Limits = {
        actions: 5,
        agent_runs: 1,
        workflow_runs: 0,
        spend_cap_micros: 5_120_000,
        requests_per_minute: 1,
      }
      const meter = createMeter(db)
      const asked = [
        ...Array.from({ length: 9 }, () => ({ kind: 'action' as const })),
        { kind: 'agent_run' as const },
        { kind: 'agent_run' as const },
        { kind: 'agent_run' as const },
      ].map(({ kind }) =>
        request(run, { tenant: 'a', kind, cost_micros: 1_000, hold_micros: 0, overages: true }, plan),
      )
      const verdicts = await Promise.all(asked.map((one) => meter.reserve(one)))
      // 9 actions: 4 over. Two runs: one over, two actions over. The third run would cost 5 dollars more than is left.
      assert.deepEqual(
        verdicts.slice(0, 11).map((verdict) => verdict.granted),
        Array(11).fill(true),
      )
      assert.deepEqual(verdicts[11], { granted: false, ceiling: 'spend_cap' })
      const [row] = await standings(db, run)
      assert.equal(row?.overage_micros, 6 * 10_000 + 5_000_000)
      assert.equal(row?.overage_micros, owed({ actions: 11, agent_runs: 2, workflow_runs: 0 }, plan))
    })

    test('a hold is settled once, in the period that accepted it', async () => {
      const run = uuidv7()
      const plan: Limits = {
        actions: 10,
        agent_runs: 10,
        workflow_runs: 0,
        spend_cap_micros: 1_000,
        requests_per_minute: 1,
      }
      const meter = createMeter(db)
      const ask = {
        tenant: 'a',
        kind: 'agent_run' as const,
        cost_micros: 0,
        hold_micros: 900,
        overages: false,
      }
      const first = request(run, ask, plan)
      assert.equal((await meter.reserve(first)).granted, true)
      assert.deepEqual(await meter.reserve(request(run, ask, plan)), { granted: false, ceiling: 'spend_cap' })
      const settled = await db.transaction(async (tx) => [
        await settle(tx, first.tenant_id, first.event_id, 250),
        await settle(tx, first.tenant_id, first.event_id, 250),
      ])
      assert.deepEqual(settled, [true, false])
      const [row] = await standings(db, run)
      assert.equal(row?.cost_micros, 250)
      assert.equal(row?.held_micros, 0)
      assert.deepEqual(await meter.reserve(request(run, { ...ask, hold_micros: 751 }, plan)), {
        granted: false,
        ceiling: 'spend_cap',
      })
      assert.equal((await meter.reserve(request(run, { ...ask, hold_micros: 750 }, plan))).granted, true)
    })

    test('revoking a grant gives everything back, overage included', async () => {
      const run = uuidv7()
      const plan: Limits = {
        actions: 1,
        agent_runs: 5,
        workflow_runs: 0,
        spend_cap_micros: 10_000_000,
        requests_per_minute: 1,
      }
      const meter = createMeter(db)
      const ask = { tenant: 'a', kind: 'action' as const, cost_micros: 1_000, hold_micros: 0, overages: true }
      const [first, second] = [request(run, ask, plan), request(run, ask, plan)]
      await meter.reserve(first)
      await meter.reserve(second)
      await meter.revoke(first)
      await meter.revoke(first)
      const [row] = await standings(db, run)
      assert.deepEqual(
        { actions: row?.actions, cost: row?.cost_micros, overage: row?.overage_micros, events: row?.events },
        { actions: 1, cost: 1_000, overage: 0, events: 1 },
      )
    })

    test('the first of the month starts a new period, from the database’s clock', async () => {
      const run = uuidv7()
      const plan: Limits = {
        actions: 1,
        agent_runs: 0,
        workflow_runs: 0,
        spend_cap_micros: 1_000_000,
        requests_per_minute: 1,
      }
      const meter = createMeter(db)
      const ask = { tenant: 'a', kind: 'action' as const, cost_micros: 0, hold_micros: 0, overages: false }
      await db.script(
        `create or replace function herald_now() returns timestamptz language sql volatile as $$ select timestamptz '2031-01-31 23:59:59.999Z' $$`,
      )
      assert.equal((await meter.reserve(request(run, ask, plan))).granted, true)
      assert.equal((await meter.reserve(request(run, ask, plan))).granted, false)
      await db.script(
        `create or replace function herald_now() returns timestamptz language sql volatile as $$ select timestamptz '2031-02-01 00:00:00Z' $$`,
      )
      assert.deepEqual(await meter.reserve(request(run, ask, plan)), { granted: true, period: '2031-02-01' })
      await db.script(
        `create or replace function herald_now() returns timestamptz language sql volatile as 'select clock_timestamp()'`,
      )
    })
  })
}

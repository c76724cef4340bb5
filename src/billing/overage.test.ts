import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { eventually } from '../../test/eventually.ts'
import { ADMIN_TOKEN, errorCode, STORES, startApp, type TestApp } from '../../test/harness.ts'
import { paidTenant, stripeApi } from '../../test/payments.ts'
import { PROBE_TABLE, probe, probeAgent } from '../../test/probe.ts'
import { failed, succeed } from '../providers/contract.ts'
import type { Payments } from '../providers/payments/contract.ts'
import { sql } from '../store/sql.ts'
import { reportOverages } from './report.ts'
import { openReports } from './report-store.ts'

const RATES = { action: 10_000, agent_run: 5_000_000, workflow_run: 100_000_000 }
type Booked = Record<'actions' | 'agent_runs' | 'workflow_runs' | 'cost' | 'runs_cost', number>
const silent = { error: () => {} }

/** The same sequence every time, so that a failure can be looked at again. */
function draws(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

for (const store of STORES) {
  describe(`overages on ${store}`, () => {
    let app: TestApp

    before(async () => {
      app = await startApp({ store, extra: [probe], agents: [probeAgent] })
      await app.db.script(PROBE_TABLE)
    })
    after(() => app.close())

    const enable = (key: string) => app.call('PATCH /tenant', { key, body: { overages_enabled: true } })
    const micros = (usd: number | undefined) => Math.round((usd ?? 0) * 1_000_000)

    test('1,000 random requests at once: every sum is exact to the micro-dollar', async () => {
      const limits = { actions: 300, agent_runs: 20, workflow_runs: 5, spend_cap_usd: 1_000_000 }
      const { id, key } = await app.tenant({ tier: 'scale', limits })
      await enable(key)
      const next = draws(20_261_115)
      let unreadable = 0
      /** A busy machine may refuse with 402 because the meter did not answer in time: then the client asks again. */
      async function ask(route: string, body: object): Promise<number> {
        for (;;) {
          const { status } = await app.call(route, { key, body })
          if (status !== 402) return status
          unreadable++
        }
      }
      async function one(draw: number, steps: number, cost: number): Promise<number> {
        const work = { steps, step_cost_micros: cost, hold_micros: 10_000 }
        if (draw < 0.15) return ask('POST /probe/work', work)
        if (draw < 0.2) return ask('POST /probe/flow', {})
        // A fault of ours gives back what was charged for it, overage included.
        return ask('POST /probe/act', draw < 0.3 ? { text: 'x', crash: 'before' } : { text: 'x' })
      }
      const asks = Array.from({ length: 1_000 }, () => [next(), next(), next()] as const)
      const statuses = await Promise.all(
        asks.map(([a, b, c]) => one(a, Math.floor(b * 3), Math.floor(c * 3_000))),
      )
      const usage = await eventually(async () => {
        const now = await app.usage(key)
        return now.held_usd === 0 ? now : null
      }, 60_000)

      const text = `select count(*)::int as actions, count(*) filter (where meter = 'agent_run')::int as agent_runs,
        count(*) filter (where meter = 'workflow_run')::int as workflow_runs, sum(cost_micros)::int as cost,
        (select sum(cost_micros) from runs where tenant_id = $1)::int as runs_cost from each_usage_event where tenant_id = $1`
      const booked = await app.db.row<Booked>({ name: 'booked', text, values: [id] })
      assert.ok(booked !== null)
      const done = statuses.filter((status) => status < 300).length
      assert.equal(
        statuses.filter((status) => status === 500).length,
        asks.filter(([a]) => a >= 0.2 && a < 0.3).length,
      )
      assert.ok(done <= booked.actions && booked.actions <= done + unreadable)
      const { actions, agent_runs, workflow_runs } = booked
      const owed =
        RATES.action * (actions - limits.actions) +
        RATES.agent_run * (agent_runs - limits.agent_runs) +
        RATES.workflow_run * (workflow_runs - limits.workflow_runs)
      assert.equal(booked.cost, (actions - agent_runs - workflow_runs) * 1_000 + booked.runs_cost)
      assert.equal(micros(usage.overage_charges_usd), owed)
      assert.equal(micros(usage.cost_usd_period), owed + booked.cost)
      assert.deepEqual([usage.actions_used, usage.agent_runs_used], [actions, agent_runs])
    })

    test('with overages on quotas pass, and the spend cap still refuses', async () => {
      const { id, key } = await app.tenant({ tier: 'pro', limits: { actions: 2, spend_cap_usd: 0.05 } })
      const act = () => app.call('POST /probe/act', { key, body: { text: 'x' } })
      for (let n = 0; n < 2; n++) assert.equal((await act()).status, 201)
      assert.equal(errorCode(await act()), 'quota_exceeded')
      await enable(key)
      const answers = await Promise.all(Array.from({ length: 20 }, act))
      // 2 at 0.001, then 0.011 each: four more fit under 0.05.
      assert.equal(answers.filter(({ status }) => status === 201).length, 4)
      assert.ok(answers.every((answer) => answer.status === 201 || errorCode(answer) === 'quota_exceeded'))
      const usage = await app.usage(key)
      assert.equal(micros(usage.cost_usd_period), 6 * 1_000 + 4 * 10_000)
      await app.call(`PATCH /admin/tenants/${id}`, { key: ADMIN_TOKEN, body: { tier: 'free' } })
      assert.equal(errorCode(await enable(key)), 'forbidden')
    })

    test('overages asked for while the plan ends are refused, not a fault', async () => {
      const { id, key } = await app.tenant({ tier: 'pro' })
      await app.usage(key)
      // Behind the back of this process, which still knows the key as a pro one.
      await app.db.run({
        name: 'ended',
        text: `update tenants set tier = 'free' where id = $1`,
        values: [id],
      })
      const refused = await enable(key)
      assert.deepEqual([refused.status, errorCode(refused)], [403, 'forbidden'], refused.text)
    })

    test('a test key has a meter of its own, at no money', async () => {
      const { key } = await app.tenant({ tier: 'scale' })
      const minted = await app.call('POST /api-keys', { key, body: { kind: 'test' } })
      const testKey = String(minted.body.api_key)
      await app.call('POST /probe/act', { key: testKey, body: { text: 'x' } })
      const body = { steps: 2, step_cost_micros: 500 }
      const run = await app.call('POST /probe/work', { key: testKey, body })
      await eventually(async () => {
        const read = await app.call(`GET /agents/runs/${run.body.run_id}`, { key: testKey })
        return read.body.status === 'completed'
      })
      const usage = await app.usage(testKey)
      assert.deepEqual([usage.actions_used, usage.agent_runs_used, usage.cost_usd_period], [2, 1, 0])
      assert.equal((await app.usage(key)).actions_used, 0)
    })

    test('what is reported to the payment provider is the overage, once, whatever fails on the way', async () => {
      const { payments } = app.app
      assert.ok(payments !== null)
      const payer = await paidTenant(app, 'pro')
      const limits = { actions: 1, workflow_runs: 0 }
      await app.call(`PATCH /admin/tenants/${payer.id}`, { key: ADMIN_TOKEN, body: { limits } })
      await enable(payer.key)
      const act = () => app.call('POST /probe/act', { key: payer.key, body: { text: 'x' } })
      for (let n = 0; n < 4; n++) await act()
      await reportOverages(app.db, payments, silent)
      await act()
      await app.call('POST /probe/flow', { key: payer.key, body: {} })
      const down = { ...payments, reportUsage: async () => failed('unknown', 'timeout', 'No answer.') }
      await reportOverages(app.db, down, silent)
      // Sent, and the process died before it could write that down.
      for (const row of await app.db.transaction((tx) => openReports(tx, 10))) {
        const identifier = `${row.tenant_id}:${row.period}:${row.number}`
        const { stripe_customer_id: customer_id, pending_micros: value, pending_at: at } = row
        await payments.reportUsage?.({ identifier, customer_id, value, at })
      }
      await Promise.all([1, 2, 3].map(() => reportOverages(app.db, payments, silent)))
      await reportOverages(app.db, payments, silent)
      const { data } = (await stripeApi(app, 'GET /_sandbox/meter_events')) as {
        data: { payload: { value: string } }[]
      }
      const told = data.reduce((sum, { payload }) => sum + Number(payload.value), 0)
      assert.equal(told, micros((await app.usage(payer.key)).overage_charges_usd))
      assert.equal(told, 5 * RATES.action + RATES.workflow_run)
    })

    test('reports that the provider refuses for good do not keep the others from being sent', async () => {
      const { payments } = app.app
      assert.ok(payments !== null)
      await app.db.run(sql`
        with made as (
          insert into tenants (id, email, tier, stripe_customer_id)
          select 'ten_refused' || n, n || '@refused.example', 'pro', 'cus_refused' from generate_series(1, 100) n
          returning id)
        insert into meters (tenant_id, mode, period, overage_micros)
        select id, 'live', herald_period(), 10000 from made`)
      const sent: string[] = []
      const picky: Payments = {
        ...payments,
        async reportUsage({ customer_id }) {
          sent.push(customer_id)
          if (customer_id === 'cus_refused') return failed('rejected', 'not_found', 'No such customer.')
          return succeed(null)
        },
      }
      await reportOverages(app.db, picky, silent)
      const payer = await paidTenant(app, 'pro')
      await app.db.run(sql`
        insert into meters (tenant_id, mode, period, overage_micros) values (${payer.id}, 'live', herald_period(), 10000)`)
      await eventually(() => reportOverages(app.db, picky, silent))
      assert.ok(sent.length > 100)
    })
  })
}

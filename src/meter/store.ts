import type { Queryable, Tx } from '../kernel/context.ts'
import type { Limits } from '../kernel/plans.ts'
import { arrayOf, sql, textsOf, uuidsOf } from '../store/sql.ts'
import type { Standing } from './decide.ts'
import { endsOf, isLong, type MeterRequest } from './request.ts'

/** A tenant's requests of one flush, added up. */
export type Sum = {
  tenant_id: string
  mode: string
  actions: number
  agent_runs: number
  workflow_runs: number
  cost_micros: number
  hold_micros: number
  limits: Limits
}

export type GrantRow = { tenant_id: string; mode: string; period: string }

/**
 * Requests of one kind by one key, one or many: one statement adds their sum where every ceiling holds and writes
 * their events as one row. No row comes back when a ceiling is near or the period's row is not there yet; the careful
 * path then decides.
 */
export async function grantAlike(
  db: Queryable,
  sum: Sum,
  kind: MeterRequest,
  requests: readonly MeterRequest[],
): Promise<string | null> {
  const { limits } = sum
  const { first, last } = endsOf(requests)
  const alone = requests.length === 1
  const ids = alone ? null : uuidsOf(requests.map((r) => r.event_id))
  const requestIds = alone ? null : textsOf(requests.map((r) => r.request_id))
  const row = await db.row<{ period: string }>(sql`
    with granted as (
      update meters m set
        actions = m.actions + ${sum.actions}::bigint,
        agent_runs = m.agent_runs + ${sum.agent_runs}::bigint,
        workflow_runs = m.workflow_runs + ${sum.workflow_runs}::bigint,
        cost_micros = m.cost_micros + ${sum.cost_micros}::bigint,
        held_micros = m.held_micros + ${sum.hold_micros}::bigint
      where m.tenant_id = ${sum.tenant_id} and m.mode = ${sum.mode} and m.period = herald_period()
        and m.actions + ${sum.actions}::bigint <= ${limits.actions}::bigint
        and (${sum.agent_runs}::bigint = 0 or m.agent_runs + ${sum.agent_runs}::bigint <= ${limits.agent_runs}::bigint)
        and (${sum.workflow_runs}::bigint = 0
          or m.workflow_runs + ${sum.workflow_runs}::bigint <= ${limits.workflow_runs}::bigint)
        and m.cost_micros + m.overage_micros + m.held_micros + ${sum.cost_micros}::bigint + ${sum.hold_micros}::bigint
          <= ${limits.spend_cap_micros}::bigint
      returning m.period, herald_now()::timestamptz(3) as now
    ), written as (
      insert into usage_events (tenant_id, id, first_id, ids, request_ids, mode, period, operation, meter, request_id,
          key_id, cost_micros, hold_micros, created_at)
        select ${kind.tenant_id}, ${last.event_id}::uuid, ${first.event_id}::uuid, ${ids}::uuid[], ${requestIds}::text[],
          ${kind.mode}, g.period, ${kind.operation}, ${kind.meter}, ${last.request_id}, ${kind.key_id},
          ${kind.cost_micros}::bigint, ${kind.hold_micros}::bigint, g.now
        from granted g)
    select period::text from granted`)
  return row?.period ?? null
}

/** A mixed flush: one statement adds every tenant's sum where all its ceilings hold for the whole sum. */
export function grantMany(
  db: Queryable,
  sums: readonly Sum[],
  kinds: ReadonlyMap<MeterRequest, readonly MeterRequest[]>,
): Promise<GrantRow[]> {
  const kind = [...kinds.keys()]
  const events = [...kinds.values()].flatMap((requests, at) => requests.map((r) => ({ r, at: at + 1 })))
  return db.rows<GrantRow>(sql`
    with sums as (
      select * from unnest(
        ${sums.map((s) => s.tenant_id)}::text[], ${sums.map((s) => s.mode)}::text[],
        ${arrayOf(sums.map((s) => s.actions))}::bigint[], ${arrayOf(sums.map((s) => s.agent_runs))}::bigint[],
        ${arrayOf(sums.map((s) => s.workflow_runs))}::bigint[], ${arrayOf(sums.map((s) => s.cost_micros))}::bigint[],
        ${arrayOf(sums.map((s) => s.hold_micros))}::bigint[], ${arrayOf(sums.map((s) => s.limits.actions))}::bigint[],
        ${arrayOf(sums.map((s) => s.limits.agent_runs))}::bigint[],
        ${arrayOf(sums.map((s) => s.limits.workflow_runs))}::bigint[],
        ${arrayOf(sums.map((s) => s.limits.spend_cap_micros))}::bigint[])
      as s (tenant_id, mode, actions, agent_runs, workflow_runs, cost, hold, max_actions, max_agent_runs, max_workflow_runs, cap)
    ), locked as (
      select m.tenant_id, m.mode, m.period from meters m
        where (m.tenant_id, m.mode) in (select s.tenant_id, s.mode from sums s) and m.period = herald_period()
        order by m.tenant_id, m.mode for update of m
    ), granted as (
      update meters m set
        actions = m.actions + s.actions,
        agent_runs = m.agent_runs + s.agent_runs,
        workflow_runs = m.workflow_runs + s.workflow_runs,
        cost_micros = m.cost_micros + s.cost,
        held_micros = m.held_micros + s.hold
      from sums s join locked l on l.tenant_id = s.tenant_id and l.mode = s.mode
      where m.tenant_id = l.tenant_id and m.mode = l.mode and m.period = l.period
        and m.actions + s.actions <= s.max_actions
        and (s.agent_runs = 0 or m.agent_runs + s.agent_runs <= s.max_agent_runs)
        and (s.workflow_runs = 0 or m.workflow_runs + s.workflow_runs <= s.max_workflow_runs)
        and m.cost_micros + m.overage_micros + m.held_micros + s.cost + s.hold <= s.cap
      returning m.tenant_id, m.mode, m.period, herald_now()::timestamptz(3) as now
    ), kinds as (
      select * from unnest(
        ${kind.map((k) => k.tenant_id)}::text[], ${kind.map((k) => k.mode)}::text[],
        ${kind.map((k) => k.operation)}::text[], ${kind.map((k) => k.meter)}::text[],
        ${kind.map((k) => k.key_id)}::text[], ${arrayOf(kind.map((k) => k.cost_micros))}::bigint[],
        ${arrayOf(kind.map((k) => k.hold_micros))}::bigint[], ${kind.map((k) => k.apart || isLong(kinds.get(k) ?? []))}::boolean[])
        with ordinality
      as k (tenant_id, mode, operation, meter, key_id, cost, hold, apart, at)
    ), written as (
      insert into usage_events (tenant_id, id, first_id, ids, request_ids, mode, period, operation, meter, request_id,
          key_id, cost_micros, hold_micros, created_at)
        select k.tenant_id, (array_agg(e.id order by e.id desc))[1], (array_agg(e.id order by e.id))[1],
          case when count(*) > 1 then array_agg(e.id order by e.id) end,
          case when count(*) > 1 then array_agg(e.request_id order by e.id) end,
          k.mode, g.period, k.operation, k.meter, (array_agg(e.request_id order by e.id desc))[1], k.key_id, k.cost, k.hold,
          g.now
        from unnest(
          ${uuidsOf(events.map(({ r }) => r.event_id))}::uuid[], ${textsOf(events.map(({ r }) => r.request_id))}::text[],
          ${arrayOf(events.map(({ at }) => at))}::bigint[])
        as e (id, request_id, at)
        join kinds k on k.at = e.at
        join granted g on g.tenant_id = k.tenant_id and g.mode = k.mode
        group by k.at, k.tenant_id, k.mode, g.period, k.operation, k.meter, k.key_id, k.cost, k.hold, g.now,
          case when k.apart then e.id end)
    select tenant_id, mode, period::text from granted`)
}

/**
 * Waits until every statement that may still be counting for these tenants has ended: it holds their rows, of whatever
 * month, until it commits. What it counted can be seen from then on.
 */
export async function awaitFlushes(tx: Tx, tenants: readonly { tenant_id: string }[]): Promise<void> {
  await tx.run(sql`
    select 1 from meters where tenant_id = any(${tenants.map((t) => t.tenant_id)}::text[])
    order by tenant_id, mode, period for update`)
}

export type LockedMeter = Standing & { tenant_id: string; mode: string; period: string }

/** Opens the period's rows where they are missing and locks them, in one order for every process. */
export async function lockMeters(
  tx: Tx,
  tenants: readonly { tenant_id: string; mode: string }[],
): Promise<LockedMeter[]> {
  const ids = tenants.map((t) => t.tenant_id)
  const modes = tenants.map((t) => t.mode)
  // Read once: between two looks at the clock a month can begin.
  const now = await tx.row<{ period: string }>(sql`select herald_period()::text as period`)
  await tx.run(sql`
    insert into meters (tenant_id, mode, period)
      select t.tenant_id, t.mode, ${now?.period}::date
      from unnest(${ids}::text[], ${modes}::text[]) as t (tenant_id, mode)
      order by 1, 2 on conflict do nothing`)
  return tx.rows(sql`
    select tenant_id, mode, period::text, actions, agent_runs, workflow_runs, cost_micros, overage_micros, held_micros
      from meters
      where (tenant_id, mode) in (select * from unnest(${ids}::text[], ${modes}::text[])) and period = ${now?.period}::date
      order by tenant_id, mode for update`)
}

export async function saveMeters(tx: Tx, rows: readonly LockedMeter[]): Promise<void> {
  await tx.run(sql`
    update meters m set actions = n.actions, agent_runs = n.agent_runs, workflow_runs = n.workflow_runs,
      cost_micros = n.cost, overage_micros = n.overage, held_micros = n.held
    from unnest(
      ${rows.map((r) => r.tenant_id)}::text[], ${rows.map((r) => r.mode)}::text[], ${rows.map((r) => r.period)}::date[],
      ${rows.map((r) => r.actions)}::bigint[], ${rows.map((r) => r.agent_runs)}::bigint[],
      ${rows.map((r) => r.workflow_runs)}::bigint[], ${rows.map((r) => r.cost_micros)}::bigint[],
      ${rows.map((r) => r.overage_micros)}::bigint[], ${rows.map((r) => r.held_micros)}::bigint[])
    as n (tenant_id, mode, period, actions, agent_runs, workflow_runs, cost, overage, held)
    where m.tenant_id = n.tenant_id and m.mode = n.mode and m.period = n.period`)
}

export async function saveEvents(
  tx: Tx,
  events: readonly { request: MeterRequest; period: string }[],
): Promise<void> {
  const requests = events.map((event) => event.request)
  await tx.run(sql`
    insert into usage_events (tenant_id, id, mode, period, operation, meter, request_id, key_id, cost_micros, hold_micros)
    select * from unnest(
      ${requests.map((r) => r.tenant_id)}::text[], ${requests.map((r) => r.event_id)}::uuid[],
      ${requests.map((r) => r.mode)}::text[], ${events.map((event) => event.period)}::date[],
      ${requests.map((r) => r.operation)}::text[], ${requests.map((r) => r.meter)}::text[],
      ${requests.map((r) => r.request_id)}::text[], ${requests.map((r) => r.key_id)}::text[],
      ${requests.map((r) => r.cost_micros)}::bigint[], ${requests.map((r) => r.hold_micros)}::bigint[])`)
}

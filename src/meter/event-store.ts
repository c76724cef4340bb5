import type { Queryable, Tx } from '../kernel/context.ts'
import { type Limits, OVERAGE_MICROS } from '../kernel/plans.ts'
import { sql } from '../store/sql.ts'
import { type MeterRequest, rowsEndFor } from './request.ts'

const { action: ACTION, agent_run: AGENT_RUN, workflow_run: WORKFLOW_RUN } = OVERAGE_MICROS

/** Of these events, the ones that are already counted. */
export function countedEvents(
  db: Queryable,
  requests: readonly MeterRequest[],
): Promise<{ id: string; period: string }[]> {
  return db.rows(sql`
    select e.id, u.period::text from usage_events u join unnest(
      ${requests.map((r) => r.tenant_id)}::text[], ${requests.map((r) => r.event_id)}::uuid[],
      ${requests.map((r) => rowsEndFor(r.event_id))}::uuid[]) as e (tenant_id, id, rows_end)
    on u.tenant_id = e.tenant_id and u.id >= e.id and u.id < e.rows_end and (u.id = e.id or e.id = any(u.ids))`)
}

/** Ends a hold: pays what was really spent and frees the rest. The second time nothing is left to end. */
export async function settle(
  tx: Tx,
  tenantId: string,
  eventId: string,
  costMicros: number,
): Promise<boolean> {
  const settled = await tx.run(sql`
    with open as (
      select tenant_id, id, mode, period, hold_micros from usage_events
      where tenant_id = ${tenantId} and id = ${eventId}::uuid and settled_at is null for update
    ), freed as (
      update meters m set held_micros = m.held_micros - o.hold_micros, cost_micros = m.cost_micros + ${costMicros}::bigint
      from open o where m.tenant_id = o.tenant_id and m.mode = o.mode and m.period = o.period
    )
    update usage_events u set hold_micros = 0, cost_micros = u.cost_micros + ${costMicros}::bigint,
      settled_at = herald_now()
      from open o where u.tenant_id = o.tenant_id and u.id = o.id`)
  return settled > 0
}

/** Holds of requests whose run was never written, because their process died in between. */
export function orphanedHolds(
  db: Queryable,
): Promise<{ tenant_id: string; id: string; meter: string; mode: string }[]> {
  return db.rows(sql`
    select u.tenant_id, u.id, u.meter, u.mode from usage_events u
    where u.hold_micros > 0 and u.created_at < herald_now() - interval '10 minutes'
      and not exists (select 1 from runs r where r.tenant_id = u.tenant_id and r.usage_event_id = u.id)
    limit 1000`)
}

export type Revocation = Pick<
  MeterRequest,
  'tenant_id' | 'event_id' | 'agent_runs' | 'workflow_runs' | 'overages'
> & {
  limits: Pick<Limits, 'actions' | 'agent_runs' | 'workflow_runs'>
}

/** Takes back what a request was charged that had no effect. False when it was not charged, or not any more. */
export async function revoke(tx: Tx, r: Revocation): Promise<boolean> {
  // Several of one row may be taken back at once: each looks at what the one before it has left.
  await tx.run(sql`
    select 1 from usage_events where tenant_id = ${r.tenant_id} and id >= ${r.event_id}::uuid
      and id < ${rowsEndFor(r.event_id)}::uuid and (id = ${r.event_id}::uuid or ${r.event_id}::uuid = any(ids)) for update`)
  const revoked = await tx.run(sql`
    with whole as (
      delete from usage_events where tenant_id = ${r.tenant_id} and id = ${r.event_id}::uuid
          and coalesce(cardinality(ids), 1) = 1
        returning tenant_id, mode, period, cost_micros, hold_micros
    ), cut as (
      update usage_events u set (id, request_id, ids, request_ids) = (
          select (array_agg(e.id order by e.id desc))[1], (array_agg(e.request_id order by e.id desc))[1],
            array_agg(e.id order by e.id), array_agg(e.request_id order by e.id)
          from unnest(u.ids, u.request_ids) as e (id, request_id) where e.id <> ${r.event_id}::uuid)
        where u.tenant_id = ${r.tenant_id} and u.id >= ${r.event_id}::uuid and u.id < ${rowsEndFor(r.event_id)}::uuid
          and ${r.event_id}::uuid = any(u.ids) and cardinality(u.ids) > 1
        returning tenant_id, mode, period, cost_micros, hold_micros
    ), gone as (select * from whole union all select * from cut)
    update meters m set
      actions = m.actions - 1,
      agent_runs = m.agent_runs - ${r.agent_runs}::int,
      workflow_runs = m.workflow_runs - ${r.workflow_runs}::int,
      cost_micros = m.cost_micros - g.cost_micros,
      held_micros = m.held_micros - g.hold_micros,
      overage_micros = greatest(0, m.overage_micros - case when ${r.overages}::boolean then
        case when m.actions > ${r.limits.actions}::bigint then ${ACTION}::bigint else 0 end
        + case when ${r.agent_runs}::int = 1 and m.agent_runs > ${r.limits.agent_runs}::bigint then ${AGENT_RUN}::bigint else 0 end
        + case when ${r.workflow_runs}::int = 1 and m.workflow_runs > ${r.limits.workflow_runs}::bigint then ${WORKFLOW_RUN}::bigint else 0 end
        else 0 end)
    from gone g where m.tenant_id = g.tenant_id and m.mode = g.mode and m.period = g.period`)
  return revoked > 0
}

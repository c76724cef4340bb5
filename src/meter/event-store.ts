import type { Queryable, Tx } from '../kernel/context.ts'
import { type Limits, OVERAGE_MICROS } from '../kernel/plans.ts'
import { sql, uuidsOf } from '../store/sql.ts'
import { endsOf, type MeterRequest, rowsEndFor } from './request.ts'

const { action: ACTION, agent_run: AGENT_RUN, workflow_run: WORKFLOW_RUN } = OVERAGE_MICROS

type Named = Pick<MeterRequest, 'tenant_id' | 'event_id'>

/** Of these events, the ones that are already counted. */
export function countedEvents(
  db: Queryable,
  events: readonly Named[],
): Promise<{ id: string; period: string }[]> {
  return db.rows(sql`
    select e.id, u.period::text from usage_events u join unnest(
      ${events.map((e) => e.tenant_id)}::text[], ${events.map((e) => e.event_id)}::uuid[],
      ${events.map((e) => rowsEndFor(e.event_id))}::uuid[]) as e (tenant_id, id, rows_end)
    on u.tenant_id = e.tenant_id and u.id >= e.id and u.id < e.rows_end and coalesce(u.first_id, u.id) <= e.id
      and (u.id = e.id or e.id = any(u.ids))`)
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

/** Holds of requests whose run or grid was never written, because their process died in between. */
export function orphanedHolds(
  db: Queryable,
): Promise<{ tenant_id: string; id: string; meter: string; mode: string }[]> {
  return db.rows(sql`
    select u.tenant_id, u.id, u.meter, u.mode from usage_events u
    where u.hold_micros > 0 and u.created_at < herald_now() - interval '10 minutes'
      and not exists (select 1 from runs r where r.tenant_id = u.tenant_id and r.usage_event_id = u.id)
      and not exists (select 1 from local_grids g where g.tenant_id = u.tenant_id and g.usage_event_id = u.id)
    limit 1000`)
}

export type Revocation = Pick<
  MeterRequest,
  'tenant_id' | 'event_id' | 'agent_runs' | 'workflow_runs' | 'overages'
> & {
  limits: Pick<Limits, 'actions' | 'agent_runs' | 'workflow_runs'>
}

/**
 * Takes back what requests were charged that had no effect: one tenant's, charged on the same terms. Says which of them
 * were found; the others were not charged, or not any more.
 */
export async function revoke(tx: Tx, requests: readonly Revocation[]): Promise<Set<string>> {
  const [terms] = requests
  if (terms === undefined) return new Set()
  const ids = uuidsOf([...new Set(requests.map((r) => r.event_id))])
  const { first, last } = endsOf(requests)
  // Others may be taking back events of the same rows: each looks at what the one before it has left.
  const rows = await tx.rows<{ id: string }>(sql`
    select u.id from usage_events u where u.tenant_id = ${terms.tenant_id} and u.id >= ${first.event_id}::uuid
      and u.id < ${rowsEndFor(last.event_id)}::uuid and coalesce(u.first_id, u.id) <= ${last.event_id}::uuid
      and coalesce(u.ids, array[u.id]) && ${ids}::uuid[]
    order by u.id for update`)
  const found = await tx.rows<{ id: string }>(sql`
    with found as (
      select u.id as row_id, u.mode, u.period, u.cost_micros, u.hold_micros, e.id, e.request_id, x.id is not null as gone
      from usage_events u
        cross join lateral unnest(coalesce(u.ids, array[u.id]), coalesce(u.request_ids, array[u.request_id]))
          as e (id, request_id)
        left join unnest(${ids}::uuid[]) as x (id) on x.id = e.id
      where u.tenant_id = ${terms.tenant_id} and u.id = any(${uuidsOf(rows.map(({ id }) => id))}::uuid[])
    ), whole as (
      delete from usage_events u where u.tenant_id = ${terms.tenant_id}
        and u.id in (select row_id from found group by row_id having bool_and(gone))
    ), cut as (
      update usage_events u set id = l.ids[1], request_id = l.request_ids[1], ids = l.ids, request_ids = l.request_ids
      from (
        select row_id, array_agg(id order by id desc) as ids, array_agg(request_id order by id desc) as request_ids
        from found where not gone group by row_id) l
      where u.tenant_id = ${terms.tenant_id} and u.id = l.row_id
    ), given as (
      select mode, period, count(*) as events, sum(cost_micros) as cost, sum(hold_micros) as hold
      from found where gone group by mode, period
    ), back as (
      update meters m set
        actions = m.actions - g.events,
        agent_runs = m.agent_runs - g.events * ${terms.agent_runs}::int,
        workflow_runs = m.workflow_runs - g.events * ${terms.workflow_runs}::int,
        cost_micros = m.cost_micros - g.cost,
        held_micros = m.held_micros - g.hold,
        overage_micros = greatest(0, m.overage_micros - case when ${terms.overages}::boolean then
          ${ACTION}::bigint * least(g.events, greatest(0, m.actions - ${terms.limits.actions}::bigint))
          + ${AGENT_RUN}::bigint * least(g.events * ${terms.agent_runs}::int,
            greatest(0, m.agent_runs - ${terms.limits.agent_runs}::bigint))
          + ${WORKFLOW_RUN}::bigint * least(g.events * ${terms.workflow_runs}::int,
            greatest(0, m.workflow_runs - ${terms.limits.workflow_runs}::bigint))
          else 0 end)
      from given g where m.tenant_id = ${terms.tenant_id} and m.mode = g.mode and m.period = g.period
    )
    select id from found where gone`)
  return new Set(found.map(({ id }) => id))
}

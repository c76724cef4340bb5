import type { Mode } from '../../kernel/api-key.ts'
import type { Queryable } from '../../kernel/context.ts'
import type { Standing } from '../../meter/decide.ts'
import { rowsEndFor } from '../../meter/request.ts'
import { sql } from '../../store/sql.ts'

export type PeriodRow = Standing & { period_start: string; period_end: string }

/** The current period, with zeros when nothing has been metered in it yet. */
export async function currentPeriod(db: Queryable, tenantId: string, mode: Mode): Promise<PeriodRow> {
  const row = await db.row<PeriodRow>(sql`
    select p.start at time zone 'UTC' as period_start, (p.start + interval '1 month') at time zone 'UTC' as period_end,
      coalesce(m.actions, 0) as actions, coalesce(m.agent_runs, 0) as agent_runs,
      coalesce(m.workflow_runs, 0) as workflow_runs, coalesce(m.cost_micros, 0) as cost_micros,
      coalesce(m.overage_micros, 0) as overage_micros, coalesce(m.held_micros, 0) as held_micros
    from (select herald_period()::timestamp as start) p
    left join meters m on m.tenant_id = ${tenantId} and m.mode = ${mode} and m.period = p.start::date`)
  if (row === null) throw new Error('the current period came back empty')
  return row
}

export type EventRow = {
  id: string
  operation: string
  meter: 'action' | 'agent_run' | 'workflow_run'
  request_id: string
  key_id: string
  cost_micros: number
  hold_micros: number
  created_at: string
}

/**
 * Ids are time-ordered, so the primary key is the order of the list. A row may be several events, the latest of which it
 * is filed under: a page is made of as many rows as it has events, and of those that the page before ended within.
 */
export function listEvents(
  db: Queryable,
  tenantId: string,
  mode: Mode,
  filter: { request_id: string | null; operation: string | null },
  afterId: string | null,
  limit: number,
): Promise<EventRow[]> {
  return db.rows(sql`
    with kept as not materialized (
      select * from usage_events u where u.tenant_id = ${tenantId} and u.mode = ${mode}
        and (${filter.operation}::text is null or u.operation = ${filter.operation})
        and (${filter.request_id}::text is null or ${filter.request_id} = any(coalesce(u.request_ids, array[u.request_id])))
    ), whole as (
      select * from kept where ${afterId}::uuid is null or id < ${afterId}::uuid
      order by id desc limit case when ${filter.request_id}::text is null then ${limit + 1}::int end
    ), begun as (
      select * from kept where id >= ${afterId}::uuid and id < ${afterId === null ? null : rowsEndFor(afterId)}::uuid
        and first_id < ${afterId}::uuid)
    select e.id, u.operation, u.meter, e.request_id, u.key_id, u.cost_micros, u.hold_micros, u.created_at
    from (select * from whole union all select * from begun) u,
      unnest(coalesce(u.ids, array[u.id]), coalesce(u.request_ids, array[u.request_id])) as e (id, request_id)
    where (${afterId}::uuid is null or e.id < ${afterId}::uuid)
      and (${filter.request_id}::text is null or e.request_id = ${filter.request_id})
    order by e.id desc limit ${limit + 1}`)
}

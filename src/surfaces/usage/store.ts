import type { Mode } from '../../kernel/api-key.ts'
import type { Queryable } from '../../kernel/context.ts'
import type { Standing } from '../../meter/decide.ts'
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

/** Ids are time-ordered, so the primary key is the order of the list. */
export function listEvents(
  db: Queryable,
  tenantId: string,
  mode: Mode,
  filter: { request_id: string | null; operation: string | null },
  afterId: string | null,
  limit: number,
): Promise<EventRow[]> {
  return db.rows(sql`
    select id, operation, meter, request_id, key_id, cost_micros, hold_micros, created_at from usage_events
    where tenant_id = ${tenantId} and mode = ${mode} and (${afterId}::uuid is null or id < ${afterId}::uuid)
      and (${filter.request_id}::text is null or request_id = ${filter.request_id})
      and (${filter.operation}::text is null or operation = ${filter.operation})
    order by id desc limit ${limit + 1}`)
}

import type { Queryable, Tx } from '../kernel/context.ts'
import { sql } from '../store/sql.ts'

export type ReportRow = {
  tenant_id: string
  period: string
  number: number
  pending_micros: number
  pending_at: string
  stripe_customer_id: string
}

/**
 * Opens a report wherever more is owed than was told and none is under way; answers those that are under way, up to the
 * limit and in no order: what the provider refuses for good would otherwise stand before all others for ever.
 */
export async function openReports(tx: Tx, limit: number): Promise<ReportRow[]> {
  await tx.run(sql`
    insert into overage_reports as r (tenant_id, period, pending_micros, pending_at, number)
    select m.tenant_id, m.period, m.overage_micros, herald_now(), 1
    from meters m join tenants t on t.id = m.tenant_id
    where m.mode = 'live' and m.overage_micros > 0 and t.stripe_customer_id is not null
      and m.period >= herald_period() - interval '1 month'
    on conflict (tenant_id, period) do update set pending_micros = excluded.pending_micros - r.reported_micros,
      pending_at = excluded.pending_at, number = r.number + 1
    where r.pending_micros is null and excluded.pending_micros > r.reported_micros`)
  return tx.rows(sql`
    select r.tenant_id, r.period::text, r.number, r.pending_micros, r.pending_at, t.stripe_customer_id
    from overage_reports r join tenants t on t.id = r.tenant_id
    where r.pending_micros is not null and t.stripe_customer_id is not null order by random() limit ${limit}`)
}

/** The number makes a second confirmation find nothing, whoever sends it. */
export function confirmReport(db: Queryable, row: ReportRow): Promise<number> {
  return db.run(sql`
    update overage_reports set reported_micros = reported_micros + pending_micros, pending_micros = null, pending_at = null
    where tenant_id = ${row.tenant_id} and period = ${row.period}::date and number = ${row.number}
      and pending_micros is not null`)
}

import type { TenantRow } from '../../accounts/store.ts'
import type { Queryable, Tx } from '../../kernel/context.ts'
import type { Position } from '../../kernel/cursor.ts'
import type { LimitChanges, Tier } from '../../kernel/plans.ts'
import { sql } from '../../store/sql.ts'

export function listTenants(db: Queryable, after: Position | null, limit: number): Promise<TenantRow[]> {
  return db.rows(sql`
    select * from tenants
    where ${after?.created_at ?? null}::timestamptz is null
      or (created_at, id) < (${after?.created_at ?? null}::timestamptz, ${after?.id ?? null}::text)
    order by created_at desc, id desc limit ${limit + 1}`)
}

/**
 * Limits are merged into those that are set, and null takes one away. A tenant that becomes free loses its overages with
 * its plan. One that becomes enterprise is the operator's alone to move: a downgrade that waits is called off.
 */
export function changeTenant(
  tx: Tx,
  tenantId: string,
  change: { tier: Tier | null; limits: LimitChanges | null; suspended: boolean | null },
): Promise<TenantRow | null> {
  return tx.row(sql`
    update tenants set
      tier = coalesce(${change.tier}, tier),
      pending_tier = case when ${change.tier} = 'enterprise' then null else pending_tier end,
      pending_at = case when ${change.tier} = 'enterprise' then null else pending_at end,
      limits = jsonb_strip_nulls(limits || ${JSON.stringify(change.limits ?? {})}::jsonb),
      suspended = coalesce(${change.suspended}::boolean, suspended),
      overages_enabled = overages_enabled and coalesce(${change.tier}, tier) <> 'free'
    where id = ${tenantId} returning *`)
}

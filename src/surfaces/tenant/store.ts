import type { BrandProfile, TenantRow } from '../../accounts/store.ts'
import type { Tx } from '../../kernel/context.ts'
import { sql } from '../../store/sql.ts'

export type TenantChange = {
  name: string | null
  set_name: boolean
  timezone: string | null
  brand: { [K in keyof BrandProfile]?: BrandProfile[K] | undefined } | null
  overages_enabled: boolean | null
}

/** Null leaves a field as it is; the brand profile is merged field by field. Nothing comes back for overages on free. */
export function updateTenant(tx: Tx, tenantId: string, change: TenantChange): Promise<TenantRow | null> {
  return tx.row(sql`
    update tenants set
      name = case when ${change.set_name}::boolean then ${change.name} else name end,
      timezone = coalesce(${change.timezone}, timezone),
      brand = brand || coalesce(${change.brand === null ? null : JSON.stringify(change.brand)}::jsonb, '{}'),
      overages_enabled = coalesce(${change.overages_enabled}::boolean, overages_enabled)
    where id = ${tenantId} and not (tier = 'free' and coalesce(${change.overages_enabled}::boolean, false))
    returning *`)
}

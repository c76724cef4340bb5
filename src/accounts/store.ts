import type { KeyKind, Mode } from '../kernel/api-key.ts'
import type { Queryable, Tx } from '../kernel/context.ts'
import type { LimitOverrides, Tier } from '../kernel/plans.ts'
import { sql } from '../store/sql.ts'

export type BrandProfile = { aliases: string[]; domains: string[]; competitors: string[] }

export type TenantRow = {
  id: string
  email: string
  name: string | null
  tier: Tier
  limits: LimitOverrides
  overages_enabled: boolean
  suspended: boolean
  timezone: string
  brand: BrandProfile
  created_at: string
}

export type KeyRow = {
  id: string
  key_prefix: string
  name: string | null
  kind: KeyKind
  mode: Mode
  scopes: string[]
  created_at: string
  expires_at: string | null
  revoked_at: string | null
}

/** Null when the address is taken, without regard to case. */
export function insertTenant(
  tx: Tx,
  t: { id: string; email: string; name: string | null; tier: Tier; limits: LimitOverrides },
): Promise<TenantRow | null> {
  return tx.row(sql`
    insert into tenants (id, email, name, tier, limits)
    values (${t.id}, ${t.email}, ${t.name}, ${t.tier}, ${JSON.stringify(t.limits)}::jsonb)
    on conflict (lower(email)) do nothing
    returning *`)
}

export function insertKey(
  tx: Tx,
  tenantId: string,
  k: {
    id: string
    hash: string
    key_prefix: string
    name: string | null
    kind: KeyKind
    mode: Mode
    scopes: readonly string[]
    ttl_seconds: number | null
  },
): Promise<KeyRow | null> {
  return tx.row(sql`
    insert into api_keys (tenant_id, id, hash, key_prefix, name, kind, mode, scopes, expires_at)
    values (${tenantId}, ${k.id}, ${k.hash}, ${k.key_prefix}, ${k.name}, ${k.kind}, ${k.mode}, ${k.scopes},
      herald_now() + make_interval(secs => ${k.ttl_seconds}))
    returning id, key_prefix, name, kind, mode, scopes, created_at, expires_at, revoked_at`)
}

export type PrincipalRow = {
  tenant_id: string
  key_id: string
  kind: KeyKind
  mode: Mode
  scopes: string[]
  expires_at: string | null
  tier: Tier
  limits: LimitOverrides
  overages_enabled: boolean
  suspended: boolean
}

/** The one look-up without a tenant: the hash of the key is what says who it is. */
export function findPrincipal(db: Queryable, hash: string): Promise<PrincipalRow | null> {
  return db.row(sql`
    select k.tenant_id, k.id as key_id, k.kind, k.mode, k.scopes, k.expires_at, t.tier, t.limits, t.overages_enabled,
      t.suspended
    from api_keys k join tenants t on t.id = k.tenant_id
    where k.hash = ${hash} and k.revoked_at is null and (k.expires_at is null or k.expires_at > herald_now())`)
}

export function findTenant(db: Queryable, tenantId: string): Promise<TenantRow | null> {
  return db.row(sql`select * from tenants where id = ${tenantId}`)
}

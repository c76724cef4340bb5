import type { Mode } from '../../kernel/api-key.ts'
import type { Principal, Queryable, Tx } from '../../kernel/context.ts'
import type { Position } from '../../kernel/cursor.ts'
import { sql } from '../../store/sql.ts'
import type { Method, Verdict } from './rules.ts'

/** Whose: a test key sees what test keys registered, a live key the rest. */
type Owner = Pick<Principal, 'tenant_id' | 'mode'>

export type SiteRow = {
  tenant_id: string
  id: string
  mode: Mode
  domain: string
  name: string | null
  token: string
  status: 'pending' | 'verified' | 'failed'
  method: Method | null
  last_error: string | null
  simulated: boolean
  checked_at: string | null
  verified_at: string | null
  created_at: string
}

export function findSite(db: Queryable, owner: Owner, id: string): Promise<SiteRow | null> {
  return db.row(sql`
    select * from sites where tenant_id = ${owner.tenant_id} and mode = ${owner.mode} and id = ${id}`)
}

export function listSites(
  db: Queryable,
  owner: Owner,
  after: Position | null,
  limit: number,
): Promise<SiteRow[]> {
  return db.rows(sql`
    select * from sites where tenant_id = ${owner.tenant_id} and mode = ${owner.mode}
      and (${after?.created_at ?? null}::timestamptz is null
        or (created_at, id) < (${after?.created_at ?? null}::timestamptz, ${after?.id ?? ''}))
    order by created_at desc, id desc limit ${limit + 1}`)
}

export async function countSites(tx: Tx, owner: Owner): Promise<number> {
  const row = await tx.row<{ n: number }>(sql`
    select count(*)::int as n from sites where tenant_id = ${owner.tenant_id} and mode = ${owner.mode}`)
  return row?.n ?? 0
}

/** Null when the tenant has the domain already. */
export function insertSite(
  tx: Tx,
  owner: Owner,
  site: Pick<SiteRow, 'id' | 'domain' | 'name' | 'token' | 'simulated'>,
): Promise<SiteRow | null> {
  return tx.row(sql`
    insert into sites (tenant_id, id, mode, domain, name, token, simulated)
    values (${owner.tenant_id}, ${site.id}, ${owner.mode}, ${site.domain}, ${site.name}, ${site.token}, ${site.simulated})
    on conflict (tenant_id, mode, domain) do nothing
    returning *`)
}

/** A look that learned nothing leaves a verified site verified. */
export function recordLook(
  tx: Tx,
  owner: Owner,
  look: { id: string; method: Method; simulated: boolean; verdict: Verdict },
): Promise<SiteRow | null> {
  const { id, method, simulated, verdict } = look
  const error = verdict.proved ? null : verdict.error
  const keeps = !verdict.proved && verdict.transient
  return tx.row(sql`
    update sites set method = ${method}, last_error = ${error}, simulated = ${simulated}, checked_at = herald_now(),
      status = case when ${verdict.proved}::boolean or (${keeps}::boolean and status = 'verified')
        then 'verified' else 'failed' end,
      verified_at = case when ${verdict.proved}::boolean then coalesce(verified_at, herald_now())
        when ${keeps}::boolean then verified_at end
    where tenant_id = ${owner.tenant_id} and mode = ${owner.mode} and id = ${id}
    returning *`)
}

export async function removeSite(tx: Tx, owner: Owner, id: string): Promise<boolean> {
  const removed = await tx.run(sql`
    delete from sites where tenant_id = ${owner.tenant_id} and mode = ${owner.mode} and id = ${id}`)
  return removed === 1
}

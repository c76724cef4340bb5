import type { Queryable, Tx } from '../kernel/context.ts'
import { sql } from '../store/sql.ts'
import type { AccountKey } from './store.ts'

export type Lease = AccountKey & { lease: string; token_version: number }

/** Longer than a refresh may take, so that a lease ends by itself only when its holder died. */
const LEASE_SECONDS = 30

/**
 * At most one caller gets it, over all processes: for as long as the token is the one it saw and nobody else is at
 * it. The token's version is part of the condition, so that whoever comes late does not refresh a second time.
 */
export async function takeLease(db: Queryable, lease: Lease): Promise<boolean> {
  const taken = await db.run(sql`
    update connected_accounts set lease = ${lease.lease}::uuid,
      leased_until = herald_now() + make_interval(secs => ${LEASE_SECONDS}::float8)
    where tenant_id = ${lease.tenant_id} and mode = ${lease.mode} and id = ${lease.account_id}
      and status = 'connected' and token_version = ${lease.token_version}
      and (leased_until is null or leased_until <= herald_now())`)
  return taken === 1
}

export type Renewed = {
  access_token: string
  /** Null leaves the stored one. */
  refresh_token: string | null
  expires_in: number | null
  /** Null leaves what is known to be granted. */
  scopes: string[] | null
}

/** False when the lease was lost meanwhile: then somebody else's token is the current one. */
export async function saveRenewed(db: Queryable, lease: Lease, renewed: Renewed): Promise<boolean> {
  const saved = await db.run(sql`
    update connected_accounts set access_token = ${renewed.access_token},
      refresh_token = coalesce(${renewed.refresh_token}, refresh_token),
      expires_at = herald_now() + make_interval(secs => ${renewed.expires_in}::float8),
      granted_scopes = coalesce(${renewed.scopes}::text[], granted_scopes),
      token_version = token_version + 1, lease = null, leased_until = null, updated_at = herald_now()
    where tenant_id = ${lease.tenant_id} and id = ${lease.account_id} and lease = ${lease.lease}::uuid`)
  return saved === 1
}

export function dropLease(db: Queryable, lease: Lease): Promise<number> {
  return db.run(sql`
    update connected_accounts set lease = null, leased_until = null
    where tenant_id = ${lease.tenant_id} and id = ${lease.account_id} and lease = ${lease.lease}::uuid`)
}

/** Once: an account that already needs a person, or whose token has changed, is left as it is. */
export async function markLost(
  tx: Tx,
  key: AccountKey & { token_version: number },
  reason: string,
): Promise<boolean> {
  const marked = await tx.run(sql`
    update connected_accounts set status = 'needs_reconnect', reason = ${reason}, lease = null, leased_until = null,
      updated_at = herald_now()
    where tenant_id = ${key.tenant_id} and mode = ${key.mode} and id = ${key.account_id}
      and status = 'connected' and token_version = ${key.token_version}`)
  return marked === 1
}

/** The same secrets under the current key; a token that was replaced meanwhile is current already. */
export function reseal(
  db: Queryable,
  key: AccountKey & { token_version: number },
  sealed: { access_token: string; refresh_token: string | null },
): Promise<number> {
  return db.run(sql`
    update connected_accounts set access_token = ${sealed.access_token}, refresh_token = ${sealed.refresh_token}
    where tenant_id = ${key.tenant_id} and id = ${key.account_id} and token_version = ${key.token_version}`)
}

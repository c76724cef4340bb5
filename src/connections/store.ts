import type { Mode } from '../kernel/api-key.ts'
import type { Queryable, Tx } from '../kernel/context.ts'
import type { Position } from '../kernel/cursor.ts'
import type { ConnectPlatform } from '../providers/oauth/index.ts'
import { sql } from '../store/sql.ts'

/** Whose: test keys have accounts of their own, which only ever lead to the sandbox. */
export type Owner = { tenant_id: string; mode: Mode }
export type AccountKey = Owner & { account_id: string }

export type AccountRow = {
  tenant_id: string
  id: string
  mode: Mode
  platform: ConnectPlatform
  external_id: string
  username: string | null
  display_name: string | null
  details: Record<string, string>
  status: 'connected' | 'needs_reconnect'
  reason: string | null
  can_post: boolean
  services: string[]
  requested_scopes: string[]
  granted_scopes: string[]
  /** Sealed, as is refresh_token. */
  access_token: string
  refresh_token: string | null
  expires_at: string | null
  token_version: number
  /** Of the refresh in flight; one whose time is over belongs to a holder that died. */
  lease: string | null
  simulated: boolean
  connected_at: string
  created_at: string
  updated_at: string
  /** Worked out by the database's clock: the token has ended or is about to, ends within a week, is being refreshed. */
  stale: boolean
  ends_soon: boolean
  leased: boolean
}

export function findAccount(db: Queryable, key: AccountKey): Promise<AccountRow | null> {
  return db.row(sql`
    select *,
      coalesce(expires_at <= herald_now() + interval '60 seconds', false) as stale,
      coalesce(expires_at <= herald_now() + interval '7 days', false) as ends_soon,
      coalesce(leased_until > herald_now(), false) as leased
    from connected_accounts
    where tenant_id = ${key.tenant_id} and mode = ${key.mode} and id = ${key.account_id}`)
}

export function listAccounts(
  db: Queryable,
  owner: Owner,
  wanted: { platform: string | null; after: Position | null; limit: number },
): Promise<AccountRow[]> {
  const { platform, after, limit } = wanted
  return db.rows(sql`
    select *,
      coalesce(expires_at <= herald_now() + interval '60 seconds', false) as stale,
      coalesce(expires_at <= herald_now() + interval '7 days', false) as ends_soon,
      coalesce(leased_until > herald_now(), false) as leased
    from connected_accounts
    where tenant_id = ${owner.tenant_id} and mode = ${owner.mode}
      and (${platform}::text is null or platform = ${platform})
      and (${after?.created_at ?? null}::timestamptz is null
        or (created_at, id) < (${after?.created_at ?? null}::timestamptz, ${after?.id ?? ''}))
    order by created_at desc, id desc limit ${limit + 1}`)
}

export type UsableAccount = Pick<AccountRow, 'id' | 'details'>

/** The accounts of a platform (with a service, where asked) that can be used, the one connected last first. */
export function listUsable(
  db: Queryable,
  owner: Owner,
  wanted: { platform: string; service: string | null },
): Promise<UsableAccount[]> {
  return db.rows(sql`
    select id, details from connected_accounts
    where tenant_id = ${owner.tenant_id} and mode = ${owner.mode} and platform = ${wanted.platform}
      and status = 'connected' and (${wanted.service}::text is null or ${wanted.service} = any(services))
    order by connected_at desc, id desc`)
}

export type NewAccount = Pick<
  AccountRow,
  | 'id'
  | 'platform'
  | 'external_id'
  | 'username'
  | 'display_name'
  | 'details'
  | 'can_post'
  | 'services'
  | 'requested_scopes'
  | 'granted_scopes'
  | 'access_token'
  | 'refresh_token'
  | 'simulated'
> & { expires_in: number | null }

/** The id under which an external account is known already; its row stays locked until the transaction ends. */
export async function lockKnown(
  tx: Tx,
  owner: Owner,
  account: Pick<AccountRow, 'platform' | 'external_id'>,
): Promise<string | null> {
  const row = await tx.row<{ id: string }>(sql`
    select id from connected_accounts
    where tenant_id = ${owner.tenant_id} and mode = ${owner.mode} and platform = ${account.platform}
      and external_id = ${account.external_id}
    for update`)
  return row?.id ?? null
}

/**
 * Connecting again keeps the id, since posts and schedules point at it. No refresh token in the reply leaves the
 * stored one. Two first connections at once meet at the unique index: the later one becomes an update.
 */
export async function saveAccount(tx: Tx, owner: Owner, account: NewAccount): Promise<boolean> {
  const saved = await tx.run(sql`
    insert into connected_accounts (tenant_id, id, mode, platform, external_id, username, display_name, details,
      can_post, services, requested_scopes, granted_scopes, access_token, refresh_token, expires_at, simulated)
    values (${owner.tenant_id}, ${account.id}, ${owner.mode}, ${account.platform}, ${account.external_id},
      ${account.username}, ${account.display_name}, ${JSON.stringify(account.details)}::jsonb, ${account.can_post},
      ${account.services}, ${account.requested_scopes}, ${account.granted_scopes}, ${account.access_token},
      ${account.refresh_token}, herald_now() + make_interval(secs => ${account.expires_in}::float8),
      ${account.simulated})
    on conflict (tenant_id, mode, platform, external_id) do update set
      username = excluded.username, display_name = excluded.display_name, details = excluded.details,
      status = 'connected', reason = null, can_post = excluded.can_post, services = excluded.services,
      requested_scopes = excluded.requested_scopes, granted_scopes = excluded.granted_scopes,
      access_token = excluded.access_token,
      refresh_token = coalesce(excluded.refresh_token, connected_accounts.refresh_token),
      expires_at = excluded.expires_at, token_version = connected_accounts.token_version + 1,
      lease = null, leased_until = null, simulated = excluded.simulated,
      connected_at = herald_now(), updated_at = herald_now()
    where connected_accounts.id = excluded.id`)
  return saved === 1
}

export async function removeAccount(tx: Tx, key: AccountKey): Promise<boolean> {
  const removed = await tx.run(sql`
    delete from connected_accounts
    where tenant_id = ${key.tenant_id} and mode = ${key.mode} and id = ${key.account_id}`)
  return removed === 1
}

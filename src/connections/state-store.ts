import type { Mode } from '../kernel/api-key.ts'
import type { Queryable, Tx } from '../kernel/context.ts'
import type { ConnectPlatform } from '../providers/oauth/index.ts'
import { sql } from '../store/sql.ts'

export type StateRow = {
  tenant_id: string
  state_hash: string
  mode: Mode
  platform: ConnectPlatform
  /** Sealed. */
  verifier: string
  scopes: string[]
  redirect_uri: string
  expires_at: string
}

/** Ten minutes by the database's clock. Old ones of the tenant go on the way. */
export async function insertState(tx: Tx, state: Omit<StateRow, 'expires_at'>): Promise<string> {
  await tx.run(sql`
    delete from oauth_states where tenant_id = ${state.tenant_id} and expires_at < herald_now() - interval '1 hour'`)
  const row = await tx.row<{ expires_at: string }>(sql`
    insert into oauth_states (tenant_id, state_hash, mode, platform, verifier, scopes, redirect_uri, expires_at)
    values (${state.tenant_id}, ${state.state_hash}, ${state.mode}, ${state.platform}, ${state.verifier},
      ${state.scopes}, ${state.redirect_uri}, herald_now() + interval '10 minutes')
    returning expires_at`)
  return row?.expires_at ?? ''
}

/** Using it is deleting it, so of two callbacks with one state only one gets it. An expired one is used up as well. */
export async function takeState(
  db: Queryable,
  key: Pick<StateRow, 'tenant_id' | 'state_hash' | 'platform'>,
): Promise<StateRow | null> {
  const row = await db.row<StateRow & { fresh: boolean }>(sql`
    delete from oauth_states
    where tenant_id = ${key.tenant_id} and state_hash = ${key.state_hash} and platform = ${key.platform}
    returning *, expires_at > herald_now() as fresh`)
  return row?.fresh === true ? row : null
}

/** Those that nobody came back with, of every tenant. */
export function dropOldStates(db: Queryable): Promise<number> {
  return db.run(sql`delete from oauth_states where expires_at < herald_now() - interval '1 hour'`)
}

import type { KeyRow } from '../../accounts/store.ts'
import type { Mode } from '../../kernel/api-key.ts'
import type { Queryable, Tx } from '../../kernel/context.ts'
import type { Position } from '../../kernel/cursor.ts'
import { sql } from '../../store/sql.ts'

export function listKeys(
  db: Queryable,
  tenantId: string,
  after: Position | null,
  limit: number,
): Promise<KeyRow[]> {
  return db.rows(sql`
    select id, key_prefix, name, kind, mode, scopes, created_at, expires_at, revoked_at from api_keys
    where tenant_id = ${tenantId} and revoked_at is null and (expires_at is null or expires_at > herald_now())
      and (${after?.created_at ?? null}::timestamptz is null
        or (created_at, id) < (${after?.created_at ?? null}::timestamptz, ${after?.id ?? null}::text))
    order by created_at desc, id desc limit ${limit + 1}`)
}

/** A test key finds test keys only: nothing that it does touches what is live. */
export async function revokeKey(tx: Tx, tenantId: string, by: Mode, id: string): Promise<boolean> {
  const revoked = await tx.run(sql`
    update api_keys set revoked_at = herald_now()
    where tenant_id = ${tenantId} and id = ${id} and revoked_at is null and (${by} = 'live' or mode = 'test')`)
  return revoked > 0
}

import type { Queryable } from '../kernel/context.ts'
import type { Vault } from '../kernel/vault.ts'
import type { Resealing } from '../store/reseal.ts'
import { sql } from '../store/sql.ts'
import { openTokens, sealTokens } from './secrets.ts'
import type { AccountRow } from './store.ts'
import { reseal } from './token-store.ts'

/** The tokens of accounts. Those that are used move by themselves; this finds the others. */
export function accountTokens(db: Queryable, vault: Vault): Omit<Resealing<AccountRow>, 'failed'> {
  const current = `${vault.version}.%`
  return {
    find: (after, limit) =>
      db.rows(sql`
        select * from connected_accounts
        where (tenant_id, id) > (${after.tenant_id}, ${after.id})
          and (access_token not like ${current} or refresh_token not like ${current})
        order by tenant_id, id limit ${limit}`),
    reseal(row) {
      const { tenant_id, mode, id: account_id, token_version } = row
      const sealed = sealTokens(vault, row, openTokens(vault, row))
      return reseal(db, { tenant_id, mode, account_id, token_version }, sealed)
    },
  }
}

import type { Queryable } from '../kernel/context.ts'
import type { Vault } from '../kernel/vault.ts'
import type { Resealing } from '../store/reseal.ts'
import { sql } from '../store/sql.ts'
import { secretOf } from './send.ts'

type EndpointSecrets = {
  tenant_id: string
  id: string
  secret: string
  previous_secrets: { secret: string; until: string }[]
}

/** The secrets of endpoints, those in their overlap included. A removed endpoint has none. */
export function endpointSecrets(db: Queryable, vault: Vault): Omit<Resealing<EndpointSecrets>, 'failed'> {
  const current = `${vault.version}.%`
  return {
    find: (after, limit) =>
      db.rows(sql`
        select tenant_id, id, secret, previous_secrets from webhook_endpoints
        where (tenant_id, id) > (${after.tenant_id}, ${after.id}) and removed_at is null
          and (secret not like ${current} or exists (
            select from jsonb_array_elements(previous_secrets) p where p ->> 'secret' not like ${current}))
        order by tenant_id, id limit ${limit}`),
    reseal(row) {
      const again = (sealed: string) => vault.seal(vault.open(sealed, secretOf(row)), secretOf(row))
      const previous = row.previous_secrets.map(({ secret, until }) => ({ secret: again(secret), until }))
      return db.run(sql`
        update webhook_endpoints set secret = ${again(row.secret)}, previous_secrets = ${JSON.stringify(previous)}::jsonb
        where tenant_id = ${row.tenant_id} and id = ${row.id} and secret = ${row.secret}
          and previous_secrets = ${JSON.stringify(row.previous_secrets)}::jsonb`)
    },
  }
}

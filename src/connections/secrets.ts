import type { Vault } from '../kernel/vault.ts'
import type { AccountRow } from './store.ts'

type Place = { tenant_id: string; id: string }
type Secrets = { access_token: string; refresh_token: string | null }

/** Bound to the row and the column: a sealed token copied elsewhere does not open there. */
function about({ tenant_id, id }: Place, column: keyof Secrets): string {
  return `connected_accounts ${tenant_id} ${id} ${column}`
}

export function sealTokens(vault: Vault, place: Place, secrets: Secrets): Secrets {
  const { access_token, refresh_token } = secrets
  return {
    access_token: vault.seal(access_token, about(place, 'access_token')),
    refresh_token: refresh_token === null ? null : vault.seal(refresh_token, about(place, 'refresh_token')),
  }
}

export function openTokens(vault: Vault, row: AccountRow): Secrets {
  const { access_token, refresh_token } = row
  return {
    access_token: vault.open(access_token, about(row, 'access_token')),
    refresh_token: refresh_token === null ? null : vault.open(refresh_token, about(row, 'refresh_token')),
  }
}

export function areCurrent(vault: Vault, { access_token, refresh_token }: AccountRow): boolean {
  return vault.isCurrent(access_token) && (refresh_token === null || vault.isCurrent(refresh_token))
}

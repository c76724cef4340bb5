import type { Outcome } from '../providers/contract.ts'
import { type AccountKey, listUsable, type Owner, type UsableAccount } from './store.ts'
import { type AccessToken, accessToken, type TokenDeps } from './tokens.ts'

export type { AccountKey, UsableAccount } from './store.ts'
export type { AccessToken } from './tokens.ts'

/** What surfaces and agents may do with connected accounts. Tokens are handed to who calls the platform, no further. */
export type Connections = {
  /** A token that works now; refreshed first when it has ended. Never inside a transaction: it may call the platform. */
  accessToken(key: AccountKey): Promise<Outcome<AccessToken>>
  /**
   * Calls with a token, and once more with a fresh one when the platform refuses the first: tokens can end before
   * their time. The second refusal is the answer.
   */
  withAccessToken<T>(key: AccountKey, use: (token: AccessToken) => Promise<Outcome<T>>): Promise<Outcome<T>>
  /** Those that can be used, the one connected last first; none is account_not_connected. */
  usable(owner: Owner, platform: string, service?: string): Promise<UsableAccount[]>
}

export function createConnections(deps: TokenDeps): Connections {
  return {
    accessToken: (key) => accessToken(deps, key, null),
    async withAccessToken(key, use) {
      const first = await accessToken(deps, key, null)
      if (!first.ok) return first
      const outcome = await use(first.value)
      if (outcome.ok || outcome.code !== 'invalid_credentials') return outcome
      const second = await accessToken(deps, key, first.value.token)
      return second.ok ? use(second.value) : second
    },
    usable: (owner, platform, service) => listUsable(deps.db, owner, { platform, service: service ?? null }),
  }
}

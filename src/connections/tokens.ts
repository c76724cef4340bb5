import { setTimeout as pause } from 'node:timers/promises'
import { emit } from '../events/outbox.ts'
import { uuidv7 } from '../kernel/ids.ts'
import type { Vault } from '../kernel/vault.ts'
import { failed, type Outcome, succeed } from '../providers/contract.ts'
import type { Connectors } from '../providers/oauth/index.ts'
import type { Connector } from '../providers/oauth/types.ts'
import type { Db } from '../store/db.ts'
import { reconnectHint } from './health.ts'
import { areCurrent, openTokens, sealTokens } from './secrets.ts'
import { type AccountKey, type AccountRow, findAccount } from './store.ts'
import { dropLease, type Lease, markLost, reseal, saveRenewed, takeLease } from './token-store.ts'

/** How long a caller waits for a refresh that another one is at, and how often it looks. */
const WAIT_MS = 20_000
const LOOK_MS = 50

export type AccessToken = {
  token: string
  /** The value of an Authorization header; null where the token travels in the address. */
  authorization: string | null
  account: Pick<AccountRow, 'id' | 'platform' | 'external_id' | 'username' | 'details' | 'simulated'>
}

export type TokenDeps = { db: Db; vault: Vault; connectors: Connectors }

/**
 * A token that works now. One that has ended is refreshed first, with one refresh in flight for an account over all
 * processes: whoever gets the lease asks the platform, outside any transaction, and everybody else waits for what
 * it stores. Only the platform's word that the grant is gone changes the account; any other failure leaves it.
 */
export async function accessToken(
  deps: TokenDeps,
  key: AccountKey,
  refused: string | null,
): Promise<Outcome<AccessToken>> {
  let row = await findAccount(deps.db, key)
  const first = row?.token_version
  const until = performance.now() + WAIT_MS
  for (;;) {
    const usable = check(deps, row)
    if (!usable.ok) return usable
    const { row: known, connector } = usable.value
    const tokens = openTokens(deps.vault, known)
    if (!known.stale && tokens.access_token !== refused)
      return succeed(await handOver(deps, known, connector))
    if (known.leased) {
      if (performance.now() > until) return busy()
      await pause(LOOK_MS)
      row = await findAccount(deps.db, key)
      // Somebody refreshed in vain while we looked on: asking again at once would only repeat it.
      if (row?.lease === null && row.token_version === first && row.status === 'connected') return busy()
      continue
    }
    const renewed = await renew(deps, known, connector)
    if (renewed !== 'taken') return renewed
    row = await findAccount(deps.db, key)
  }
}

function busy(): Outcome<never> {
  return failed('retry_later', 'overloaded', 'The account’s access could not be renewed just now.')
}

function check(
  { connectors }: TokenDeps,
  row: AccountRow | null,
): Outcome<{ row: AccountRow; connector: Connector }> {
  if (row === null) return failed('reconnect', 'not_found', 'The account is not connected any more.')
  const set = connectors[row.mode]
  if (row.status !== 'connected') {
    return failed(
      'reconnect',
      'invalid_credentials',
      `${row.reason ?? ''} ${reconnectHint(row.platform)}`.trim(),
    )
  }
  // Live and simulated never mix: what the sandbox gave out means nothing to the platform.
  if (row.simulated !== set.simulated) {
    return failed(
      'reconnect',
      'invalid_credentials',
      `It was connected elsewhere. ${reconnectHint(row.platform)}`,
    )
  }
  const connector = set.get(row.platform)
  if (connector !== null) return succeed({ row, connector })
  return failed('rejected', 'forbidden', `This installation has no credentials for ${row.platform}.`)
}

async function handOver(
  { db, vault }: TokenDeps,
  row: AccountRow,
  connector: Connector,
): Promise<AccessToken> {
  const tokens = openTokens(vault, row)
  // Used accounts move to a new key by themselves, so that an old one can be dropped one day.
  if (!areCurrent(vault, row)) {
    await reseal(db, { ...keyOf(row), token_version: row.token_version }, sealTokens(vault, row, tokens))
  }
  const { id, platform, external_id, username, details, simulated } = row
  return {
    token: tokens.access_token,
    authorization: connector.authorization({ access_token: tokens.access_token, details }),
    account: { id, platform, external_id, username, details, simulated },
  }
}

async function renew(
  deps: TokenDeps,
  row: AccountRow,
  connector: Connector,
): Promise<Outcome<AccessToken> | 'taken'> {
  const { db, vault } = deps
  const stored = { ...openTokens(vault, row), details: row.details }
  const lease: Lease = { ...keyOf(row), lease: uuidv7(), token_version: row.token_version }
  if (
    connector.renews === 'never' ||
    (connector.renews === 'with_refresh_token' && stored.refresh_token === null)
  ) {
    return lose(db, row, 'Access has ended and cannot be renewed without a person.')
  }
  if (!(await takeLease(db, lease))) return 'taken'
  const renewed = await connector.refresh(stored).catch(async (error: unknown) => {
    await dropLease(db, lease)
    throw error
  })
  if (renewed.ok) {
    const { expires_in, scopes } = renewed.value
    const sealed = sealTokens(vault, row, renewed.value)
    await saveRenewed(db, lease, { ...sealed, expires_in, scopes })
    return 'taken'
  }
  if (renewed.verdict === 'reconnect') return lose(db, row, renewed.message)
  await dropLease(db, lease)
  return renewed
}

async function lose(db: Db, row: AccountRow, reason: string): Promise<Outcome<never>> {
  await db.transaction(async (tx) => {
    if (!(await markLost(tx, { ...keyOf(row), token_version: row.token_version }, reason))) return
    const { tenant_id, mode, id, platform, username } = row
    const data = { account_id: id, platform, username, status: 'needs_reconnect', reason } as const
    await emit(tx, { tenant_id, mode, event: 'account.disconnected', data })
  })
  return failed('reconnect', 'invalid_credentials', `${reason} ${reconnectHint(row.platform)}`)
}

function keyOf({ tenant_id, mode, id }: AccountRow): AccountKey {
  return { tenant_id, mode, account_id: id }
}

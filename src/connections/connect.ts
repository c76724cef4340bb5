import { emit } from '../events/outbox.ts'
import type { Tx } from '../kernel/context.ts'
import { newId } from '../kernel/ids.ts'
import type { Vault } from '../kernel/vault.ts'
import type { ConnectPlatform } from '../providers/oauth/index.ts'
import type { FoundAccount } from '../providers/oauth/types.ts'
import { sealTokens } from './secrets.ts'
import { type AccountRow, findAccount, lockKnown, type Owner, saveAccount } from './store.ts'

/** Stores what was found behind an authorization, sealed, and says so in the same transaction. */
export async function connectAccount(
  tx: Tx,
  vault: Vault,
  owner: Owner,
  account: FoundAccount & { platform: ConnectPlatform; simulated: boolean },
): Promise<AccountRow> {
  const { tenant_id, mode } = owner
  const { platform, username } = account
  const id = await save(tx, vault, owner, account)
  const row = await findAccount(tx, { ...owner, account_id: id })
  if (row === null) throw new Error(`account ${id} was saved and is not there`)
  const data = { account_id: id, platform, username, status: 'connected', reason: null } as const
  await emit(tx, { tenant_id, mode, event: 'account.connected', data })
  return row
}

/** Sealing needs the id, so it is looked up first; who loses a race for a new one finds the winner's the next time. */
async function save(
  tx: Tx,
  vault: Vault,
  owner: Owner,
  { scopes, ...account }: FoundAccount & { platform: ConnectPlatform; simulated: boolean },
): Promise<string> {
  for (let attempt = 0; attempt < 2; attempt++) {
    const id = (await lockKnown(tx, owner, account)) ?? newId('acct')
    const sealed = sealTokens(vault, { tenant_id: owner.tenant_id, id }, account)
    if (await saveAccount(tx, owner, { ...account, ...sealed, id, granted_scopes: scopes })) return id
  }
  throw new Error(`${account.platform} account could not be saved`)
}

import type { App, Principal } from '../../kernel/context.ts'
import { type ApiError, fail } from '../../kernel/errors.ts'
import { providerError } from '../../kernel/provider-error.ts'
import type { Outcome } from '../../providers/contract.ts'
import { type GoogleCaller, listLocations } from '../../providers/gbp/index.ts'
import type { Location } from '../../providers/gbp/types.ts'

type Owner = Pick<Principal, 'tenant_id' | 'mode'>

function notConnected(message: string): ApiError {
  return fail('account_not_connected', message, { fix_hint: 'Connect it with POST /v1/connect/google.' })
}

/** The account that is named, or the one that was connected last. */
export async function businessAccount(
  app: App,
  owner: Owner,
  { account_id }: { account_id?: string | undefined },
): Promise<string> {
  const usable = await app.connections.usable(owner, 'google', 'business_profile')
  const account = account_id === undefined ? usable[0] : usable.find(({ id }) => id === account_id)
  if (account !== undefined) return account.id
  const which = account_id === undefined ? 'No' : 'No such'
  throw notConnected(`${which} Google account with Business Profile is connected.`)
}

/** Calls Google with the connected account's token; a failure is told in our words. */
export async function withGoogle<T>(
  app: App,
  owner: Owner,
  accountId: string,
  work: (google: GoogleCaller) => Promise<Outcome<T>>,
): Promise<T> {
  const platforms = { caller: app.caller, ...app.providers[owner.mode].platforms }
  const key = { tenant_id: owner.tenant_id, mode: owner.mode, account_id: accountId }
  const outcome = await app.connections.withAccessToken(key, ({ authorization }) =>
    work({ platforms, authorization: authorization ?? '' }),
  )
  if (outcome.ok) return outcome.value
  if (outcome.verdict === 'reconnect') throw notConnected(`Google Business Profile: ${outcome.message}`)
  if (outcome.code === 'not_found') throw fail('not_found', 'No such location.')
  throw providerError(outcome, 'Google Business Profile', 'location_id')
}

/** The location asked for, or the only one there is. */
export async function locationOf(
  app: App,
  owner: Owner,
  accountId: string,
  wanted: string | undefined,
): Promise<Location> {
  const locations = await withGoogle(app, owner, accountId, listLocations)
  if (wanted !== undefined) {
    const found = locations.find(({ id }) => id === wanted)
    if (found === undefined) throw fail('not_found', 'No such location.')
    return found
  }
  const [first] = locations
  if (first === undefined) throw fail('not_found', 'The connected account has no locations.')
  return first
}

import type { App, Principal } from '../../kernel/context.ts'
import { fail } from '../../kernel/errors.ts'
import { providerError } from '../../kernel/provider-error.ts'
import type { Outcome } from '../../providers/contract.ts'
import { type GoogleCaller, listLocations } from '../../providers/gbp/index.ts'
import type { Location } from '../../providers/gbp/types.ts'

type Owner = Pick<Principal, 'tenant_id' | 'mode'>

export async function businessAccount(app: App, owner: Owner): Promise<string> {
  const [account] = await app.connections.usable(owner, 'google', 'business_profile')
  if (account !== undefined) return account.id
  throw fail('account_not_connected', 'No Google account with Business Profile is connected.', {
    fix_hint: 'Connect it with POST /v1/connect/google.',
  })
}

/** Calls Google with the connected account's token; a failure is told in our words. */
export async function withGoogle<T>(
  app: App,
  owner: Owner,
  accountId: string,
  work: (google: GoogleCaller) => Promise<Outcome<T>>,
): Promise<T> {
  const platforms = { caller: app.caller, sandbox_url: app.providers[owner.mode].sandbox_url }
  const key = { tenant_id: owner.tenant_id, mode: owner.mode, account_id: accountId }
  const outcome = await app.connections.withAccessToken(key, ({ authorization }) =>
    work({ platforms, authorization: authorization ?? '' }),
  )
  if (outcome.ok) return outcome.value
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

import { connectAccount } from '../../connections/connect.ts'
import { takeState } from '../../connections/state-store.ts'
import type { BaseContext, Principal } from '../../kernel/context.ts'
import { fail } from '../../kernel/errors.ts'
import { type ConnectPlatform, labelOf } from '../../providers/oauth/index.ts'
import { aboutVerifier, asRefusal, readState, unconfigured } from './rules.ts'
import { presentAccount } from './schemas.ts'

type Returned = {
  platform: ConnectPlatform
  state: string
  code: string | undefined
  error: string | undefined
}

/** The second half: the state is used up first, so that whatever follows happens at most once. */
export async function finish(
  ctx: BaseContext & { principal: Principal | null },
  { platform, state, code, error }: Returned,
) {
  const read = readState(state)
  // Somebody else's key must not even use it up.
  const foreign = ctx.principal !== null && ctx.principal.tenant_id !== read?.tenant_id
  const started = read === null || foreign ? null : await takeState(ctx.db, { ...read, platform })
  if (read === null || started === null) {
    throw fail('bad_request', 'This authorization is unknown, was used before, or is too old.', {
      fix_hint: `Start again with POST /v1/connect/${platform}.`,
    })
  }
  if (error !== undefined || code === undefined) {
    throw fail(
      'bad_request',
      `${labelOf(platform)} gave no access: it was refused there. Nothing was connected.`,
    )
  }
  const connector = ctx.app.connectors[started.mode].get(platform)
  if (connector?.kind !== 'oauth') throw unconfigured(platform)
  const { redirect_uri, scopes, tenant_id, mode } = started
  const verifier = ctx.app.vault.open(started.verifier, aboutVerifier(read))
  const found = await connector.finish({ code, verifier, redirect_uri, scopes })
  if (!found.ok) throw asRefusal(platform, found, 'the authorization was not accepted. Start again.')
  const { simulated } = connector
  return ctx.commit(async (tx) => {
    const accounts = []
    for (const account of found.value) {
      const row = await connectAccount(
        tx,
        ctx.app.vault,
        { tenant_id, mode },
        { ...account, platform, simulated },
      )
      accounts.push(presentAccount(ctx.app, row))
    }
    return { accounts, simulated }
  })
}

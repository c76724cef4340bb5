import { insertState } from '../../connections/state-store.ts'
import type { TenantContext } from '../../kernel/context.ts'
import { fail } from '../../kernel/errors.ts'
import { reply } from '../../kernel/operation.ts'
import type { ConnectPlatform } from '../../providers/oauth/index.ts'
import type { OAuthConnector } from '../../providers/oauth/types.ts'
import { aboutVerifier, newState, newVerifier, redirectUri } from './rules.ts'

/** The first half of an authorization: what the callback needs is kept, and the person is sent on. */
export async function authorize(
  ctx: TenantContext,
  platform: ConnectPlatform,
  connector: OAuthConnector,
  input: { services?: string[] | undefined; credentials?: unknown },
) {
  if (input.credentials !== undefined) {
    throw fail('validation_failed', `credentials: ${platform} is connected on its authorization page`)
  }
  const { tenant_id, mode } = ctx.principal
  const { state, state_hash } = newState(tenant_id)
  const verifier = newVerifier()
  const redirect_uri = redirectUri(ctx.app, platform)
  const scopes = connector.scopesFor(input.services)
  const auth_url = connector.authorizeUrl({ state, verifier, redirect_uri, scopes })
  const sealed = ctx.app.vault.seal(verifier, aboutVerifier({ tenant_id, state_hash }))
  return ctx.commit(async (tx) => {
    const row = { tenant_id, state_hash, mode, platform, verifier: sealed, scopes, redirect_uri }
    const expires_at = await insertState(tx, row)
    return reply.ok({ auth_url, state, expires_at, simulated: connector.simulated })
  })
}

/** The authorization code flow, once, for every platform of the table. */
import { createHash } from 'node:crypto'
import { failed, type HttpReply, type HttpRequest, type Outcome, succeed } from '../contract.ts'
import { bodyOf, pageOf, type Reach, reachOut } from './calls.ts'
import { basic } from './credentials.ts'
import { readTokens } from './token-reply.ts'
import type {
  FoundAccount,
  OAuthClient,
  OAuthConnector,
  OAuthPlatform,
  StoredTokens,
  Tokens,
  TokenTrade,
} from './types.ts'

type Ask = Parameters<OAuthConnector['finish']>[0]

/** Whose flow it is, with our client there. */
interface Flow {
  name: string
  platform: OAuthPlatform
  client: OAuthClient
  reach: Reach
}

const RENEWS = { refresh_token: 'with_refresh_token', trade: 'with_access_token', none: 'never' } as const

export function oauthConnector(flow: Flow): OAuthConnector {
  const { platform, client, reach } = flow
  return {
    kind: 'oauth',
    simulated: reach.sandbox_url !== null,
    renews: RENEWS[platform.refresh.kind],
    scopesFor: (services = platform.default_services) => [
      ...new Set([...platform.scopes, ...services.flatMap((service) => platform.services[service] ?? [])]),
    ],
    authorizeUrl: (ask) => pageOf(reach, authorizeUrl(platform, client, ask)),
    async finish(ask) {
      const tokens = await redeem(flow, ask)
      if (!tokens.ok) return tokens
      const profiles = await read(flow, platform.profile.url, tokens.value.access_token)
      if (!profiles.ok) return profiles
      const granted = await grantedScopes(flow, tokens.value, ask.scopes)
      return granted.ok
        ? accounts(platform, tokens.value, profiles.value, granted.value, ask.scopes)
        : granted
    },
    refresh({ access_token, refresh_token }: StoredTokens) {
      if (platform.refresh.kind === 'trade') return trade(flow, platform.refresh, access_token)
      const fields = { grant_type: 'refresh_token', refresh_token: refresh_token ?? '' }
      return tokensFrom(flow, post(flow, platform.token_url, fields), [refresh_token ?? ''])
    },
    async revoke({ access_token, refresh_token }) {
      if (platform.revoke_url === null) return
      const token = refresh_token ?? access_token
      await ask(flow, post(flow, platform.revoke_url, { token }), [token])
    },
    authorization: ({ access_token }) => `Bearer ${access_token}`,
  }
}

function ask(flow: Flow, request: HttpRequest, secrets: readonly string[]): Promise<Outcome<HttpReply>> {
  const { client, name, platform, reach } = flow
  const agent = platform.user_agent === null ? {} : { 'user-agent': platform.user_agent }
  const headers = { accept: 'application/json', ...request.headers, ...agent }
  return reachOut(reach, {
    request: { ...request, headers },
    lane: `oauth:${name}`,
    proxy: platform.client,
    secrets: [client.client_secret, ...secrets],
    guarded: false,
  })
}

async function tokensFrom(
  flow: Flow,
  request: HttpRequest,
  secrets: readonly string[],
): Promise<Outcome<Tokens>> {
  const reply = await ask(flow, request, secrets)
  return reply.ok ? readTokens(flow.platform, reply.value, [flow.client.client_secret, ...secrets]) : reply
}

function post({ platform, client }: Flow, url: string, fields: Record<string, string>): HttpRequest {
  const { client_id, client_secret } = client
  const inBody = platform.client_auth === 'body'
  const own = inBody ? { [platform.client_id_field]: client_id, client_secret } : {}
  return {
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(inBody
        ? {}
        : { authorization: basic(encodeURIComponent(client_id), encodeURIComponent(client_secret)) }),
    },
    body: new URLSearchParams({ ...fields, ...own }).toString(),
  }
}

function trade(
  flow: Flow,
  { url, grant_type, field, sends }: TokenTrade,
  token: string,
): Promise<Outcome<Tokens>> {
  const own = Object.fromEntries(sends.map((credential) => [credential, flow.client[credential]]))
  const query = new URLSearchParams({ grant_type, [field]: token, ...own })
  return tokensFrom(flow, { method: 'GET', url: `${url}?${query}` }, [token])
}

async function read(flow: Flow, url: string, token: string): Promise<Outcome<unknown>> {
  const headers = { authorization: `Bearer ${token}` }
  const reply = await ask(flow, { method: 'GET', url, headers }, [token])
  return reply.ok ? bodyOf(reply.value, [token]) : reply
}

async function redeem(flow: Flow, ask: Ask): Promise<Outcome<Tokens>> {
  const { platform } = flow
  const request = post(flow, platform.token_url, {
    grant_type: 'authorization_code',
    code: ask.code,
    redirect_uri: ask.redirect_uri,
    ...(platform.pkce === 'none' ? {} : { code_verifier: ask.verifier }),
    ...platform.token_params,
  })
  const first = await tokensFrom(flow, request, [ask.code])
  if (!first.ok || platform.long_lived === null) return first
  const longer = await trade(flow, platform.long_lived, first.value.access_token)
  return longer.ok ? succeed({ ...longer.value, scopes: longer.value.scopes ?? first.value.scopes }) : longer
}

function authorizeUrl(
  platform: OAuthPlatform,
  client: OAuthClient,
  ask: Parameters<OAuthConnector['authorizeUrl']>[0],
): string {
  const challenge =
    platform.pkce === 'none'
      ? {}
      : {
          code_challenge: createHash('sha256').update(ask.verifier).digest('base64url'),
          code_challenge_method: 'S256',
        }
  const query = new URLSearchParams({
    response_type: 'code',
    [platform.client_id_field]: client.client_id,
    redirect_uri: ask.redirect_uri,
    scope: ask.scopes.join(platform.scope_separator),
    state: ask.state,
    ...challenge,
    ...platform.authorize_params,
  })
  return `${platform.authorize_url}?${query}`
}

/** RFC 6749: a reply without scopes granted what was asked for, unless the platform has a place of its own to look. */
async function grantedScopes(
  flow: Flow,
  tokens: Tokens,
  asked: readonly string[],
): Promise<Outcome<string[]>> {
  const { granted } = flow.platform
  if (granted === null) return succeed(tokens.scopes ?? [...asked])
  const body = await read(flow, granted.url, tokens.access_token)
  return body.ok ? succeed(granted.read(body.value)) : body
}

function accounts(
  platform: OAuthPlatform,
  tokens: Tokens,
  body: unknown,
  scopes: string[],
  asked: readonly string[],
): Outcome<FoundAccount[]> {
  const has = (wanted: readonly string[]) => wanted.every((scope) => scopes.includes(scope))
  const services = Object.entries(platform.services).filter(([, wanted]) => has(wanted))
  const found = platform.profile.read(body).map(({ token, ...profile }) => ({
    ...profile,
    access_token: token ?? tokens.access_token,
    refresh_token: tokens.refresh_token,
    // A token of the profile's own lives as long as the profile lets it.
    expires_in: token === undefined ? tokens.expires_in : null,
    can_post: platform.post_scopes.length > 0 && has(platform.post_scopes),
    details: {},
    scopes,
    services: services.map(([service]) => service),
    requested_scopes: [...asked],
  }))
  if (found.length > 0) return succeed(found)
  const message = `No ${platform.label} profile, page or channel is behind this authorization.`
  return failed('rejected', 'not_found', message)
}

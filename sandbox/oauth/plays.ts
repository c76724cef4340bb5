import { json, type Reply } from '../family.ts'
import { hex } from '../random.ts'
import type { Json } from '../value.ts'
import type { Subject } from './tokens.ts'

/** The ways in which a token endpoint refuses, before each platform words them. */
export type Refusal = 'invalid_grant' | 'invalid_client' | 'invalid_request' | 'unsupported_grant_type'

export type Issued = { access: string; refresh: string | undefined; subject: Subject }

/** How one platform plays its part: where, and in which words. */
export type Play = {
  platform: string
  label: string
  authorize: string
  token: string
  revoke?: string
  client: 'client_id' | 'client_key'
  basic: boolean
  /** Seconds. */
  lifetime: number
  /** keeps: a refresh gives no new refresh token. rotates: it gives one and the old one is spent. */
  refresh: 'keeps' | 'rotates' | 'none'
  shape(issued: Issued): Json
  refuse(refusal: Refusal, description: string): Reply
  denied: string
  pkce: 'optional' | 'required'
}

const joined = (separator: string, { scopes }: Subject) => scopes.join(separator)

function rfc(refusal: Refusal, description: string): Reply {
  const status = refusal === 'invalid_client' ? 401 : 400
  return json(status, { error: refusal, error_description: description })
}

/** 190 is a token that does not work, 100 a parameter that does not, 1 a client. */
export function graphError(refusal: Refusal, message: string): Reply {
  const code = { invalid_grant: 190, invalid_client: 1, invalid_request: 100, unsupported_grant_type: 100 }[
    refusal
  ]
  const fbtrace_id = hex(11, 'trace', message)
  return json(400, { error: { message, type: 'OAuthException', code, fbtrace_id } })
}

const standard = {
  client: 'client_id',
  basic: false,
  refuse: rfc,
  denied: 'access_denied',
  pkce: 'optional',
} as const

const short = (issued: Issued): Json => ({
  access_token: issued.access,
  user_id: hex(12, 'user', issued.subject.platform, issued.subject.username),
})

export const PLAYS: readonly Play[] = [
  {
    ...standard,
    platform: 'google',
    label: 'Google',
    authorize: 'accounts.google.com/o/oauth2/v2/auth',
    token: 'oauth2.googleapis.com/token',
    revoke: 'oauth2.googleapis.com/revoke',
    lifetime: 3_599,
    refresh: 'keeps',
    shape: ({ access, refresh, subject }) => ({
      access_token: access,
      expires_in: 3_599,
      ...(refresh === undefined ? {} : { refresh_token: refresh }),
      scope: joined(' ', subject),
      token_type: 'Bearer',
    }),
  },
  {
    ...standard,
    platform: 'facebook',
    label: 'Facebook',
    authorize: 'www.facebook.com/v26.0/dialog/oauth',
    token: 'graph.facebook.com/v26.0/oauth/access_token',
    lifetime: 5_183_944,
    refresh: 'none',
    shape: ({ access }) => ({ access_token: access, token_type: 'bearer', expires_in: 5_183_944 }),
    refuse: graphError,
  },
  {
    ...standard,
    platform: 'instagram',
    label: 'Instagram',
    authorize: 'www.instagram.com/oauth/authorize',
    token: 'api.instagram.com/oauth/access_token',
    lifetime: 3_600,
    refresh: 'none',
    shape: (issued) => ({ data: [{ ...short(issued), permissions: joined(',', issued.subject) }] }),
    refuse: (_refusal, description) =>
      json(400, { error_type: 'OAuthException', code: 400, error_message: description }),
  },
  {
    ...standard,
    platform: 'threads',
    label: 'Threads',
    authorize: 'threads.net/oauth/authorize',
    token: 'graph.threads.net/oauth/access_token',
    lifetime: 3_600,
    refresh: 'none',
    shape: short,
    refuse: graphError,
  },
  {
    ...standard,
    platform: 'linkedin',
    label: 'LinkedIn',
    authorize: 'www.linkedin.com/oauth/v2/authorization',
    token: 'www.linkedin.com/oauth/v2/accessToken',
    revoke: 'www.linkedin.com/oauth/v2/revoke',
    lifetime: 5_184_000,
    refresh: 'keeps',
    shape: ({ access, refresh, subject }) => ({
      access_token: access,
      expires_in: 5_184_000,
      ...(refresh === undefined ? {} : { refresh_token: refresh, refresh_token_expires_in: 31_536_000 }),
      scope: joined(',', subject),
      token_type: 'Bearer',
    }),
    denied: 'user_cancelled_authorize',
  },
  {
    ...standard,
    platform: 'x',
    label: 'X',
    authorize: 'x.com/i/oauth2/authorize',
    token: 'api.x.com/2/oauth2/token',
    revoke: 'api.x.com/2/oauth2/revoke',
    basic: true,
    pkce: 'required',
    lifetime: 7_200,
    refresh: 'rotates',
    shape: ({ access, refresh, subject }) => ({
      token_type: 'bearer',
      expires_in: 7_200,
      access_token: access,
      scope: joined(' ', subject),
      refresh_token: refresh,
    }),
    // X words a dead grant as a bad request.
    refuse: (refusal, description) =>
      refusal === 'invalid_grant'
        ? rfc('invalid_request', 'Value passed for the token was invalid.')
        : rfc(refusal, description),
  },
  {
    ...standard,
    platform: 'tiktok',
    label: 'TikTok',
    authorize: 'www.tiktok.com/v2/auth/authorize/',
    token: 'open.tiktokapis.com/v2/oauth/token/',
    revoke: 'open.tiktokapis.com/v2/oauth/revoke/',
    client: 'client_key',
    lifetime: 86_400,
    refresh: 'rotates',
    shape: ({ access, refresh, subject }) => ({
      open_id: hex(32, 'open', subject.username),
      scope: joined(',', subject),
      access_token: access,
      expires_in: 86_400,
      refresh_token: refresh,
      refresh_expires_in: 31_536_000,
      token_type: 'Bearer',
    }),
    refuse: (refusal, description) =>
      json(400, { error: refusal, error_description: description, log_id: hex(34, 'log', description) }),
  },
  {
    ...standard,
    platform: 'pinterest',
    label: 'Pinterest',
    authorize: 'www.pinterest.com/oauth/',
    token: 'api.pinterest.com/v5/oauth/token',
    basic: true,
    lifetime: 2_592_000,
    refresh: 'rotates',
    shape: ({ access, refresh, subject }) => ({
      response_type: 'authorization_code',
      access_token: access,
      refresh_token: refresh,
      refresh_token_expires_in: 5_184_000,
      token_type: 'bearer',
      expires_in: 2_592_000,
      scope: joined(',', subject),
    }),
    refuse: (refusal, description) =>
      refusal === 'invalid_grant'
        ? json(400, { code: 283, message: 'The authorization grant is invalid' })
        : json(refusal === 'invalid_client' ? 401 : 400, { code: 2, message: description }),
  },
  {
    ...standard,
    platform: 'reddit',
    label: 'Reddit',
    authorize: 'www.reddit.com/api/v1/authorize',
    token: 'www.reddit.com/api/v1/access_token',
    revoke: 'www.reddit.com/api/v1/revoke_token',
    basic: true,
    lifetime: 86_400,
    refresh: 'keeps',
    shape: ({ access, refresh, subject }) => ({
      access_token: access,
      token_type: 'bearer',
      expires_in: 86_400,
      scope: joined(' ', subject),
      ...(refresh === undefined ? {} : { refresh_token: refresh }),
    }),
    // Reddit refuses a grant with a 200.
    refuse: (refusal) =>
      refusal === 'invalid_client'
        ? json(401, { message: 'Unauthorized', error: 401 })
        : json(200, { error: refusal }),
  },
]

/** What differs between platforms that a person connects, as declared fields: the flow itself is written once. */
import type { Outcome } from '../contract.ts'

/** Whose app credentials a platform uses: <NAME>_CLIENT_ID and <NAME>_CLIENT_SECRET. */
export const OAUTH_CLIENTS = [
  'google',
  'facebook',
  'instagram',
  'threads',
  'linkedin',
  'x',
  'tiktok',
  'pinterest',
  'reddit',
] as const
export type OAuthClientName = (typeof OAUTH_CLIENTS)[number]

export interface OAuthClient {
  client_id: string
  client_secret: string
}

export interface Profile {
  external_id: string
  username: string | null
  display_name: string | null
  /** Where the platform gives each profile a token of its own, as for Facebook Pages. */
  token?: string
}

/** A field of an error reply whose value means that the grant is gone for good. */
export interface Sign {
  path: readonly string[]
  equals: string | number
  /** Narrows a value that is used for other mistakes as well. */
  and?: { path: readonly string[]; matches: RegExp }
}

/** A GET that trades one token for another and needs no refresh token. */
export interface TokenTrade {
  url: string
  grant_type: string
  /** The field that the token travels in. */
  field: string
  /** Which of our credentials it wants. */
  sends: readonly ('client_id' | 'client_secret')[]
}

export interface OAuthPlatform {
  /** As people write it. */
  label: string
  client: OAuthClientName
  authorize_url: string
  token_url: string
  revoke_url: string | null
  /** What the authorization page is asked beside the standard fields. */
  authorize_params: Readonly<Record<string, string>>
  /** What a code is exchanged with beside the standard fields. */
  token_params: Readonly<Record<string, string>>
  scope_separator: ' ' | ','
  /** Asked for always. */
  scopes: readonly string[]
  /** Asked for when the service is wanted; without a wish, the services in `default_services`. */
  services: Readonly<Record<string, readonly string[]>>
  default_services: readonly string[]
  /** Needed to post; empty where nothing can be posted. */
  post_scopes: readonly string[]
  client_id_field: 'client_id' | 'client_key'
  client_auth: 'body' | 'basic'
  pkce: 'S256' | 'none'
  user_agent: string | null
  /** Right after the code is exchanged: a short-lived token becomes a long-lived one. */
  long_lived: TokenTrade | null
  refresh: { kind: 'refresh_token' } | ({ kind: 'trade' } & TokenTrade) | { kind: 'none' }
  dead: readonly Sign[]
  profile: { url: string; read(body: unknown): Profile[] }
  /** Where the token's reply does not say what was granted. */
  granted: { url: string; read(body: unknown): string[] } | null
}

/** One field that a person copies over. */
export interface CredentialField {
  name: string
  secret: boolean
  help: string
  /** Used when it is left out; null: it is required. */
  fallback: string | null
}

export interface CheckedCredentials extends Profile {
  can_post: boolean
  /** What later calls need and is no secret, such as the address of the site. */
  details: Record<string, string>
  access_token: string
  /** What makes a new access token, where it expires. */
  refresh_token: string | null
  expires_in: number | null
  scopes: string[]
}

export type Given = Readonly<Record<string, string>>

export interface CredentialPlatform {
  label: string
  fields: readonly CredentialField[]
  /** The field with an address that the tenant chose; calls to it pass the guard. */
  host_field: string | null
  /** How later calls authorise themselves; path: the token is part of the address. */
  scheme: 'bearer' | 'basic' | 'bot' | 'path'
  request(given: Given): {
    method: 'GET' | 'POST'
    url: string
    headers: Record<string, string>
    body?: string
  }
  /** What to check again when the access token has ended; null where it does not end. */
  renew: ((stored: { details: Given; refresh_token: string }) => Given) | null
  /** Of a 2xx; null when it is not what the platform documents. */
  read(body: unknown, given: Given): CheckedCredentials | null
}

/** What an access token is asked for with, and what comes back. */
export interface Tokens {
  access_token: string
  refresh_token: string | null
  /** Seconds; null: it does not expire. */
  expires_in: number | null
  /** Null: the reply does not say. */
  scopes: string[] | null
}

/** One account as it was found behind an authorization or a set of credentials. */
export interface FoundAccount extends CheckedCredentials {
  services: string[]
  requested_scopes: string[]
}

export interface StoredTokens {
  access_token: string
  refresh_token: string | null
  details: Given
}

export interface Refresher {
  /** never: when the token ends, the account has to be connected again. */
  renews: 'with_refresh_token' | 'with_access_token' | 'never'
  /** A failure has the verdict `reconnect` exactly when the grant is gone. */
  refresh(stored: StoredTokens): Promise<Outcome<Tokens>>
  /** Tells the platform that we are done. What comes of it changes nothing. */
  revoke(stored: StoredTokens): Promise<void>
  /** The value of an Authorization header; null where the token travels in the address. */
  authorization(stored: Omit<StoredTokens, 'refresh_token'>): string | null
}

export interface OAuthConnector extends Refresher {
  kind: 'oauth'
  simulated: boolean
  /** What is asked for, for these services. */
  scopesFor(services: readonly string[] | undefined): string[]
  authorizeUrl(ask: {
    state: string
    verifier: string
    redirect_uri: string
    scopes: readonly string[]
  }): string
  /** From the code to the accounts behind it. */
  finish(ask: {
    code: string
    verifier: string
    redirect_uri: string
    scopes: readonly string[]
  }): Promise<Outcome<FoundAccount[]>>
}

export interface CredentialConnector extends Refresher {
  kind: 'credentials'
  simulated: boolean
  check(given: Given): Promise<Outcome<FoundAccount>>
}

export type Connector = OAuthConnector | CredentialConnector

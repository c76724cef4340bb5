/**
 * Everything that can be connected. Like the other providers a set is all live or all simulated: in sandbox mode
 * and for test keys every platform is the sandbox's, with its client; in live mode those that are configured.
 */
import type { GuardedCaller } from '../guarded-caller.ts'
import type { Reach } from './calls.ts'
import { credentialConnector } from './credential-connector.ts'
import { CREDENTIAL_PLATFORMS } from './credentials.ts'
import { oauthConnector } from './oauth-connector.ts'
import { OAUTH_PLATFORMS } from './platforms.ts'
import {
  type Connector,
  type CredentialPlatform,
  OAUTH_CLIENTS,
  type OAuthClient,
  type OAuthClientName,
  type OAuthPlatform,
} from './types.ts'

export type ConnectPlatform = keyof typeof OAUTH_PLATFORMS | keyof typeof CREDENTIAL_PLATFORMS

/** Each platform by its kind, widened: what reads it needs no platform's particulars. */
export const CONNECT_PLATFORMS = {
  ...OAUTH_PLATFORMS,
  ...CREDENTIAL_PLATFORMS,
} as Record<ConnectPlatform, OAuthPlatform | CredentialPlatform>

export const CONNECT_PLATFORM_NAMES = Object.keys(CONNECT_PLATFORMS) as [
  ConnectPlatform,
  ...ConnectPlatform[],
]

export interface ConnectSettings {
  mode: 'sandbox' | 'live'
  sandbox_url: string | null
  clients: Partial<Record<OAuthClientName, OAuthClient>>
  /** Proxies in front of platforms, by name. */
  bases: Readonly<Record<string, string>>
  timeout_ms: number
  /** Opens loopback and http for hosts that tenants supply. */
  allow_private: boolean
}

export interface ConnectorSet {
  simulated: boolean
  /** Null where the platform has no app credentials. */
  get(platform: ConnectPlatform): Connector | null
}

export interface Connectors {
  live: ConnectorSet
  test: ConnectorSet
}

const SANDBOX_CLIENT: OAuthClient = { client_id: 'herald-sandbox', client_secret: 'sandbox-client-secret' }

/** Test keys never leave the sandbox: without one there is nothing for them. */
const NOTHING: ConnectorSet = { simulated: true, get: () => null }

export function buildConnectors(settings: ConnectSettings, caller: GuardedCaller): Connectors {
  const { mode, sandbox_url, clients, ...limits } = settings
  const everybody = Object.fromEntries(OAUTH_CLIENTS.map((name) => [name, SANDBOX_CLIENT]))
  const test = sandbox_url === null ? NOTHING : buildSet({ caller, sandbox_url, ...limits }, everybody)
  if (mode === 'sandbox') return { live: test, test }
  return { live: buildSet({ caller, sandbox_url: null, ...limits }, clients), test }
}

function buildSet(reach: Reach, clients: ConnectSettings['clients']): ConnectorSet {
  const made = new Map<ConnectPlatform, Connector | null>()
  for (const name of CONNECT_PLATFORM_NAMES) {
    const platform = CONNECT_PLATFORMS[name]
    if ('fields' in platform) made.set(name, credentialConnector(name, platform, reach))
    else {
      const client = clients[platform.client]
      made.set(name, client === undefined ? null : oauthConnector({ name, platform, client, reach }))
    }
  }
  return { simulated: reach.sandbox_url !== null, get: (platform) => made.get(platform) ?? null }
}

/** As people write it. */
export function labelOf(platform: ConnectPlatform): string {
  return CONNECT_PLATFORMS[platform].label
}

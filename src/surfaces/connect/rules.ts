import type { App } from '../../kernel/context.ts'
import { type ApiError, type ErrorCode, fail } from '../../kernel/errors.ts'
import { randomBase62, sha256Hex } from '../../kernel/ids.ts'
import type { Failure } from '../../providers/contract.ts'
import {
  CONNECT_PLATFORM_NAMES,
  CONNECT_PLATFORMS,
  type ConnectPlatform,
  labelOf,
} from '../../providers/oauth/index.ts'
import type { Given, OAuthClientName } from '../../providers/oauth/types.ts'

export function platformCalled(name: string): ConnectPlatform {
  const found = CONNECT_PLATFORM_NAMES.find((known) => known === name)
  if (found !== undefined) return found
  throw fail('not_found', 'There is no such platform to connect.', {
    fix_hint: `There are ${CONNECT_PLATFORM_NAMES.join(', ')}.`,
  })
}

/** The only address that platforms send people back to. */
export function redirectUri(app: Pick<App, 'public_url'>, platform: ConnectPlatform): string {
  return `${app.public_url}/v1/connect/${platform}/callback`
}

/**
 * A state names its tenant, so that it is looked for there alone; the rest cannot be guessed. Only its hash is
 * stored: who can read the database cannot finish somebody's connection.
 */
export function newState(tenantId: string): { state: string; state_hash: string } {
  const state = `${tenantId}.${randomBase62(43)}`
  return { state, state_hash: sha256Hex(state) }
}

export function readState(state: string): { tenant_id: string; state_hash: string } | null {
  const [, tenant_id] = /^(ten_[0-9a-f]{32})\.[0-9A-Za-z]{43}$/.exec(state) ?? []
  return tenant_id === undefined ? null : { tenant_id, state_hash: sha256Hex(state) }
}

/** RFC 7636: 43 to 128 letters, digits and signs. */
export function newVerifier(): string {
  return randomBase62(64)
}

export function aboutVerifier(state: { tenant_id: string; state_hash: string }): string {
  return `oauth_states ${state.tenant_id} ${state.state_hash}`
}

type Fields = Record<string, string | undefined>

/** What this platform needs, complete and checked. Each thing that is wrong is said at once. */
export function readCredentials(app: App, platform: ConnectPlatform, given: Fields | undefined): Given {
  const declared = CONNECT_PLATFORMS[platform]
  if (!('fields' in declared)) return {}
  const known = new Map(declared.fields.map((field) => [field.name, field]))
  const extra = Object.keys(given ?? {}).filter((name) => !known.has(name))
  const problems = extra.map((name) => `credentials.${name}: ${declared.label} does not take it`)
  const complete: Record<string, string> = {}
  for (const { name, help, fallback } of declared.fields) {
    const value = given?.[name] ?? fallback
    if (value === null) problems.push(`credentials.${name}: required. ${help}`)
    else complete[name] = value
  }
  const host = declared.host_field === null ? undefined : complete[declared.host_field]
  const refused = host === undefined ? null : app.refuse_url(host)
  if (refused !== null) problems.push(`credentials.${declared.host_field}: ${refused}`)
  if (problems.length > 0) throw fail('validation_failed', problems.join('; '))
  return complete
}

/** Services belong to the platforms that have them. */
export function checkServices(platform: ConnectPlatform, services: readonly string[] | undefined): void {
  const declared = CONNECT_PLATFORMS[platform]
  const known = 'services' in declared ? Object.keys(declared.services) : []
  const unknown = (services ?? []).filter((service) => !known.includes(service))
  if (unknown.length === 0) return
  const issue = known.length === 0 ? 'has no services to choose' : `has ${known.join(', ')}`
  throw fail('validation_failed', `services: ${labelOf(platform)} ${issue}`)
}

export function unconfigured(platform: ConnectPlatform): ApiError {
  const declared = CONNECT_PLATFORMS[platform]
  if (!('client' in declared)) return fail('unavailable', `${declared.label} cannot be reached from here.`)
  const code: ErrorCode = `${declared.client satisfies OAuthClientName}_unconfigured`
  const env = declared.client.toUpperCase()
  return fail(code, `This installation has no app at ${declared.label}.`, {
    fix_hint: `Start the service with ${env}_CLIENT_ID and ${env}_CLIENT_SECRET, or use a test key.`,
  })
}

/** What the caller can act on, in our words. The platform's own stay in the log. */
export function asRefusal(platform: ConnectPlatform, failure: Failure, wrong: string): ApiError {
  if (failure.verdict === 'reconnect' || failure.verdict === 'rejected') {
    const refused = failure.code === 'invalid_credentials' || failure.code === 'forbidden'
    const absent = failure.code === 'not_found' ? 'there is none at this address.' : failure.message
    const seen = refused ? wrong : absent
    return fail('bad_request', `${labelOf(platform)}: ${seen}`, { cause: failure })
  }
  const wait = Math.ceil((failure.retry_after_ms ?? 1_000) / 1_000)
  return fail('provider_failed', `${labelOf(platform)}: ${failure.message}`, {
    retry_after: wait,
    cause: failure,
  })
}

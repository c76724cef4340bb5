import { findPrincipal } from '../accounts/store.ts'
import { hashKey, isWellFormedKey } from '../kernel/api-key.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Principal } from '../kernel/context.ts'
import { fail } from '../kernel/errors.ts'
import { limitsOf, type Plans } from '../kernel/plans.ts'
import { effectiveScopes } from '../kernel/scopes.ts'
import type { Db } from '../store/db.ts'

const TTL_MS = 5_000
const MAX_ENTRIES = 10_000
const BEARER = /^Bearer +(\S+)$/i

export type Authenticator = {
  /** The principal at once when it is cached, so that the common request does not wait a turn. */
  authenticate(authorization: string | undefined): Principal | Promise<Principal>
  close(): void
}

type Entry = { principal: Principal; until: number; expires: number }

/**
 * Rule: no valid key, no further. Unknown, revoked, expired and malformed keys get one and the same answer.
 * Principals are cached for seconds at most, and dropped the moment any process says that their tenant changed.
 */
export function createAuthenticator(deps: {
  /** Where keys are looked up. */
  gates: Db
  /** Where changes are made, and heard of: the same process hears of its own before it answers. */
  db: Db
  clock: Clock
  plans: Plans
  pepper: string | null
}): Authenticator {
  // By the header as it was sent: taking it apart is for those who are new.
  const cache = new Map<string, Entry>()
  // A look-up that was under way while a tenant changed may carry the old truth: it is used, and not kept.
  let changes = 0
  const stop = deps.db.listen('keys', (tenantId) => {
    changes++
    for (const [sent, entry] of cache) {
      if (tenantId === '' || entry.principal.tenant_id === tenantId) cache.delete(sent)
    }
  })

  async function lookUp(sent: string, raw: string): Promise<Principal> {
    const before = changes
    const row = await findPrincipal(deps.gates, hashKey(raw, deps.pepper))
    if (row === null) throw unauthorized()
    const principal: Principal = {
      tenant_id: row.tenant_id,
      tier: row.tier,
      mode: row.mode,
      limits: limitsOf(deps.plans, row.tier, row.limits),
      overages_enabled: row.overages_enabled,
      suspended: row.suspended,
      key: { id: row.key_id, kind: row.kind, grants: row.scopes, expires_at: row.expires_at },
      scopes: effectiveScopes(row.scopes, row.tier),
    }
    if (before === changes && deps.db.hearsOthers()) remember(sent, principal)
    return principal
  }

  function remember(sent: string, principal: Principal): void {
    if (cache.size >= MAX_ENTRIES) cache.delete(cache.keys().next().value as string)
    cache.set(sent, {
      principal,
      until: deps.clock.monotonic() + TTL_MS,
      expires:
        principal.key.expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(principal.key.expires_at),
    })
  }

  return {
    authenticate(authorization) {
      if (authorization === undefined) throw unauthorized()
      const entry = cache.get(authorization)
      if (entry !== undefined && deps.db.hearsOthers() && entry.until > deps.clock.monotonic()) {
        if (entry.expires === Number.POSITIVE_INFINITY || entry.expires > deps.clock.now().getTime())
          return entry.principal
      }
      if (entry !== undefined) cache.delete(authorization)
      const raw = bearerOf(authorization)
      if (raw === null || !isWellFormedKey(raw)) throw unauthorized()
      return lookUp(authorization, raw)
    },
    close: stop,
  }
}

export function bearerOf(authorization: string | undefined): string | null {
  return authorization === undefined ? null : (BEARER.exec(authorization)?.[1] ?? null)
}

export function unauthorized() {
  return fail('unauthorized', 'The API key is missing, malformed, unknown, revoked or expired.', {
    fix_hint: 'Send "Authorization: Bearer <API_KEY>". POST /v1/checkout/free makes a key.',
    headers: { 'WWW-Authenticate': 'Bearer' },
  })
}

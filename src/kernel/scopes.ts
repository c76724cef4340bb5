import type { Tier } from './plans.ts'

/** Every scope there is; an operation cannot name another. */
export const SCOPES = [
  'aeo:read',
  'aeo:scan',
  'aeo:write',
  'seo:read',
  'seo:write',
  'gbp:read',
  'gbp:write',
  'content:read',
  'content:write',
  'social:read',
  'social:write',
  'media:read',
  'media:write',
  'ads:read',
  'ads:write',
  'reviews:read',
  'reviews:write',
  'agents:run',
  'workflows:run',
  'contacts:read',
  'contacts:write',
  'sequences:read',
  'sequences:write',
  'inbox:read',
  'inbox:write',
  'dms:read',
  'dms:write',
  'automations:read',
  'automations:write',
  'job-postings:read',
  'job-postings:write',
  'calls:read',
  'calls:write',
  'onpage:write',
  'sites:read',
  'sites:write',
  'connect:read',
  'connect:write',
  'tenant:read',
  'tenant:write',
  'usage:read',
  'api-keys:read',
  'api-keys:write',
] as const

export type Scope = (typeof SCOPES)[number]
export type Grant = Scope | '*'

/** What a free key may do, whatever it carries (spec.md, Authentication 5). */
export const FREE_CEILING: ReadonlySet<Scope> = new Set<Scope>([
  'aeo:read',
  'aeo:scan',
  'seo:read',
  'gbp:read',
  'content:read',
  'sites:read',
  'sites:write',
  'tenant:read',
  'tenant:write',
  'connect:read',
  'connect:write',
  'usage:read',
  'api-keys:read',
])

/** Workflow runs start at Pro: below it their scope is outside the ceiling, as every paid scope is for free. */
const NO_WORKFLOWS: ReadonlySet<Scope> = new Set(SCOPES.filter((scope) => scope !== 'workflows:run'))
const EVERYTHING: ReadonlySet<Scope> = new Set(SCOPES)

export function ceilingOf(tier: Tier): ReadonlySet<Scope> {
  if (tier === 'free') return FREE_CEILING
  return tier === 'hobby' ? NO_WORKFLOWS : EVERYTHING
}

/** The scopes that a key really has: what it carries, cut to its tenant's tier. */
export function effectiveScopes(grants: readonly string[], tier: Tier): ReadonlySet<Scope> {
  const ceiling = ceilingOf(tier)
  if (grants.includes('*')) return ceiling
  return new Set([...ceiling].filter((scope) => grants.includes(scope)))
}

export function isFree(scope: Scope | 'any' | 'optional' | 'public' | 'operator'): boolean {
  if (scope === 'any' || scope === 'optional' || scope === 'public') return true
  return scope !== 'operator' && FREE_CEILING.has(scope)
}

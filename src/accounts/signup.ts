import { z } from 'zod'
import type { App, Tx } from '../kernel/context.ts'
import { fail } from '../kernel/errors.ts'
import { newId } from '../kernel/ids.ts'
import { type LimitOverrides, Tier } from '../kernel/plans.ts'
import { mintFor } from './mint.ts'
import { insertTenant } from './store.ts'

export const Email = z.email().max(254).describe('Unique, without regard to case.')
export const TenantName = z.string().trim().min(1).max(200)

export const KEY_WARNING =
  'Store this key now. It is shown once and cannot be recovered; only its hash is kept.'

/** What signing up answers, free, paid or by the operator (spec.md, Tenant signup result). */
export const SignupResult = z
  .object({
    tenant_id: z.string(),
    tier: Tier,
    api_key: z.string().describe('The raw live key, returned exactly once.'),
    api_key_meta: z.object({ id: z.string(), key_prefix: z.string(), scopes: z.array(z.string()) }),
    warning: z.string(),
  })
  .meta({ id: 'SignupResult' })

export const signupExample = {
  tenant_id: 'ten_019a84d2c3f07b6c9a51f0a7c1e2d3b4',
  tier: 'free',
  api_key: 'hk_live_4fJ0bQm2xT7vZ1nWc8RkYd5sHg3uLpEo0aBcDe',
  api_key_meta: { id: 'key_019a84d2c3f17c25b8d2e4f60718293a', key_prefix: 'hk_live_4fJ0bQ', scopes: ['*'] },
  warning: KEY_WARNING,
}

/** A tenant with its first key, which carries every scope that its tier allows. */
export async function signUp(
  tx: Tx,
  app: App,
  who: { email: string; name: string | null; tier: Tier; limits: LimitOverrides },
): Promise<z.infer<typeof SignupResult>> {
  const tenant = await insertTenant(tx, { id: newId('ten'), ...who })
  if (tenant === null) {
    throw fail('already_exists', 'A tenant with this email exists.', {
      fix_hint:
        'Use its key, or sign up with another address. Where its only key is lost, the operator can mint a new one.',
    })
  }
  return firstKey(tx, app, tenant)
}

/** What a tenant gets to start with: one key with every scope that its tier allows. */
export async function firstKey(
  tx: Tx,
  app: App,
  tenant: { id: string; tier: Tier },
): Promise<z.infer<typeof SignupResult>> {
  const { row, api_key } = await mintFor(tx, app, tenant.id, {
    name: 'default',
    kind: 'live',
    mode: 'live',
    scopes: ['*'],
    ttl_seconds: null,
  })
  return {
    tenant_id: tenant.id,
    tier: tenant.tier,
    api_key,
    api_key_meta: { id: row.id, key_prefix: row.key_prefix, scopes: row.scopes },
    warning: KEY_WARNING,
  }
}

import { createHash, timingSafeEqual } from 'node:crypto'
import type { Principal } from '../kernel/context.ts'
import { fail } from '../kernel/errors.ts'
import type { AnyOperation } from '../kernel/operation.ts'
import type { Scope } from '../kernel/scopes.ts'
import { bearerOf, unauthorized } from './authenticate.ts'

/**
 * Rule: a key does what its scopes say within its tier's ceiling, and nothing is spent to find that out.
 * `*` on a free key is confined like every other free key.
 */
export function authorize(operation: AnyOperation, principal: Principal): void {
  if (principal.suspended) {
    throw fail('forbidden', 'This tenant is suspended.', {
      fix_hint: 'Contact the operator of this service.',
    })
  }
  const { scope } = operation
  if (scope === 'any' || scope === 'optional' || principal.scopes.has(scope as Scope)) return
  const carried = principal.key.grants.includes('*') || principal.key.grants.includes(scope)
  if (!carried) {
    throw fail('forbidden', `This key does not have the scope ${scope}.`, {
      fix_hint: `Use a key with the scope ${scope}, or mint one with POST /v1/api-keys.`,
    })
  }
  throw fail('forbidden', `The ${principal.tier} tier does not include ${scope}.`, {
    fix_hint: 'POST /v1/checkout/{tier} upgrades; GET /v1/plans shows what each tier includes.',
  })
}

/** Rule: the operator's token opens the admin surface and nothing else; it is compared in constant time. */
export function authorizeOperator(authorization: string | undefined, token: string | null): void {
  if (token === null) {
    throw fail('admin_not_configured', 'The admin surface is off.', {
      fix_hint: 'Start the service with ADMIN_TOKEN set.',
    })
  }
  const given = bearerOf(authorization)
  if (given === null || !timingSafeEqual(digest(given), digest(token))) throw unauthorized()
}

/** Digests have one length, which timingSafeEqual needs and which hides the token's. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

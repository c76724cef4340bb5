import type { Principal } from '../../kernel/context.ts'
import { fail } from '../../kernel/errors.ts'

/** A key hands on only what it has itself; asking for nothing hands on everything it has. */
export function grantable(principal: Principal, wanted: readonly string[] | undefined): readonly string[] {
  const { grants } = principal.key
  if (wanted === undefined) return grants
  const missing = wanted.filter((scope) => !grants.includes('*') && !grants.includes(scope))
  if (missing.length > 0) {
    throw fail('forbidden', `This key cannot hand on what it does not have: ${missing.join(', ')}.`, {
      fix_hint: 'Ask for scopes that this key carries, or use a key with more.',
    })
  }
  return [...new Set(wanted)]
}

/** A session would outlive its schedule, and a test key would start to spend, if they could mint anything. */
export function mayMint(principal: Principal, kind: 'live' | 'test'): void {
  if (principal.key.kind === 'session') {
    throw fail('forbidden', 'A session key cannot mint keys that outlive it.', {
      fix_hint: 'Use a regular key.',
    })
  }
  if (principal.mode === 'test' && kind === 'live') {
    throw fail('forbidden', 'A test key mints test keys only.', {
      fix_hint: 'Use a live key to mint a live one.',
    })
  }
}

import type { GuardedCaller } from './providers/guarded-caller.ts'
import type { Providers } from './providers/registry.ts'

/**
 * What the layers above the kernel add to the App that handlers and agents see. Kept here, so that the kernel
 * imports none of them.
 */
declare module './kernel/context.ts' {
  interface App {
    /** Outside platforms: `live` for live keys, `test` for test keys, which never leave the sandbox. */
    providers: Providers
    /** The one way to call an address that a tenant supplied. */
    caller: GuardedCaller
  }
}

import type { Connections } from './connections/index.ts'
import type { Tracer } from './kernel/trace.ts'
import type { GuardedCaller } from './providers/guarded-caller.ts'
import type { Connectors } from './providers/oauth/index.ts'
import type { Payments } from './providers/payments/contract.ts'
import type { Providers } from './providers/registry.ts'
import type { SiteLookups } from './providers/site-lookup.ts'

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
    /** What accounts are connected through, by the mode of the key. */
    connectors: Connectors
    /** The connected accounts' tokens. */
    connections: Connections
    /** Where a site's proof is looked up, by the mode of the key. */
    site_lookups: SiteLookups
    /** Null: this installation takes no payments. */
    payments: Payments | null
    /** Null: nothing is traced. */
    tracer: Tracer | null
  }
}

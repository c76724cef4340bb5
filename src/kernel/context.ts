import type { KeyKind, Mode } from './api-key.ts'
import type { Clock } from './clock.ts'
import type { Limits, Plans, Tier } from './plans.ts'
import type { Scope } from './scopes.ts'
import type { Vault } from './vault.ts'

/** A parameterised statement with a stable name, so that the server parses and plans it once a connection. */
export type Statement = { readonly name: string; readonly text: string; readonly values: readonly unknown[] }

export type Queryable = {
  rows<T>(statement: Statement): Promise<T[]>
  /** The first row, or null. */
  row<T>(statement: Statement): Promise<T | null>
  /** How many rows it touched. */
  run(statement: Statement): Promise<number>
}

export type Tx = Queryable & {
  /** Reaches every process, and only if the transaction commits. */
  notify(channel: Channel, payload: string): Promise<void>
}

/**
 * keys: a tenant whose keys, tier or limits changed. jobs: a queue that has new work. runs: a run that moved.
 * webhooks: endpoints that have something to deliver.
 */
export type Channel = 'keys' | 'jobs' | 'runs' | 'webhooks'

/** Who is calling, with what they may do right now: scopes already cut to the tier's ceiling. */
export type Principal = {
  tenant_id: string
  tier: Tier
  mode: Mode
  limits: Limits
  overages_enabled: boolean
  suspended: boolean
  key: { id: string; kind: KeyKind; grants: readonly string[]; expires_at: string | null }
  scopes: ReadonlySet<Scope>
}

/** What passed the meter: the usage event's id, its period, and what was set aside for an unknown cost. */
export type Grant = { event_id: string; period: string; hold_micros: number }

/** What handlers may know of the installation; layers above add their ports to it in ports.ts. Secrets stay inside the functions that need them. */
export interface App {
  clock: Clock
  plans: Plans
  simulated: boolean
  public_url: string
  version: string
  key_pepper: string | null
  signups_per_day: number
  /** Seals secrets before they are stored. */
  vault: Vault
  /** Says what can be seen to be wrong with a URL that a tenant supplied; null when nothing is. */
  refuse_url(url: string): string | null
  ready(): Promise<{ ready: boolean; checks: Record<string, 'ok' | 'failed'> }>
  openapi(): unknown
}

/** What is said on a channel, until the returned function is called. An empty payload means that some was missed. */
export type Listen = (channel: Channel, heard: (payload: string) => void) => () => void

export type BaseContext = {
  app: App
  db: Queryable & { listen: Listen }
  request_id: string
  ip: string
  /**
   * The operation's one transaction. What it returns is the reply, which is stored for replays in the same
   * transaction, so that an effect and its idempotent answer exist together or not at all.
   */
  commit<R>(work: (tx: Tx) => Promise<R>): Promise<R>
}

/** Null when the caller sent no key. */
export type OptionalContext = BaseContext & { principal: Principal | null }

export type TenantContext = BaseContext & { principal: Principal; grant: Grant | null }

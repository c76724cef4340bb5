import type { Config } from './config.ts'
import {
  ENGINE_DEFAULTS,
  type Engine,
  type EngineDeps,
  type EngineSettings,
  startEngine,
} from './events/engine.ts'
import { createSend, DEADLINE_MS } from './events/send.ts'
import type { Clock } from './kernel/clock.ts'
import type { Tracer } from './kernel/trace.ts'
import type { Vault } from './kernel/vault.ts'
import { createGuardedCaller, type GuardedCallerOptions } from './providers/guarded-caller.ts'
import type { Db } from './store/db.ts'
import { openApart } from './store/server.ts'
import { tracedSend } from './tracing.ts'

/** One to claim, one to record, one to look for what was missed. */
const CONNECTIONS = 3
const QUERY_TIMEOUT_MS = 30_000
/** Many endpoints can live behind one address; each of them has its own cap. */
const CONNECTIONS_PER_ORIGIN = 4_096

export type DeliveryDeps = {
  db: Db
  vault: Vault
  clock: Clock
  log: EngineDeps['log']
  /** Left out: nothing is traced. */
  tracer?: Tracer | null
  config: Pick<Config, 'allow_private_targets' | 'webhook_retry_schedule' | 'database_url'>
  /** What tests set tighter. */
  tuning?: Partial<EngineSettings> & { deadline_ms?: number; caller?: GuardedCallerOptions }
}

/**
 * The delivery engine with a way out of its own, so that slow receivers cannot hold up provider calls, and on a server
 * with connections of its own, so that busy requests cannot hold up deliveries.
 */
export function startDeliveries(deps: DeliveryDeps): Engine {
  const { db, vault, clock, log, config, tracer = null, tuning = {} } = deps
  const { deadline_ms = DEADLINE_MS, caller: options, ...settings } = tuning
  const caller = createGuardedCaller({
    allowPrivate: config.allow_private_targets,
    connections: CONNECTIONS_PER_ORIGIN,
    ...options,
  })
  const own =
    config.database_url === null ? db : openApart(config.database_url, CONNECTIONS, QUERY_TIMEOUT_MS)
  const send = createSend({ vault, call: caller.callTenantUrl, clock, deadline_ms })
  const engine = startEngine({
    db: { ...own, listen: db.listen },
    send: tracer === null ? send : tracedSend(tracer, send),
    log,
    settings: { ...ENGINE_DEFAULTS, schedule: config.webhook_retry_schedule, ...settings },
  })
  return {
    async stop() {
      await engine.stop()
      await caller.close()
      if (own !== db) await own.close()
    },
  }
}

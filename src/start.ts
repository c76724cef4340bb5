import type pino from 'pino'
import { startSandbox } from '../sandbox/server.ts'
import { buildApp } from './app.ts'
import { startUsageReports } from './billing/report.ts'
import { type Config, readConfig, readConnectSettings, readProviderSettings } from './config.ts'
import { startDeliveries } from './deliveries.ts'
import { startWorker } from './jobs/worker.ts'
import { systemClock } from './kernel/clock.ts'
import type { App } from './kernel/context.ts'
import type { Surface } from './kernel/operation.ts'
import type { Tracer } from './kernel/trace.ts'
import { createVault } from './kernel/vault.ts'
import { createLog } from './log.ts'
import { startMaintenance } from './maintenance.ts'
import { createMetrics, type Metrics, serveMetrics } from './metrics.ts'
import { createGuardedCaller, type OutboundLog } from './providers/guarded-caller.ts'
import { buildPayments } from './providers/payments/index.ts'
import { buildProviders } from './providers/registry.ts'
import { allQueues } from './queues.ts'
import type { Agent } from './runs/agent.ts'
import type { Db } from './store/db.ts'
import { openEmbedded } from './store/embedded.ts'
import { openKeyring } from './store/keyring.ts'
import { migrate } from './store/migrate.ts'
import { openGates, openServer } from './store/server.ts'
import { loadAgents, loadSurfaces } from './surfaces/load.ts'
import { startTracing, tracedCall } from './tracing.ts'
import { VERSION } from './version.ts'

/** What a test adds to the service before it starts. */
export type Extras = {
  surfaces?: readonly Surface[]
  agents?: readonly Agent[]
  prepare?(db: Db, gates: Db): Promise<void>
}

/** How long open requests may finish after a signal, and how long stopping may take at all. */
const DRAIN_MS = 5_000
const STOP_MS = 20_000

/** Reads the configuration, composes the service and runs it in its role until a signal ends it. */
export async function start(extras: Extras = {}): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog(config)
  const stores = await openStores(config)
  await migrate(stores.db)
  await extras.prepare?.(stores.db, stores.gates)
  const surfaces = [...(await loadSurfaces()), ...(extras.surfaces ?? [])]
  const agents = [...(await loadAgents()), ...(extras.agents ?? [])]
  const vault = createVault(openKeyring(config, (message) => log.warn(message)))
  const measures = config.metrics_port > 0 || config.metrics_token !== null
  const metrics = measures ? createMetrics(stores.db) : null
  const tracing = startTracing(config, metrics)
  const tracer = tracing?.tracer ?? null
  const { sandbox, ...outside } = await openOutside(config, metrics, tracer)
  const parts = { clock: systemClock, log, surfaces, vault, metrics, tracer }
  const app = buildApp({ config, ...stores, ...parts, ...outside })
  const background =
    config.role === 'api' ? null : await startBackground(config, app.app, stores.db, agents, log, metrics)
  const url =
    config.role === 'worker' ? null : await app.http.listen({ port: config.port, host: config.host })
  if (url !== null) await app.announce(url)
  const scraped =
    metrics === null || config.metrics_port === 0
      ? null
      : await serveMetrics(metrics, config.metrics_port, config.host)

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    // Whatever hangs must not keep the process: what it held comes back to others by itself.
    setTimeout(() => process.exit(1), STOP_MS).unref()
    await scraped?.close()
    const drained = setTimeout(() => app.http.server.closeAllConnections(), DRAIN_MS)
    await app.close()
    clearTimeout(drained)
    await background?.stop()
    await tracing?.close()
    await outside.caller.close()
    await sandbox.close()
    if (stores.gates !== stores.db) await stores.gates.close()
    await stores.db.close()
    log.flush(() => process.exit(0))
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  // Last, since whoever reads it may act at once.
  console.log(banner(config, url))
}

/** The platforms that are called, and the sandbox: theirs in sandbox mode, and of test keys in live mode too. */
async function openOutside(config: Config, metrics: Metrics | null, tracer: Tracer | null) {
  const heard = (entry: OutboundLog) => {
    metrics?.providerCall(entry)
    if (tracer !== null) tracedCall(tracer, entry)
  }
  // On loopback, in this process.
  const sandbox = await startSandbox({ port: 0 })
  const caller = createGuardedCaller({
    allowPrivate: config.allow_private_targets,
    ...(metrics === null && tracer === null ? {} : { log: heard }),
  })
  return {
    sandbox,
    caller,
    providers: buildProviders(readProviderSettings(process.env, config, sandbox.url), caller),
    payments: buildPayments(config, sandbox.url, caller),
    connect: readConnectSettings(process.env, config, sandbox.url),
  }
}

/** What runs beside requests, in the roles all and worker. */
async function startBackground(
  config: Config,
  app: App,
  db: Db,
  agents: readonly Agent[],
  log: pino.Logger,
  metrics: Metrics | null,
): Promise<{ stop(): Promise<void> }> {
  const worker = startWorker(db, await allQueues(app, db, agents, config.run_concurrency), log)
  const stopReports = startUsageReports(db, app.payments, log)
  const tuning = metrics === null ? {} : { caller: { log: metrics.delivery } }
  const { vault, tracer } = app
  const deliveries = startDeliveries({ db, vault, clock: systemClock, log, config, tracer, tuning })
  const stopMaintenance = startMaintenance(db, app.vault, log)
  return {
    async stop() {
      stopMaintenance()
      stopReports()
      await Promise.all([worker.stop(), deliveries.stop()])
    },
  }
}

async function openStores(config: Config): Promise<{ db: Db; gates: Db }> {
  if (config.database_url === null) {
    const db = await openEmbedded(config.data_dir)
    return { db, gates: db }
  }
  const db = await openServer({ url: config.database_url, max: 10, query_timeout_ms: 30_000 })
  return { db, gates: openGates(config.database_url) }
}

function banner(config: Config, url: string | null): string {
  const shown = config.public_url ?? url ?? ''
  const store = config.database_url === null ? `embedded database in ${config.data_dir}` : 'PostgreSQL'
  const mode =
    config.mode === 'sandbox'
      ? 'sandbox (no outside platform is called; results say simulated: true)'
      : 'live'
  if (url === null) return `Herald ${VERSION} works in the background · ${mode} · ${store}`
  return [
    '',
    `  Herald ${VERSION}  ${shown}/v1`,
    `  mode     ${mode}`,
    `  store    ${store}`,
    `  docs     ${shown}/v1/docs`,
    '',
    '  Get a key:',
    `    curl -X POST ${shown}/v1/checkout/free -H 'Content-Type: application/json' -d '{"email":"you@example.com"}'`,
    '',
  ].join('\n')
}

import pino from 'pino'
import { buildApp } from './app.ts'
import { type Config, configHelp, readConfig } from './config.ts'
import { startWorker } from './jobs/worker.ts'
import { systemClock } from './kernel/clock.ts'
import { startMaintenance } from './maintenance.ts'
import { runQueue } from './runs/execute.ts'
import { RUN_QUEUE } from './runs/start.ts'
import type { Db } from './store/db.ts'
import { openEmbedded } from './store/embedded.ts'
import { migrate } from './store/migrate.ts'
import { openServer } from './store/server.ts'
import { loadSurfaces } from './surfaces/load.ts'
import { VERSION } from './version.ts'

if (process.argv.includes('--help')) console.log(configHelp())
else await start().catch(refuseToStart)

async function start(): Promise<void> {
  const config = readConfig(process.env)
  const log = pino({ level: config.log_level }, pino.destination({ sync: false, minLength: 4096 }))
  const stores = await openStores(config)
  await migrate(stores.db)
  const app = buildApp({ config, ...stores, clock: systemClock, log, surfaces: await loadSurfaces() })
  const worker =
    config.role === 'api'
      ? null
      : startWorker(stores.db, { [RUN_QUEUE]: runQueue(stores.db, new Map(), config.run_concurrency) }, log)
  const stopMaintenance = config.role === 'api' ? () => {} : startMaintenance(stores.db, log)
  const url =
    config.role === 'worker' ? null : await app.http.listen({ port: config.port, host: config.host })
  const flushing = setInterval(() => log.flush(), 1_000)
  console.log(banner(config, url))

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    clearInterval(flushing)
    stopMaintenance()
    await app.close()
    await worker?.stop()
    if (stores.gates !== stores.db) await stores.gates.close()
    await stores.db.close()
    log.flush(() => process.exit(0))
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
}

async function openStores(config: Config): Promise<{ db: Db; gates: Db }> {
  if (config.database_url === null) {
    const db = await openEmbedded(config.data_dir)
    return { db, gates: db }
  }
  const [db, gates] = await Promise.all([
    openServer({ url: config.database_url, max: 10, query_timeout_ms: 30_000 }),
    openServer({ url: config.database_url, max: 4, query_timeout_ms: 1_500 }),
  ])
  return { db, gates }
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
    '',
    '  Get a key:',
    `    curl -X POST ${shown}/v1/checkout/free -H 'Content-Type: application/json' -d '{"email":"you@example.com"}'`,
    '',
  ].join('\n')
}

function refuseToStart(error: unknown): void {
  console.error(`Herald cannot start: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}

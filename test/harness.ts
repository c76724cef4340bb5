import { after } from 'node:test'
import { PGlite } from '@electric-sql/pglite'
import type { Logger } from 'pino'
import { startSandbox } from '../sandbox/server.ts'
import { type BuiltApp, buildApp } from '../src/app.ts'
import { type Config, readConfig, readConnectSettings, readProviderSettings } from '../src/config.ts'
import { startWorker } from '../src/jobs/worker.ts'
import { type Clock, systemClock } from '../src/kernel/clock.ts'
import type { Surface } from '../src/kernel/operation.ts'
import type { Tier } from '../src/kernel/plans.ts'
import { createVault, newKey } from '../src/kernel/vault.ts'
import { createGuardedCaller } from '../src/providers/guarded-caller.ts'
import { buildPayments } from '../src/providers/payments/index.ts'
import { buildProviders } from '../src/providers/registry.ts'
import type { ResolveTxt } from '../src/providers/site-lookup.ts'
import { allQueues } from '../src/queues.ts'
import type { Agent } from '../src/runs/agent.ts'
import type { Db } from '../src/store/db.ts'
import { overPglite } from '../src/store/embedded.ts'
import { migrate } from '../src/store/migrate.ts'
import { openGates, openServer } from '../src/store/server.ts'
import { loadAgents, loadSurfaces } from '../src/surfaces/load.ts'
import { keepSecret, keepSettingsSecret, keepShownSecret, readError, watchedLog } from './leaks.ts'
import { type Cluster, startCluster } from './postgres.ts'

type SandboxOptions = NonNullable<Parameters<typeof startSandbox>[0]>
type Sandbox = Awaited<ReturnType<typeof startSandbox>>

export const ADMIN_TOKEN = 'operator-token-for-tests'
export const TEST_VAULT = createVault([{ version: 1, key: newKey() }])

/** The two databases that everything must hold on. */
export const STORES = ['PGlite', 'PostgreSQL'] as const
export type StoreName = (typeof STORES)[number]

let cluster: Promise<Cluster> | null = null

/** One server for the whole test process; a database of its own for whoever asks. */
export function postgres(): Promise<Cluster> {
  cluster ??= startCluster()
  return cluster
}

after(async () => {
  if (cluster !== null) await (await cluster).stop()
})

let template: Promise<Blob> | null = null

/** A migrated embedded database, made once and copied for each test: making one takes seconds. */
async function makeTemplate(): Promise<Blob> {
  const lite = await PGlite.create()
  const db = await overPglite(lite)
  await migrate(db)
  const dump = await lite.dumpDataDir('none')
  await db.close()
  return dump
}

export async function openStores(
  name: StoreName,
): Promise<{ db: Db; gates: Db; url: string | null; close(): Promise<void> }> {
  if (name === 'PGlite') {
    template ??= makeTemplate()
    const db = await overPglite(await PGlite.create({ loadDataDir: await template }))
    return { db, gates: db, url: null, close: () => db.close() }
  }
  const url = await (await postgres()).database()
  const db = await openServer({ url })
  const gates = openGates(url)
  return {
    db,
    gates,
    url,
    close: async () => {
      await gates.close()
      await db.close()
    },
  }
}

export type Answer = { status: number; headers: Headers; body: Record<string, unknown>; text: string }
export type Asked = {
  key?: string | undefined
  body?: unknown
  raw?: string | Buffer
  headers?: Record<string, string>
}

export type TestApp = BuiltApp & {
  url: string
  sandbox: Sandbox
  /** Null on the embedded database. */
  databaseUrl: string | null
  config: Config
  /** The service's, read for secrets. */
  log: Logger
  db: Db
  gates: Db
  call(route: string, asked?: Asked): Promise<Answer>
  tenant(wanted?: { tier?: Tier; limits?: Record<string, number> }): Promise<{ id: string; key: string }>
  usage(key: string): Promise<Record<string, number>>
}

export type AppOptions = {
  store: StoreName
  env?: Record<string, string>
  extra?: readonly Surface[]
  agents?: readonly Agent[]
  clock?: Clock
  /** DNS of a test's own. */
  resolve_txt?: ResolveTxt
  /** How the outside world behaves. */
  sandbox?: SandboxOptions
}

let serial = 0

/** The whole service on a real port with a real database. Close it in the test's after hook. */
export async function startApp(options: AppOptions): Promise<TestApp> {
  const stores = await openStores(options.store)
  const config = readConfig({
    ADMIN_TOKEN,
    PORT: '0',
    LOG_LEVEL: 'silent',
    SIGNUPS_PER_IP_PER_MINUTE: '10000',
    ...options.env,
  })
  keepSettingsSecret({ ADMIN_TOKEN, ...options.env })
  const log = watchedLog(config)
  const sandbox = await startSandbox({ port: 0, ...options.sandbox })
  const out = createGuardedCaller({ allowPrivate: config.allow_private_targets })
  const providers = buildProviders(readProviderSettings(options.env ?? {}, config, sandbox.url), out)
  const payments = buildPayments(config, sandbox.url, out)
  const app = buildApp({
    providers,
    caller: out,
    connect: readConnectSettings(options.env ?? {}, config, sandbox.url),
    ...(options.resolve_txt === undefined ? {} : { resolve_txt: options.resolve_txt }),
    payments,
    config,
    db: stores.db,
    gates: stores.gates,
    clock: options.clock ?? systemClock,
    log,
    surfaces: [...(await loadSurfaces()), ...(options.extra ?? [])],
    vault: TEST_VAULT,
  })
  const agents = [...(await loadAgents()), ...(options.agents ?? [])]
  const queues = await allQueues(app.app, stores.db, agents, config.run_concurrency)
  const worker = startWorker(stores.db, queues, log)
  const url = await app.http.listen({ port: config.port, host: '127.0.0.1' })
  await app.announce(url)
  const call = caller(url)
  // The first line of its log: a service that nobody can hear would pass for one that keeps its secrets.
  await call('GET /health')
  return {
    ...app,
    sandbox,
    databaseUrl: stores.url,
    url,
    config,
    log,
    db: stores.db,
    gates: stores.gates,
    call,
    async tenant(wanted = {}) {
      const made = await call('POST /admin/tenants', {
        key: ADMIN_TOKEN,
        body: {
          email: `t${++serial}-${process.pid}@example.com`,
          tier: wanted.tier ?? 'scale',
          limits: wanted.limits ?? {},
        },
      })
      return { id: String(made.body.tenant_id), key: String(made.body.api_key) }
    },
    async usage(key) {
      return (await call('GET /usage', { key })).body as Record<string, number>
    },
    async close() {
      await app.close()
      await worker.stop()
      await out.close()
      await sandbox.close()
      await stores.close()
    },
  }
}

/** `call('POST /api-keys', { key, body })` against a running server. */
export function caller(url: string) {
  return async (route: string, asked: Asked = {}): Promise<Answer> => {
    const [method = 'GET', path = '/'] = route.split(' ')
    keepSecret(asked.key)
    const payload = asked.raw ?? (asked.body === undefined ? undefined : JSON.stringify(asked.body))
    const response = await fetch(`${url}/v1${path}`, {
      method,
      headers: {
        ...(asked.key === undefined ? {} : { authorization: `Bearer ${asked.key}` }),
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...asked.headers,
      },
      ...(payload === undefined ? {} : { body: payload as string }),
    })
    const text = await response.text()
    const json = response.headers.get('content-type')?.startsWith('application/json') === true
    const body = json ? JSON.parse(text) : {}
    if (response.status >= 400) readError(text)
    else keepShownSecret(body)
    return { status: response.status, headers: response.headers, text, body }
  }
}

export function errorCode(answer: Answer): string {
  return String((answer.body.error as Record<string, unknown> | undefined)?.code)
}

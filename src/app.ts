import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { createConnections } from './connections/index.ts'
import * as catalogue from './events/catalogue.ts'
import { describeApi } from './http/openapi.ts'
import { mountOperations } from './http/routes.ts'
import { createHttp, type Http } from './http/server.ts'
import type { Clock } from './kernel/clock.ts'
import type { App } from './kernel/context.ts'
import type { Surface } from './kernel/operation.ts'
import { createRegistry, type Registry } from './kernel/registry.ts'
import type { Tracer } from './kernel/trace.ts'
import type { Vault } from './kernel/vault.ts'
import { createAccessLog } from './log.ts'
import { mountMcp } from './mcp/route.ts'
import { createMeter } from './meter/meter.ts'
import { type Metrics, mountMetrics } from './metrics.ts'
import { createAuthenticator } from './pipeline/authenticate.ts'
import { createPipeline, type Invoke } from './pipeline/invoke.ts'
import { memoryWindows, sharedWindows } from './pipeline/rate-window.ts'
import type { GuardedCaller } from './providers/guarded-caller.ts'
import { buildConnectors, type ConnectSettings } from './providers/oauth/index.ts'
import type { Payments } from './providers/payments/contract.ts'
import type { Providers } from './providers/registry.ts'
import { buildSiteLookups, type ResolveTxt } from './providers/site-lookup.ts'
import { checkTenantUrl } from './providers/ssrf.ts'
import './ports.ts'
import { createReadiness } from './readiness.ts'
import type { Db } from './store/db.ts'
import { tracedInvoke, tracedRequest } from './tracing.ts'
import { VERSION } from './version.ts'

export type AppDeps = {
  config: Config
  db: Db
  gates: Db
  clock: Clock
  log: Logger
  surfaces: readonly Surface[]
  vault: Vault
  providers: Providers
  caller: GuardedCaller
  connect: ConnectSettings
  /** DNS, or a test's own. */
  resolve_txt?: ResolveTxt
  payments: Payments | null
  /** Left out: nothing is measured. */
  metrics?: Metrics | null
  /** Left out: nothing is traced. */
  tracer?: Tracer | null
}
export type BuiltApp = {
  app: App
  http: Http
  registry: Registry
  invoke: Invoke
  /** Once it listens: the sandbox is told where to send what the real platforms are told in their dashboards. */
  announce(url: string): Promise<void>
  close(): Promise<void>
}

/** Composes the service from its parts. Tests enter here with a database and surfaces of their own. */
export function buildApp({
  config,
  db,
  gates,
  clock,
  log,
  surfaces,
  vault,
  providers,
  caller,
  connect,
  resolve_txt,
  payments,
  metrics = null,
  tracer = null,
}: AppDeps): BuiltApp {
  const registry = createRegistry(surfaces)
  const connectors = buildConnectors(connect, caller)
  let description: unknown
  const app: App = {
    clock,
    plans: config.plans,
    simulated: config.mode === 'sandbox',
    public_url: config.public_url ?? `http://${config.host}:${config.port}`,
    version: VERSION,
    key_pepper: config.key_pepper,
    signups_per_day: config.signups_per_day,
    vault,
    providers,
    caller,
    connectors,
    connections: createConnections({ db, vault, connectors }),
    site_lookups: buildSiteLookups(connect, caller, resolve_txt),
    payments,
    tracer,
    refuse_url(url) {
      const checked = checkTenantUrl(url, { allowPrivate: config.allow_private_targets })
      return checked.ok ? null : checked.message
    },
    ready: createReadiness(db, clock),
    openapi: () => (description ??= describeApi(registry, app.public_url, catalogue)),
  }
  const authenticator = createAuthenticator({
    gates,
    db,
    clock,
    plans: config.plans,
    pepper: config.key_pepper,
  })
  const gated = createPipeline({
    app,
    db,
    gates,
    authenticator,
    windows: db.embedded ? memoryWindows(clock) : sharedWindows(gates),
    meter: createMeter(gates, metrics?.meterFlush),
    admin_token: config.admin_token,
    signups_per_ip_per_minute: config.signups_per_ip_per_minute,
  })
  const measured = metrics === null ? gated : metrics.measured(gated)
  const invoke = tracer === null ? measured : tracedInvoke(tracer, measured)
  const http = createHttp({
    log,
    access: createAccessLog(log),
    around: tracer === null ? null : tracedRequest(tracer),
    trust_proxy: config.trust_proxy,
    cors_origins: config.cors_origins,
  })
  mountOperations(http, registry, invoke)
  mountMcp(http, {
    registry,
    invoke,
    authenticate: authenticator.authenticate,
    get public_url() {
      return app.public_url
    },
    cors_origins: config.cors_origins,
    report: (error, request_id) => log.error({ request_id, err: error.cause ?? error }, error.message),
  })
  if (metrics !== null && config.metrics_token !== null) mountMetrics(http, metrics, config.metrics_token)
  return {
    app,
    http,
    registry,
    invoke,
    async announce(url) {
      // With PORT=0 the address is known only now.
      if (config.public_url === null) app.public_url = url
      if (payments?.simulated === true) await payments.subscribe(`${url}/v1/stripe/webhook`)
    },
    async close() {
      await http.close()
      authenticator.close()
    },
  }
}

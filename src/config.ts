import { z } from 'zod'
import { providerHelp } from './config-providers.ts'
import {
  flag,
  headers,
  integer,
  keysFromText,
  list,
  optional,
  plansFromJson,
  proxies,
  secondsList,
  text,
} from './config-values.ts'

export { readConnectSettings, readProviderSettings } from './config-providers.ts'

/** One setting: its name in the environment, how it is read, and one line of help. */
type Setting<T> = { env: string; schema: z.ZodType<T, string | undefined>; help: string }

const setting = <T>(env: string, schema: z.ZodType<T, string | undefined>, help: string): Setting<T> => ({
  env,
  schema,
  help,
})

/** Every setting there is. This file is the only reader of the environment. */
const SETTINGS = {
  port: setting('PORT', integer(8787, 0, 65_535), 'Port to listen on; 0 picks a free one. Default 8787.'),
  host: setting('HOST', text('127.0.0.1'), 'Address to listen on. Default 127.0.0.1.'),
  data_dir: setting('DATA_DIR', text('./data'), 'Folder of the embedded database. Default ./data.'),
  database_url: setting('DATABASE_URL', optional, 'PostgreSQL to use instead of the embedded database.'),
  mode: setting(
    'HERALD_MODE',
    z.enum(['sandbox', 'live']).default('sandbox'),
    'sandbox plays every outside platform; live calls the real ones. Default sandbox.',
  ),
  role: setting(
    'HERALD_ROLE',
    z.enum(['all', 'api', 'worker']).default('all'),
    'all, api (requests only) or worker (background work only). Default all.',
  ),
  admin_token: setting(
    'ADMIN_TOKEN',
    optional,
    'Bearer token of the operator; without it /v1/admin answers 503.',
  ),
  key_pepper: setting(
    'KEY_PEPPER',
    optional,
    'Secret mixed into the hashes of API keys. Changing it invalidates every key.',
  ),
  encryption_keys: setting(
    'ENCRYPTION_KEY',
    keysFromText,
    'Seals secrets at rest: 32 bytes in base64 or hex; to rotate, 2:<new key>,1:<old key>. Needed in live mode with DATABASE_URL.',
  ),
  allow_private_targets: setting(
    'ALLOW_PRIVATE_TARGETS',
    flag,
    '1 lets URLs that tenants supply use loopback addresses and plain http. For development and tests only.',
  ),
  webhook_retry_schedule: setting(
    'WEBHOOK_RETRY_SCHEDULE',
    secondsList('5,300,1800,7200,18000,36000,50400,72000,86400'),
    'Seconds before each retry of a webhook delivery, comma-separated. Default 5 s to 24 h, about 75 h in all.',
  ),
  public_url: setting(
    'PUBLIC_URL',
    optional,
    'Address under which clients reach the service. Default http://HOST:PORT.',
  ),
  log_level: setting(
    'LOG_LEVEL',
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
    'Default info.',
  ),
  trust_proxy: setting(
    'TRUST_PROXY',
    proxies,
    'How many load balancers of yours stand in front, or their addresses (CIDR, comma-separated): the client address is then taken from X-Forwarded-For. Default 0.',
  ),
  cors_origins: setting(
    'CORS_ORIGINS',
    list,
    'Origins whose pages may call the API from a browser, comma-separated, or *. Default none.',
  ),
  signups_per_ip_per_minute: setting(
    'SIGNUPS_PER_IP_PER_MINUTE',
    integer(60, 0, 100_000),
    'Free sign-ups an address may make in a minute. Default 60; use about 3 in production.',
  ),
  signups_per_day: setting(
    'SIGNUPS_PER_DAY',
    integer(10_000, 0, 10_000_000),
    'Free sign-ups in a UTC day, from everyone. Default 10000.',
  ),
  plans: setting('PLANS', plansFromJson, 'Limits that differ from the built-in plans, as JSON by tier.'),
  run_concurrency: setting(
    'RUN_CONCURRENCY',
    integer(16, 1, 1_000),
    'Runs that one worker process works on at a time. Default 16.',
  ),
  platform_timeout_ms: setting(
    'PLATFORM_TIMEOUT_MS',
    integer(30_000, 50, 300_000),
    'How long a call to the platform of a connected account may take. Default 30000, and 15000 while connecting.',
  ),
  stripe_secret_key: setting(
    'STRIPE_SECRET_KEY',
    optional,
    'With STRIPE_WEBHOOK_SECRET it turns payments on in live mode; without them checkout answers 503.',
  ),
  stripe_webhook_secret: setting(
    'STRIPE_WEBHOOK_SECRET',
    optional,
    'Of the endpoint at Stripe that sends its events to /v1/stripe/webhook: whsec_….',
  ),
  stripe_price_hobby: setting('STRIPE_PRICE_HOBBY', optional, 'Price at Stripe of the hobby plan: price_….'),
  stripe_price_pro: setting('STRIPE_PRICE_PRO', optional, 'The same for pro.'),
  stripe_price_scale: setting('STRIPE_PRICE_SCALE', optional, 'The same for scale.'),
  stripe_price_agency: setting('STRIPE_PRICE_AGENCY', optional, 'The same for agency.'),
  stripe_base_url: setting(
    'STRIPE_BASE_URL',
    text('https://api.stripe.com'),
    'Where Stripe’s API is; for a server that plays it. Default https://api.stripe.com.',
  ),
  stripe_meter_event_name: setting(
    'STRIPE_METER_EVENT_NAME',
    optional,
    'Meter at Stripe that overage charges are reported to, in micro-dollars. Without it they are not reported.',
  ),
  metrics_port: setting(
    'METRICS_PORT',
    integer(0, 0, 65_535),
    'Serves Prometheus metrics at /metrics on a port of its own. Default 0: it does not.',
  ),
  metrics_token: setting(
    'METRICS_TOKEN',
    optional,
    'Serves /metrics on PORT too, to whoever sends this as bearer token.',
  ),
  otlp_endpoint: setting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    optional,
    'OpenTelemetry collector that traces are sent to, by HTTP and JSON, at /v1/traces below it. Without it nothing is traced.',
  ),
  otlp_headers: setting(
    'OTEL_EXPORTER_OTLP_HEADERS',
    headers,
    'Headers for it: name=value, comma-separated.',
  ),
  otlp_service_name: setting(
    'OTEL_SERVICE_NAME',
    text('herald'),
    'Name of the service in traces. Default herald.',
  ),
} as const

export type Config = {
  [K in keyof typeof SETTINGS]: (typeof SETTINGS)[K] extends Setting<infer T> ? T : never
}

/** Reads and checks everything at once, so that one start shows every mistake. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const problems: string[] = []
  const entries = Object.entries(SETTINGS).map(([name, { env: variable, schema }]) => {
    const parsed = (schema as z.ZodType).safeParse(env[variable] === '' ? undefined : env[variable])
    if (!parsed.success)
      problems.push(`${variable}: ${parsed.error.issues.map((issue) => issue.message).join(', ')}`)
    return [name, parsed.data]
  })
  if (problems.length > 0) throw new Error(`Some settings cannot be used:\n  ${problems.join('\n  ')}`)
  return Object.fromEntries(entries) as Config
}

export function configHelp(): string {
  const rows = Object.values(SETTINGS).map(({ env, help }) => `  ${env.padEnd(28)}${help}`)
  return ['Herald. Settings come from the environment:', '', ...rows, '', ...providerHelp(), ''].join('\n')
}

import type { Config } from './config.ts'
import { CONNECT_TIMEOUT_MS } from './providers/oauth/calls.ts'
import type { ConnectSettings } from './providers/oauth/index.ts'
import { OAUTH_CLIENTS } from './providers/oauth/types.ts'
import type { ProviderSettings } from './providers/registry.ts'

/** Credentials of the outside platforms. Each has its own address and model, so that a compatible server can stand in. */
const PROVIDERS = {
  chatgpt: 'OPENAI',
  claude: 'ANTHROPIC',
  gemini: 'GEMINI',
  perplexity: 'PERPLEXITY',
  grok: 'XAI',
  deepseek: 'DEEPSEEK',
  metaai: 'META_AI',
} as const

const SERP = { dataforseo: 'DATAFORSEO', serpapi: 'SERPAPI' } as const
/** Connected accounts' platforms that may stand behind a proxy: https://host/path is <BASE_URL>/host/path there. */
const PROXIED = { google: 'GOOGLE', webflow: 'WEBFLOW' } as const
const LLM_KINDS = ['openai', 'openai_compatible', 'anthropic', 'gemini'] as const

type Env = Record<string, string | undefined>

function choiceOf(env: Env, prefix: string) {
  const [api_key, base_url, model] = ['API_KEY', 'BASE_URL', 'MODEL'].map(
    (name) => env[`${prefix}_${name}`] || undefined,
  )
  return { ...(api_key && { api_key }), ...(base_url && { base_url }), ...(model && { model }) }
}

function basesOf(env: Env): Record<string, string> {
  const given = Object.entries(PROXIED).map(([name, prefix]) => [name, env[`${prefix}_BASE_URL`]])
  return Object.fromEntries(given.filter(([, base]) => base))
}

/** What the registry of providers needs. DATAFORSEO_API_KEY is "login:password". */
export function readProviderSettings(
  env: Env,
  { mode, platform_timeout_ms: timeout_ms }: Pick<Config, 'mode' | 'platform_timeout_ms'>,
  sandboxUrl: string | null,
): ProviderSettings {
  const kind = LLM_KINDS.find((name) => name === env.LLM_PROVIDER)
  const all = (names: Record<string, string>) =>
    Object.fromEntries(Object.entries(names).map(([platform, prefix]) => [platform, choiceOf(env, prefix)]))
  return {
    mode,
    ...(sandboxUrl === null ? {} : { sandbox_url: sandboxUrl }),
    engines: all(PROVIDERS),
    serp: all(SERP),
    llm: { ...choiceOf(env, 'LLM'), ...(kind && { kind }) },
    platforms: { bases: basesOf(env), timeout_ms },
  }
}

/** The apps that people connect their accounts through: a client counts when both halves are there. */
export function readConnectSettings(
  env: Env,
  config: Pick<Config, 'mode' | 'allow_private_targets' | 'platform_timeout_ms'>,
  sandboxUrl: string | null,
): ConnectSettings {
  const clients = OAUTH_CLIENTS.flatMap((name) => {
    const [client_id, client_secret] = ['ID', 'SECRET'].map(
      (half) => env[`${name.toUpperCase()}_CLIENT_${half}`],
    )
    return client_id && client_secret ? [[name, { client_id, client_secret }] as const] : []
  })
  return {
    mode: config.mode,
    sandbox_url: sandboxUrl,
    clients: Object.fromEntries(clients),
    bases: basesOf(env),
    timeout_ms: Math.min(config.platform_timeout_ms, CONNECT_TIMEOUT_MS),
    allow_private: config.allow_private_targets,
  }
}

export function providerHelp(): string[] {
  const prefixes = [...Object.values(PROVIDERS), ...Object.values(SERP), 'LLM'].join(', ')
  return [
    'Outside platforms, in live mode: <NAME>_API_KEY, <NAME>_BASE_URL and <NAME>_MODEL for each of',
    `  ${prefixes}.`,
    'Accounts that people connect, in live mode: <NAME>_CLIENT_ID and <NAME>_CLIENT_SECRET for each of',
    `  ${OAUTH_CLIENTS.map((name) => name.toUpperCase()).join(', ')}.`,
    'A proxy in front of their APIs, in live mode: <NAME>_BASE_URL, which is asked for /<host>/<path>, for each of',
    `  ${Object.values(PROXIED).join(', ')}.`,
    `LLM_PROVIDER is one of ${LLM_KINDS.join(', ')}; DATAFORSEO_API_KEY is "login:password".`,
  ]
}

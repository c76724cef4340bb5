/**
 * From settings to the providers that can be used. A set is either all live or all simulated: in sandbox mode
 * and for test keys everything points at the sandbox, whatever credentials exist; in live mode nothing does.
 */
import type {
  EngineAnswer,
  EngineSettings,
  Generated,
  GenerateInput,
  LlmKind,
  LlmSettings,
  Outcome,
  Platform,
  ProviderDoor,
  Question,
} from './contract.ts'
import { PLATFORMS } from './contract.ts'
import { ENGINE_DEFAULTS, ENGINE_TIMEOUT_MS, SERP_DEFAULTS, type SerpSource } from './engines/defaults.ts'
import { engines } from './engines/index.ts'
import { generate, LLM_DEFAULTS, LLM_TIMEOUT_MS } from './llm/index.ts'
import { PLATFORM_TIMEOUT_MS, type PlatformSettings, sandboxPlatforms } from './platform.ts'
import { SERP_TIMEOUT_MS, type SerpProvider, serpProvider } from './serp/index.ts'

export interface ProviderChoice {
  api_key?: string
  base_url?: string
  model?: string
  timeout_ms?: number
}

export interface ProviderSettings {
  mode: 'sandbox' | 'live'
  sandbox_url?: string
  engines?: Partial<Record<Exclude<Platform, 'ai_overview'>, ProviderChoice>>
  /** The key of DataForSEO is "login:password". The first one configured serves AI Overview, ranks and maps. */
  serp?: Partial<Record<SerpSource, ProviderChoice>>
  llm?: ProviderChoice & { kind?: LlmKind }
  /** Proxies in front of connected accounts' platforms, and how long one of these may take. */
  platforms?: Partial<Pick<PlatformSettings, 'bases' | 'timeout_ms'>>
}

export interface Engine {
  platform: Platform
  model: string
  simulated: boolean
  ask(question: Question, signal?: AbortSignal): Promise<Outcome<EngineAnswer>>
}

export interface TextGenerator {
  model: string
  simulated: boolean
  generate(input: GenerateInput, signal?: AbortSignal): Promise<Outcome<Generated>>
}

export interface ProviderSet {
  simulated: boolean
  /** Only what can be asked; the rest is in `unavailable`. */
  engines: Partial<Record<Platform, Engine>>
  unavailable: Platform[]
  llm: TextGenerator | null
  /** Google's results pages and maps; null without a search vendor. */
  serp: SerpProvider | null
  /** Where the platforms of connected accounts are reached. */
  platforms: PlatformSettings
}

export interface Providers {
  /** What a live key uses. */
  live: ProviderSet
  /** What a test key uses: always the sandbox, and empty where none is running. */
  test: ProviderSet
}

type Chosen = ProviderChoice & { source?: SerpSource }

const SANDBOX_KEY = 'sandbox:sandbox'
/** The sandbox answers at once, so whoever tries out a time-out need not wait as long as for a real platform. */
const SANDBOX_TIMEOUT_MS = 10_000
const SERP_SOURCES: readonly SerpSource[] = ['dataforseo', 'serpapi']

function sourceOf(settings: ProviderSettings): SerpSource | undefined {
  return SERP_SOURCES.find((name) => settings.serp?.[name]?.api_key)
}

/** What configuration says about each platform; AI Overview is as available as its search vendor. */
function choicesOf(settings: ProviderSettings): Partial<Record<Platform, Chosen>> {
  const chosen: Partial<Record<Platform, Chosen>> = { ...settings.engines }
  const source = sourceOf(settings)
  if (source !== undefined)
    chosen.ai_overview = { ...SERP_DEFAULTS[source], ...settings.serp?.[source], source }
  return chosen
}

function liveEngine(platform: Platform, choice: Chosen | undefined): EngineSettings | null {
  const { base_url, model, mount } = ENGINE_DEFAULTS[platform]
  if (!choice?.api_key) return null
  return {
    api_key: choice.api_key,
    base_url: choice.base_url || base_url,
    model: choice.model || model,
    timeout_ms: choice.timeout_ms ?? ENGINE_TIMEOUT_MS,
    lane: choice.source ?? mount,
    ...(choice.source === undefined ? {} : { source: choice.source }),
  }
}

function sandboxEngine(platform: Platform, settings: ProviderSettings): EngineSettings | null {
  if (!settings.sandbox_url) return null
  const { model, mount } = ENGINE_DEFAULTS[platform]
  return {
    api_key: SANDBOX_KEY,
    base_url: `${settings.sandbox_url}/${mount}`,
    model,
    timeout_ms: SANDBOX_TIMEOUT_MS,
    lane: `sandbox:${mount}`,
  }
}

/** A local server may want no key, so for that kind an address is enough. */
function liveLlm({ llm = {} }: ProviderSettings): LlmSettings | null {
  const kind = llm.kind ?? 'openai'
  const { base_url, model, mount } = LLM_DEFAULTS[kind]
  const address = llm.base_url || base_url
  const keyless = kind === 'openai_compatible'
  if (address === '' || (!llm.api_key && !keyless)) return null
  return {
    kind,
    api_key: llm.api_key ?? '',
    base_url: address,
    model: llm.model || model,
    timeout_ms: llm.timeout_ms ?? LLM_TIMEOUT_MS,
    lane: `llm:${mount}`,
  }
}

function sandboxLlm(settings: ProviderSettings): LlmSettings | null {
  if (!settings.sandbox_url) return null
  const { model, mount } = LLM_DEFAULTS.openai
  return {
    kind: 'openai',
    api_key: SANDBOX_KEY,
    base_url: `${settings.sandbox_url}/${mount}`,
    model,
    timeout_ms: SANDBOX_TIMEOUT_MS,
    lane: `sandbox:llm:${mount}`,
  }
}

function liveSerp(settings: ProviderSettings, door: ProviderDoor): SerpProvider | null {
  const source = sourceOf(settings)
  const choice = source === undefined ? undefined : settings.serp?.[source]
  if (source === undefined || !choice?.api_key) return null
  const account = {
    api_key: choice.api_key,
    base_url: choice.base_url || SERP_DEFAULTS[source].base_url,
    timeout_ms: choice.timeout_ms ?? SERP_TIMEOUT_MS,
    lane: source,
  }
  return serpProvider(source, account, door, false)
}

function sandboxSerp({ sandbox_url }: ProviderSettings, door: ProviderDoor): SerpProvider | null {
  if (!sandbox_url) return null
  const { mount } = SERP_DEFAULTS.dataforseo
  const account = {
    api_key: SANDBOX_KEY,
    base_url: `${sandbox_url}/${mount}`,
    timeout_ms: SANDBOX_TIMEOUT_MS,
    lane: `sandbox:${mount}`,
  }
  return serpProvider('dataforseo', account, door, true)
}

function buildSet(
  door: ProviderDoor,
  simulated: boolean,
  engineOf: (platform: Platform) => EngineSettings | null,
  llm: LlmSettings | null,
  serp: SerpProvider | null,
  platforms: PlatformSettings,
): ProviderSet {
  const set: ProviderSet = { simulated, engines: {}, unavailable: [], llm: null, serp, platforms }
  for (const platform of PLATFORMS) {
    const settings = engineOf(platform)
    if (settings === null) {
      set.unavailable.push(platform)
      continue
    }
    set.engines[platform] = {
      platform,
      model: settings.model,
      simulated,
      ask: (question, signal) => engines[platform].ask(question, settings, door, signal),
    }
  }
  if (llm !== null) {
    set.llm = { model: llm.model, simulated, generate: (input, signal) => generate(input, llm, door, signal) }
  }
  return set
}

export function buildProviders(settings: ProviderSettings, door: ProviderDoor): Providers {
  const { bases = {}, timeout_ms = PLATFORM_TIMEOUT_MS } = settings.platforms ?? {}
  const test = buildSet(
    door,
    true,
    (platform) => sandboxEngine(platform, settings),
    sandboxLlm(settings),
    sandboxSerp(settings, door),
    sandboxPlatforms(settings.sandbox_url, timeout_ms),
  )
  if (settings.mode === 'sandbox') return { live: test, test }
  const choices = choicesOf(settings)
  const live = buildSet(
    door,
    false,
    (platform) => liveEngine(platform, choices[platform]),
    liveLlm(settings),
    liveSerp(settings, door),
    { simulated: false, bases, timeout_ms },
  )
  return { live, test }
}

/** Where each platform is and which model stands for it, when configuration does not say otherwise. */
import type { Platform } from '../contract.ts'

export interface EngineDefaults {
  base_url: string
  model: string
  /** The path under which the sandbox plays this vendor; also the name of its lane. */
  mount: string
}

/** Search with reasoning is slow; most answers take 5 to 30 seconds. */
export const ENGINE_TIMEOUT_MS = 120_000

export const ENGINE_DEFAULTS: Record<Platform, EngineDefaults> = {
  chatgpt: { base_url: 'https://api.openai.com', model: 'gpt-5.5', mount: 'openai' },
  claude: { base_url: 'https://api.anthropic.com', model: 'claude-sonnet-5', mount: 'anthropic' },
  gemini: {
    base_url: 'https://generativelanguage.googleapis.com',
    model: 'gemini-3.8-flash',
    mount: 'gemini',
  },
  perplexity: { base_url: 'https://api.perplexity.ai', model: 'perplexity/sonar', mount: 'perplexity' },
  grok: { base_url: 'https://api.x.ai', model: 'grok-4.5', mount: 'xai' },
  deepseek: { base_url: 'https://api.deepseek.com', model: 'deepseek-v4-pro', mount: 'deepseek' },
  metaai: { base_url: 'https://api.meta.ai', model: 'muse-spark-1.3', mount: 'meta' },
  ai_overview: { base_url: 'https://api.dataforseo.com', model: 'google-ai-overview', mount: 'dataforseo' },
}

/** The vendors that can show Google's AI Overview. */
export const SERP_DEFAULTS = {
  dataforseo: { base_url: 'https://api.dataforseo.com', mount: 'dataforseo' },
  serpapi: { base_url: 'https://serpapi.com', mount: 'serpapi' },
} as const

export type SerpSource = keyof typeof SERP_DEFAULTS

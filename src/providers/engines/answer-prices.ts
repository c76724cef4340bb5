import type { Platform } from '../contract.ts'

/**
 * What one answer costs with the default models, in micro-dollars: usually, and at most. The real cost comes from
 * the engines; these are for planning and for what is held until it is known.
 */
const ANSWER_MICROS: Record<Platform, { usual: number; most: number }> = {
  chatgpt: { usual: 70_000, most: 130_000 },
  claude: { usual: 32_000, most: 70_000 },
  gemini: { usual: 43_000, most: 80_000 },
  perplexity: { usual: 10_000, most: 20_000 },
  grok: { usual: 38_000, most: 60_000 },
  deepseek: { usual: 2_000, most: 8_000 },
  metaai: { usual: 12_000, most: 20_000 },
  ai_overview: { usual: 4_000, most: 15_000 },
}

export const usualMicros = (platform: Platform) => ANSWER_MICROS[platform].usual

/** The most a scan may spend: it is held at acceptance, and the scanner stops asking when it is spent. */
export function mostMicros(scan: {
  queries: readonly string[]
  platforms: readonly Platform[]
  repeats: number
}): number {
  const each = scan.platforms.reduce((sum, platform) => sum + ANSWER_MICROS[platform].most, 0)
  return scan.queries.length * scan.repeats * each
}

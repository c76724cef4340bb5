/** The answer engines by platform. Nothing else asks which platform it is dealing with. */
import type { EngineAdapter, Platform } from '../contract.ts'
import { aiOverview } from './ai-overview.ts'
import { chatgpt } from './chatgpt.ts'
import { claude } from './claude.ts'
import { deepseek } from './deepseek.ts'
import { gemini } from './gemini.ts'
import { grok } from './grok.ts'
import { metaai } from './metaai.ts'
import { perplexity } from './perplexity.ts'

export const engines: Record<Platform, EngineAdapter> = {
  chatgpt,
  claude,
  gemini,
  perplexity,
  grok,
  deepseek,
  metaai,
  ai_overview: aiOverview,
}

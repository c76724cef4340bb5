/** One text generator over several APIs; which one is a matter of settings. */
import type {
  Generated,
  GenerateInput,
  LlmAdapter,
  LlmKind,
  LlmSettings,
  Outcome,
  ProviderDoor,
} from '../contract.ts'
import { callAndParse } from '../wire.ts'
import { anthropic } from './anthropic.ts'
import { gemini } from './gemini.ts'
import { openai, openaiCompatible } from './openai-chat.ts'

export const llms: Record<LlmKind, LlmAdapter> = {
  openai,
  openai_compatible: openaiCompatible,
  anthropic,
  gemini,
}

export const LLM_TIMEOUT_MS = 120_000

/** A compatible server has no default address: whoever runs one says where. */
export const LLM_DEFAULTS: Record<LlmKind, { base_url: string; model: string; mount: string }> = {
  openai: { base_url: 'https://api.openai.com', model: 'gpt-5.4-mini', mount: 'openai' },
  openai_compatible: { base_url: '', model: 'default', mount: 'openai' },
  anthropic: { base_url: 'https://api.anthropic.com', model: 'claude-sonnet-5', mount: 'anthropic' },
  gemini: {
    base_url: 'https://generativelanguage.googleapis.com',
    model: 'gemini-3.8-flash',
    mount: 'gemini',
  },
}

export function generate(
  input: GenerateInput,
  settings: LlmSettings,
  door: ProviderDoor,
  signal?: AbortSignal,
): Promise<Outcome<Generated>> {
  const adapter = llms[settings.kind]
  const request = adapter.request(input, settings)
  return callAndParse(request, settings, door, (reply) => adapter.parse(reply, settings), signal)
}

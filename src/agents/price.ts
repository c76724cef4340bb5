import { generationCost } from '../providers/engines/prices.ts'
import type { Request } from './prompt.ts'

/** Problems and quotes around a refused answer that is sent back. */
const REPAIR_OVERHEAD_TOKENS = 2_000
/** Prompt and schema for the largest input that a workflow builds, with room to spare. */
export const LARGEST_CHAINED_BYTES = 60_000

export type Size = { sent_bytes: number; max_tokens: number }

export function sizeOf(request: Request): Size {
  const sent = request.system + request.prompt + JSON.stringify(request.schema)
  return { sent_bytes: Buffer.byteLength(sent), max_tokens: request.max_tokens }
}

/**
 * Two full answers, and everything that is sent twice. A token is at least one byte, so bytes bound the tokens of
 * any text in any language.
 */
export function worstCaseMicros(model: string | null, { sent_bytes, max_tokens }: Size): number {
  if (model === null) return 0
  return generationCost(model, {
    input_tokens: 2 * sent_bytes + max_tokens + REPAIR_OVERHEAD_TOKENS,
    output_tokens: 2 * max_tokens,
  })
}

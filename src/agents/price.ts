import { generationCost } from '../providers/engines/prices.ts'
import type { Request } from './prompt.ts'

/** Problems and quotes around a refused answer that is sent back. */
const REPAIR_OVERHEAD_TOKENS = 2_000

/**
 * Two full answers, and everything that is sent twice. A token is at least one byte, so bytes bound the tokens of
 * any text in any language.
 */
export function worstCaseMicros(model: string | null, request: Request): number {
  if (model === null) return 0
  const sent = Buffer.byteLength(request.system + request.prompt + JSON.stringify(request.schema))
  return generationCost(model, {
    input_tokens: 2 * sent + request.max_tokens + REPAIR_OVERHEAD_TOKENS,
    output_tokens: 2 * request.max_tokens,
  })
}

import { generationCost } from '../providers/engines/prices.ts'
import type { Request } from './prompt.ts'

/** Problems and quotes around a refused answer that is sent back. */
const REPAIR_OVERHEAD_TOKENS = 2_000
/** Prompt and schema for the largest input that a workflow builds, with room to spare. */
const LARGEST_CHAINED_BYTES = 60_000
/** What a step may take over from the steps before it. */
const HANDED_ON_BYTES = 10_000
/** How often a workflow's input can be part of what one step sends: as data, in a schema, and quoted in both. */
const TIMES_SENT = 4

export type Size = { sent_bytes: number; max_tokens: number }

/** The most a step of a workflow sends: what the agent itself says, the workflow's input, and what earlier steps found. */
export function chainedBytes(own: Request, inputBytes: number): number {
  const sent = sizeOf(own).sent_bytes + TIMES_SENT * inputBytes + HANDED_ON_BYTES
  return Math.min(LARGEST_CHAINED_BYTES, sent)
}

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

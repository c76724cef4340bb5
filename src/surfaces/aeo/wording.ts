import type { z } from 'zod'
import { parse } from '../../agents/ask.ts'
import { type Request, repairOf, requestOf } from '../../agents/prompt.ts'
import type { TenantContext } from '../../kernel/context.ts'
import { fail } from '../../kernel/errors.ts'
import type { TextGenerator } from '../../providers/registry.ts'

/** The tenant's text generator, or 503. */
export function writerOf(ctx: TenantContext, fix_hint?: string): TextGenerator {
  const { llm } = ctx.app.providers[ctx.principal.mode]
  if (llm !== null) return llm
  throw fail('llm_unconfigured', 'No text generator is configured on this installation.', {
    fix_hint: fix_hint ?? 'Set LLM_API_KEY, or LLM_PROVIDER=openai_compatible and LLM_BASE_URL.',
  })
}

async function ask(llm: TextGenerator, request: Request) {
  const outcome = await llm.generate(request)
  if (outcome.ok) return outcome.value
  const again = outcome.verdict === 'retry_later' || outcome.verdict === 'unknown'
  throw fail('provider_failed', `The text generator did not deliver. ${outcome.message}`, {
    ...(again ? { fix_hint: 'Retry with exponential backoff; nothing was charged.' } : {}),
  })
}

/**
 * Wording that fits its form, after one repair if need be. What the model writes is checked against the facts by the
 * caller: here only the form counts.
 */
export async function worded<A extends z.ZodType>(
  llm: TextGenerator,
  task: { instructions: string; data: unknown; answer: A; max_tokens: number },
): Promise<z.output<A>> {
  const request = requestOf(task.instructions, task.max_tokens, task.answer, task.data)
  const first = await ask(llm, request)
  const read = parse(task.answer, first)
  if (read.ok) return read.value
  const second = await ask(llm, repairOf(request, first.text, read.problems))
  const repaired = parse(task.answer, second)
  if (repaired.ok) return repaired.value
  throw fail('provider_failed', 'The text generator answered in a form that cannot be used, twice.', {
    fix_hint: 'Retry; nothing was charged.',
  })
}

import { z } from 'zod'
import { inventedIn } from '../../agents/fact-check.ts'
import type { TextGenerator } from '../../providers/registry.ts'
import { worded } from './wording.ts'

const INSTRUCTIONS = `You write one short description of what the customer offers, for machines and people who look it up. \
Use only what data.facts states and only words that it contains, in any form, joined by articles, prepositions and forms of \
"to be" and "to have"; at most two sentences. If data.not_supported is there, an earlier description contained those words \
and the facts do not: leave them out.`

const Described = z.object({ description: z.string().trim().min(1).max(300) })

/**
 * A description worded from facts, or null with what it would have invented: a second try gets to see what was wrong
 * with the first, and then nothing is better than something untrue.
 */
export async function describe(
  llm: TextGenerator,
  /** As the model gets to see them, and every word in them. */
  { shown, facts }: { shown: unknown; facts: readonly string[] },
  language: string | undefined,
): Promise<{ description: string | null; invented: string[] }> {
  let invented: string[] = []
  for (let tried = 0; tried < 2; tried++) {
    const data = {
      facts: shown,
      language: language ?? 'en',
      ...(invented.length === 0 ? {} : { not_supported: invented }),
    }
    const task = { instructions: INSTRUCTIONS, data, answer: Described, max_tokens: 300 }
    const { description } = await worded(llm, task)
    invented = inventedIn(description, facts)
    if (invented.length === 0) return { description, invented }
  }
  return { description: null, invented }
}

export const leftOut = (invented: readonly string[]) =>
  `A description was worded and left out, since it said what the facts do not: ${invented.slice(0, 20).join(', ')}.`

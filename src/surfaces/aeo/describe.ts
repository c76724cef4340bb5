import { z } from 'zod'
import type { TextGenerator } from '../../providers/registry.ts'
import { inventedIn } from './fact-check.ts'
import { worded } from './wording.ts'

const INSTRUCTIONS = `You write one short description of what the customer offers, for machines and people who look it up. \
Use only what data.facts states, in plain words, at most two sentences. If data.not_supported is there, an earlier \
description contained those particulars and the facts do not: leave them out.`

const Described = z.object({ description: z.string().trim().min(1).max(300) })

/**
 * A description worded from facts, or null with what it would have invented: a second try gets to see what was wrong
 * with the first, and then nothing is better than something untrue.
 */
export async function describe(
  llm: TextGenerator,
  facts: readonly string[],
  language: string | undefined,
): Promise<{ description: string | null; invented: string[] }> {
  let invented: string[] = []
  for (let tried = 0; tried < 2; tried++) {
    const data = {
      facts,
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
  `A description was worded and left out, since it said what the facts do not: ${invented.join(', ')}.`

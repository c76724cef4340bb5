import { hash } from './random.ts'

export type PromptCount = { platform: string; prompt: string; asked: number; answered: number }

export type Stats = {
  requests: number
  by_family: Record<string, number>
  by_platform: Record<string, { asked: number; answered: number }>
  by_prompt: PromptCount[]
}

/** Counts what was asked and what was answered, so that a client can prove it never paid twice. */
export type Ledger = {
  request(family: string): void
  ask(platform: string, prompt: string): PromptCount
  answer(count: PromptCount): void
  stats(): Stats
  clear(): void
}

const MOST_PROMPTS = 50_000
const LONGEST_KEY = 1000

export function createLedger(): Ledger {
  const families = new Map<string, number>()
  const prompts = new Map<string, PromptCount>()
  const platforms = new Map<string, { asked: number; answered: number }>()

  function platform(name: string): { asked: number; answered: number } {
    const known = platforms.get(name)
    if (known !== undefined) return known
    const fresh = { asked: 0, answered: 0 }
    platforms.set(name, fresh)
    return fresh
  }

  return {
    request(family) {
      families.set(family, (families.get(family) ?? 0) + 1)
    },
    ask(name, prompt) {
      const key = `${name}\n${shortened(prompt)}`
      const count = prompts.get(key) ?? { platform: name, prompt: shortened(prompt), asked: 0, answered: 0 }
      count.asked += 1
      platform(name).asked += 1
      prompts.set(key, count)
      // The oldest prompt goes first, so that a sandbox left running for weeks stays small.
      if (prompts.size > MOST_PROMPTS) prompts.delete(prompts.keys().next().value ?? '')
      return count
    },
    answer(count) {
      count.answered += 1
      platform(count.platform).answered += 1
    },
    stats() {
      const requests = [...families.values()].reduce((sum, count) => sum + count, 0)
      return {
        requests,
        by_family: Object.fromEntries(families),
        by_platform: Object.fromEntries([...platforms].map(([name, count]) => [name, { ...count }])),
        by_prompt: [...prompts.values()].map((count) => ({ ...count })),
      }
    },
    clear() {
      families.clear()
      prompts.clear()
      platforms.clear()
    },
  }
}

function shortened(prompt: string): string {
  if (prompt.length <= LONGEST_KEY) return prompt
  return `${prompt.slice(0, LONGEST_KEY)}… #${hash(prompt).toString(16)}`
}

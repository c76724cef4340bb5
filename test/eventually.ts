import { setTimeout as pause } from 'node:timers/promises'

/** Asks until it holds. The deadline is for a broken machine, not part of what is promised. */
export async function eventually<T>(
  ask: () => Promise<T | null | undefined | false>,
  within_ms = 15_000,
): Promise<T> {
  const deadline = performance.now() + within_ms
  for (;;) {
    const answer = await ask()
    if (answer) return answer
    if (performance.now() > deadline) throw new Error(`it did not happen within ${within_ms} ms`)
    await pause(10)
  }
}

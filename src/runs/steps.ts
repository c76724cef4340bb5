import type { RunContext } from './agent.ts'
import { findStep, insertStep } from './steps-store.ts'

/**
 * Does a step once in the life of a run: its result and its cost are kept in one transaction, and a run that is
 * taken up again finds them instead of paying a second time. The result must survive JSON.
 */
export async function once<T>(
  ctx: RunContext,
  name: string,
  work: () => Promise<{ output: T; cost_micros: number }>,
): Promise<T> {
  const key = { tenant_id: ctx.tenant_id, run_id: ctx.run_id, step: `${ctx.within}${name}` }
  const kept = await findStep<T>(ctx.db, key)
  if (kept !== null) return kept.output
  ctx.signal.throwIfAborted()
  const { output, cost_micros } = await work()
  await ctx.step(cost_micros, (tx) => insertStep(tx, key, output, cost_micros))
  return output
}

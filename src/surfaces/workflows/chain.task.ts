import { CHANGED_WORLD } from '../../agents/ask.ts'
import { type Agent, type RunContext, RunFailed } from '../../runs/agent.ts'
import { once } from '../../runs/steps.ts'
import type { Progress } from '../../runs/store.ts'
import type { Done, Step } from './declare.ts'

type Finished = { agent: string; outputs: Record<string, unknown>[] }

/** Runs the steps one after the other. Each result is kept, so a chain that was cut off goes on behind the last one. */
export async function runChain<I>(
  ctx: RunContext,
  name: string,
  steps: readonly Step<I>[],
  input: I,
): Promise<Record<string, unknown>> {
  const finished: Finished[] = []
  const { simulated } = ctx.app.providers[ctx.mode]
  for (const [at, step] of steps.entries()) {
    const agent = ctx.agents.get(step.agent)
    if (agent === undefined) throw new RunFailed(`${name} needs the agent ${step.agent}, which is not there.`)
    const place = { at, of: steps.length }
    const outputs: Finished['outputs'] = []
    for (const [turn, given] of step.inputs(input, doneBy(finished)).slice(0, step.most).entries()) {
      const label = `${at + 1}.${turn + 1}-${step.agent}`
      // Its own answers and their cost are kept under the label by the agent; this keeps what came of them.
      const work = async () => ({ output: await runStep(ctx, agent, label, place, given), cost_micros: 0 })
      const output = await once(ctx, label, work)
      // A step that was kept before a restart may come from the other world.
      if (output.simulated === !simulated) throw new RunFailed(CHANGED_WORLD)
      outputs.push(output)
    }
    finished.push({ agent: step.agent, outputs })
  }
  await ctx.report({ done: steps.length, total: steps.length, note: null })
  return { workflow: name, simulated, steps: finished }
}

function doneBy(finished: readonly Finished[]): Done {
  return {
    of: (link) => (finished.find(({ agent }) => agent === link.name)?.outputs ?? []).map(link.read),
  }
}

type Place = { at: number; of: number }

async function runStep(
  ctx: RunContext,
  agent: Agent,
  label: string,
  { at, of }: Place,
  input: unknown,
): Promise<Record<string, unknown>> {
  const seen = (progress: Progress) => ({ done: at, total: of, note: noteOf(agent.name, progress) })
  const inside: RunContext = {
    ...ctx,
    within: `${ctx.within}${label}/`,
    report: (progress) => ctx.report(seen(progress)),
    step: (cost, keep, progress) => ctx.step(cost, keep, progress === undefined ? undefined : seen(progress)),
  }
  try {
    return await agent.run(inside, input)
  } catch (error) {
    if (!(error instanceof RunFailed) || ctx.signal.aborted) throw error
    throw new RunFailed(`Step ${at + 1} of ${of} (${agent.name}): ${error.message}`, { cause: error })
  }
}

function noteOf(agent: string, { done, total, note }: Progress): string {
  return total > 1 ? `${agent}: ${done} of ${total}` : `${agent}: ${note ?? 'done'}`
}

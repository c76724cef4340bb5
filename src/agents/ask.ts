import { setTimeout as pause } from 'node:timers/promises'
import type { z } from 'zod'
import type { Failure, Generated } from '../providers/contract.ts'
import type { TextGenerator } from '../providers/registry.ts'
import { type RunContext, RunFailed } from '../runs/agent.ts'
import { once } from '../runs/steps.ts'
import { type Request, repairOf } from './prompt.ts'
import '../ports.ts'

/** Pauses before the second, third and fourth try. A vendor's own wish is honoured up to the longest. */
const PAUSES_MS = [500, 1_500, 4_000] as const
const LONGEST_PAUSE_MS = 30_000
/** A call that timed out or broke off may have been paid for, so it gets one more try and not three. */
const TRIES_AFTER_UNKNOWN = 2

type Answer = { text: string; complete: boolean }
type Kept = Answer & { model: string; simulated: boolean }

export const CHANGED_WORLD = 'The service changed between simulated and real platforms during this run.'
type Parsed<T> = { ok: true; value: T } | { ok: false; problems: string[] }

/** The model's answer as the schema has it, after one repair if need be; else the run fails and says why. */
export async function askForJson<A extends z.ZodType>(
  ctx: RunContext,
  request: Request,
  schema: A,
): Promise<{ value: z.output<A>; simulated: boolean; model: string }> {
  const llm = ctx.app.providers[ctx.mode].llm
  if (llm === null) throw new RunFailed('No text generator is configured on this installation.')
  const ask = async (name: string, wanted: Request) => {
    const answer = await once(ctx, name, () => generate(ctx, llm, wanted))
    // Kept before a restart: what the sandbox wrote must not pass for a real answer, nor the other way round.
    if (answer.simulated === !llm.simulated) throw new RunFailed(CHANGED_WORLD)
    return answer
  }
  const first = await ask('answer', request)
  const parsed = parse(schema, first)
  if (parsed.ok) return { value: parsed.value, simulated: llm.simulated, model: first.model }
  await ctx.report({ done: 0, total: 1, note: 'The answer did not fit its form: asking once more.' })
  const second = await ask('repair', repairOf(request, first.text, parsed.problems))
  const repaired = parse(schema, second)
  if (repaired.ok) return { value: repaired.value, simulated: llm.simulated, model: second.model }
  throw new RunFailed(
    `The model's answer did not match the expected form, also after one repair: ${repaired.problems.slice(0, 3).join('; ')}`,
  )
}

/** Text around the object, such as markdown fences, is forgiven; anything else is named, so that it can be repaired. */
export function parse<A extends z.ZodType>(schema: A, answer: Answer): Parsed<z.output<A>> {
  const { text } = answer
  const object = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)
  let json: unknown
  try {
    json = JSON.parse(object)
  } catch {
    const reason = answer.complete ? 'it is not valid JSON' : 'it was cut off: answer more briefly'
    return { ok: false, problems: [reason] }
  }
  const checked = schema.safeParse(json)
  if (checked.success) return { ok: true, value: checked.data }
  return {
    ok: false,
    problems: checked.error.issues.map((issue) => `${issue.path.join('.') || 'object'}: ${issue.message}`),
  }
}

async function generate(
  ctx: RunContext,
  llm: TextGenerator,
  request: Request,
): Promise<{ output: Kept; cost_micros: number }> {
  let unknown = 0
  for (let tried = 1; ; tried++) {
    const outcome = await llm.generate(request, ctx.signal)
    // A call that the run's own end broke off says nothing about the model.
    ctx.signal.throwIfAborted()
    if (outcome.ok) return kept(outcome.value, llm.simulated)
    if (outcome.verdict === 'unknown') unknown++
    const wait = PAUSES_MS[tried - 1]
    const again =
      outcome.verdict === 'retry_later' || (outcome.verdict === 'unknown' && unknown < TRIES_AFTER_UNKNOWN)
    if (!again || wait === undefined) throw new RunFailed(explain(outcome, tried))
    const wished = outcome.retry_after_ms ?? 0
    if (wished > LONGEST_PAUSE_MS) throw new RunFailed(explain(outcome, tried))
    await pause(Math.max(wait, wished), undefined, { signal: ctx.signal }).catch(() =>
      ctx.signal.throwIfAborted(),
    )
  }
}

function kept({ text, complete, served_model, cost_micros }: Generated, simulated: boolean) {
  return { output: { text, complete, model: served_model, simulated }, cost_micros }
}

function explain(failure: Failure, tries: number): string {
  const tried = tries === 1 ? '' : ` (${tries} tries)`
  switch (failure.verdict) {
    case 'reconnect':
      return `The text generator refused our credentials: its operator has to look at them. ${failure.message}`
    case 'rejected':
      return `The text generator refused the request. ${failure.message}`
    default:
      return `The text generator did not answer${tried}. ${failure.message}`
  }
}

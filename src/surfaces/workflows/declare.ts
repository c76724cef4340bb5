import type { z } from 'zod'
import type { App } from '../../kernel/context.ts'
import type { Agent } from '../../runs/agent.ts'
import { runChain } from './chain.task.ts'

/** An agent as a step sees it. Catalogue agents are this; others say it in one line. */
export type Link<In, Out> = {
  name: string
  /** For its type only: what the agent takes. */
  example: In
  read(output: unknown): Out
  /** The most that one run of it can cost in a workflow whose input has so many bytes, in micro-dollars. */
  ceiling(app: App, inputBytes: number): number
}

/** What the steps before have yielded: one entry for each time that the agent ran. */
export type Done = { of<Out>(link: Pick<Link<never, Out>, 'name' | 'read'>): Out[] }

export type Step<I> = {
  agent: string
  /** How often it runs at most; what is held at acceptance follows from it. */
  most: number
  /** The most that the step costs for this input, or for any. */
  held(app: App, input: I | null): number
  /** Pure: after a crash it is asked again and must say the same. None skips the step. */
  inputs(input: I, done: Done): readonly unknown[]
}

/** What this very input says about a step before anything has run: how often it runs, and what one run costs at most. */
export type Known<I> = { times?(input: I): number; each?(input: I): number }

/** Makes a step of an agent: how often it runs at most, and with what. */
export type Then<I> = <In, Out>(
  link: Link<In, Out>,
  most: number,
  inputs: (input: I, done: Done) => readonly NoInfer<In>[],
  known?: Known<I>,
) => Step<I>

export type Declared<I extends z.ZodObject> = {
  name: string
  title: string
  description: string
  input: I
  /** In their order; an agent appears once. */
  steps(then: Then<z.output<I>>): readonly Step<z.output<I>>[]
  example: z.input<I>
}

export type Workflow = Agent & {
  title: string
  description: string
  input: z.ZodObject
  steps: readonly { agent: string; most: number }[]
  example: Record<string, unknown>
  /** The most that a run on this input can cost; without one, on any. */
  hold(app: App, input?: unknown): number
}

const bytesOf = (input: unknown) =>
  input === null ? Number.POSITIVE_INFINITY : Buffer.byteLength(JSON.stringify(input))

function heldFor<I>(
  link: { ceiling(app: App, inputBytes: number): number },
  most: number,
  known: Known<I>,
): Step<I>['held'] {
  return (app, input) => {
    if (input === null) return most * link.ceiling(app, bytesOf(null))
    const times = Math.min(most, known.times?.(input) ?? most)
    return times * (known.each?.(input) ?? link.ceiling(app, bytesOf(input)))
  }
}

/** A chain of agents as one declaration. Running it, keeping each step and going on after a crash follow from it. */
export function workflow<I extends z.ZodObject>(declared: Declared<I>): Workflow {
  const { name, title, description, example } = declared
  const steps = declared.steps((link, most, inputs, known = {}) => ({
    agent: link.name,
    most,
    held: heldFor(link, most, known),
    inputs,
  }))
  if (new Set(steps.map(({ agent }) => agent)).size < steps.length)
    throw new Error(`${name}: an agent appears in two steps`)
  const input = declared.input.strict()
  // zod cannot say that a strict copy of a schema reads as the schema does.
  const read = (raw: unknown) => input.parse(raw) as z.output<I>
  return {
    name,
    title,
    description,
    input,
    steps,
    example,
    hold(app, raw) {
      const given = raw === undefined ? null : read(raw)
      return steps.reduce((sum, { held }) => sum + held(app, given), 0)
    },
    run: (ctx, raw) => runChain(ctx, name, steps, read(raw)),
  }
}

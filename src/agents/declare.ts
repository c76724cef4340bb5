import { z } from 'zod'
import type { App } from '../kernel/context.ts'
import { type Agent, RunFailed } from '../runs/agent.ts'
import '../ports.ts'
import { askForJson } from './ask.ts'
import { chainedBytes, sizeOf, worstCaseMicros } from './price.ts'
import { requestOf } from './prompt.ts'

/** An agent that asks a text generator one thing and checks the answer. This value is all there is to it. */
export type Declared<I extends z.ZodObject, A extends z.ZodObject, O extends z.ZodObject> = {
  /** In its path: POST /agents/{name}/run. */
  name: string
  title: string
  description: string
  input: I
  /** What the caller gets, beside `simulated` and `model`. */
  output: O
  /** A constant: nothing that a tenant wrote can be part of it. */
  instructions: string
  max_tokens: number
  /** What the model is asked for, as narrow as this input allows: only the platforms, keywords and days that it names. */
  answer(input: z.output<I>): A
  /** Adds what the model should not be trusted with: dates, lengths, what was left out. Pure. */
  finish(input: z.output<I>, answer: z.output<A>): z.input<O>
  /** Run by the tests, and shown in the catalogue. */
  example: z.input<I>
}

/** What an agent is to those that list and start it. */
export type CatalogueAgent = Agent & {
  title: string
  description: string
  input: z.ZodObject
  output: z.ZodObject
  example: Record<string, unknown>
  /** The most that a run on this input can cost, in micro-dollars. */
  hold(input: unknown, app: App): number
  /** The most that a run on an input which a workflow builds from one of this size can cost. */
  ceiling(app: App, inputBytes: number): number
  /** What is sent for this input, so that a test can look at it. */
  request(input: unknown): ReturnType<typeof requestOf>
}

/** The same with its types, for workflows that build its input and read its output. */
export type TypedAgent<I extends z.ZodObject, O extends z.ZodObject> = CatalogueAgent & {
  example: z.input<I>
  read(output: unknown): z.output<O>
}

const Provenance = {
  simulated: z.boolean().describe('True when the sandbox wrote it.'),
  model: z.string().describe('The model that answered.'),
}

export function agent<I extends z.ZodObject, A extends z.ZodObject, O extends z.ZodObject>(
  declared: Declared<I, A, O>,
): TypedAgent<I, O> {
  const { name, title, description, instructions, max_tokens } = declared
  const output = declared.output.extend(Provenance)
  const input = declared.input.strict()
  // zod cannot say that a strict copy of a schema reads as the schema does.
  const read = (raw: unknown) => input.parse(raw) as z.output<I>
  const request = (given: z.output<I>) => requestOf(instructions, max_tokens, declared.answer(given), given)
  return {
    name,
    title,
    description,
    input,
    output,
    example: declared.example,
    hold: (raw, app) => worstCaseMicros(modelOf(app), sizeOf(request(read(raw)))),
    ceiling: (app, inputBytes) => {
      const sent_bytes = chainedBytes(request(read(declared.example)), inputBytes)
      return worstCaseMicros(modelOf(app), { sent_bytes, max_tokens })
    },
    read: (raw) => declared.output.parse(raw),
    request: (raw) => request(read(raw)),
    async run(ctx, raw) {
      const checked = input.safeParse(raw)
      if (!checked.success) throw new RunFailed(`${name} was given a bad input: ${issuesOf(checked.error)}`)
      const given = read(raw)
      await ctx.report({ done: 0, total: 1, note: 'Writing.' })
      const { value, simulated, model } = await askForJson(ctx, request(given), declared.answer(given))
      await ctx.report({ done: 1, total: 1, note: null })
      return output.parse({ ...declared.finish(given, value), simulated, model })
    },
  }
}

const modelOf = (app: App) => app.providers.live.llm?.model ?? null

function issuesOf(error: z.ZodError): string {
  return error.issues.map((issue) => `${issue.path.join('.') || 'input'}: ${issue.message}`).join('; ')
}

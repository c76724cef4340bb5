import type { Mode } from '../kernel/api-key.ts'
import type { App, Tx } from '../kernel/context.ts'
import type { Db } from '../store/db.ts'
import type { Progress } from './store.ts'

/** What an agent gets: its input, a way to report, and a way to keep a step together with what the step cost. */
export type RunContext = {
  tenant_id: string
  run_id: string
  mode: Mode
  /** 1 for the first try; more after a worker died in the middle. Finished steps are found in the database. */
  attempt: number
  /** Leads the names of kept steps: empty for a run of its own, the step's name inside a workflow. */
  within: string
  /** Every agent there is, for those that chain others. */
  agents: ReadonlyMap<string, Agent>
  app: App
  db: Db
  signal: AbortSignal
  report(progress: Progress): Promise<void>
  /** Keeps a step's result and adds its cost in one transaction, and says how far it got where that is given. */
  step<T>(costMicros: number, keep: (tx: Tx) => Promise<T>, progress?: Progress): Promise<T>
}

/** The code behind a run. It returns the output, or throws RunFailed with a message for the caller. */
export type Agent = {
  name: string
  run(ctx: RunContext, input: unknown): Promise<Record<string, unknown>>
}

/** The run cannot succeed, and trying again would not change that. The message is shown as error_message. */
export class RunFailed extends Error {
  override name = 'RunFailed'
}

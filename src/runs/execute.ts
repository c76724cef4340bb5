import { emit } from '../events/outbox.ts'
import { finishJob, holdsJob } from '../jobs/store.ts'
import type { Queue, Taken } from '../jobs/worker.ts'
import type { App, Tx } from '../kernel/context.ts'
import { settle } from '../meter/event-store.ts'
import '../ports.ts'
import type { Db } from '../store/db.ts'
import { type Agent, type RunContext, RunFailed } from './agent.ts'
import { runEnded } from './ended.ts'
import type { RunKey, RunRow } from './store.ts'
import * as store from './store.ts'

export const CANCELLED = 'Cancelled by request.'

/** The queue that carries runs from queued to their end. */
export function runQueue(app: App, db: Db, agents: ReadonlyMap<string, Agent>, concurrency: number): Queue {
  return {
    concurrency,
    backoff: (attempts) => attempts * 2,
    handle: (job) => traced(app, job, () => execute(app, db, agents, job)),
    exhausted: async (job) => {
      await end(db, job, (tx, key) => store.failRun(tx, key, 'The run failed on our side, more than once.'))
    },
  }
}

function traced(app: App, job: Taken, work: () => Promise<void>): Promise<void> {
  const { tracer } = app
  if (tracer === null) return work()
  const { tenant_id, id } = keyOf(job)
  const about = { 'herald.run_id': id, 'herald.tenant_id': tenant_id, 'herald.attempt': job.attempts }
  // The payload is written by startRun alone.
  const { traceparent } = job.payload as { traceparent?: string }
  return tracer.continue(traceparent, () => tracer.span('run', 'consumer', about, work))
}

async function execute(app: App, db: Db, agents: ReadonlyMap<string, Agent>, job: Taken): Promise<void> {
  // Listening comes first: a cancel that arrives while the run begins is then heard, or seen in its row.
  const watch = watchCancel(db, job)
  try {
    const run = await store.beginRun(db, keyOf(job))
    if (run === null) return
    app.tracer?.annotate({ 'herald.agent': run.agent_name })
    const agent = agents.get(run.agent_name)
    if (agent === undefined) throw new RunFailed(`No agent is called ${run.agent_name}.`)
    if (run.cancel_requested) throw new RunFailed(CANCELLED)
    const output = await agent.run(contextOf(app, db, agents, job, run, watch.signal), run.input)
    await end(db, job, (tx, key) => store.completeRun(tx, key, output))
  } catch (error) {
    const reason = watch.cancelled() ? new RunFailed(CANCELLED) : error
    if (!(reason instanceof RunFailed)) throw reason
    app.tracer?.fail('run_failed')
    await end(db, job, (tx, key) => store.failRun(tx, key, reason.message))
  } finally {
    watch.close()
  }
}

/** The end of a run, its settlement and the end of its job are one transaction, and only the lease's holder has it. */
async function end(db: Db, job: Taken, move: (tx: Tx, key: RunKey) => Promise<RunRow | null>): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await finishJob(tx, job.id, job.lease))) throw new Error('the lease was lost before the run ended')
    const run = await move(tx, keyOf(job))
    if (run === null) return
    await settleRun(tx, run)
  })
}

/** What every ended run owes, however it ended: the hold goes, what was really spent stays, subscribers hear of it. */
export async function settleRun(tx: Tx, run: RunRow): Promise<void> {
  await settle(tx, run.tenant_id, run.usage_event_id, run.mode === 'test' ? 0 : run.cost_micros)
  await emit(tx, runEnded(run))
  await tx.notify('runs', run.id)
}

function contextOf(
  app: App,
  db: Db,
  agents: ReadonlyMap<string, Agent>,
  job: Taken,
  run: RunRow,
  signal: AbortSignal,
): RunContext {
  const key = keyOf(job)
  return {
    tenant_id: run.tenant_id,
    run_id: run.id,
    mode: run.mode,
    attempt: job.attempts,
    within: '',
    agents,
    app,
    db,
    signal,
    async report(progress) {
      await db.transaction(async (tx) => {
        await store.saveProgress(tx, key, progress)
        await tx.notify('runs', run.id)
      })
    },
    step: (costMicros, keep, progress) =>
      db.transaction(async (tx) => {
        // A worker that was frozen past its lease may bring what another has paid for meanwhile.
        if (!(await holdsJob(tx, job.id, job.lease)))
          throw new Error('the lease was lost before the step was kept')
        const result = await keep(tx)
        if (progress !== undefined) {
          await store.saveProgress(tx, key, progress, costMicros)
          await tx.notify('runs', run.id)
        } else if (costMicros > 0) await store.addCost(tx, key, costMicros)
        return result
      }),
  }
}

/** What is said on the runs channel to stop a run that is under way. */
export function cancelNotice(runId: string): string {
  return `cancel ${runId}`
}

function watchCancel(db: Db, job: Taken) {
  const key = keyOf(job)
  const abort = new AbortController()
  let cancelled = false
  const cancel = () => {
    cancelled = true
    abort.abort(new RunFailed(CANCELLED))
  }
  const stop = db.listen('runs', (said) => {
    if (said === cancelNotice(key.id)) cancel()
    // An empty notice means that some were missed: look instead.
    else if (said === '')
      store.findRun(db, key).then(
        (now) => now?.cancel_requested && cancel(),
        () => {},
      )
  })
  return { signal: AbortSignal.any([abort.signal, job.signal]), cancelled: () => cancelled, close: stop }
}

function keyOf(job: Taken): RunKey {
  // The payload is written by startRun alone.
  return { tenant_id: job.tenant_id, id: (job.payload as { run_id: string }).run_id }
}

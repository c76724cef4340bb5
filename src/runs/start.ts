import { enqueue } from '../jobs/store.ts'
import type { TenantContext, Tx } from '../kernel/context.ts'
import { newId } from '../kernel/ids.ts'
import '../ports.ts'
import { insertRun, type RunRow } from './store.ts'

export const RUN_QUEUE = 'runs'
/** A worker that dies costs an attempt; three deaths in one run are the run's fault. */
const MAX_ATTEMPTS = 3

/** Accepts a run in the operation's transaction: the row, its queued work and its metered slot belong together. */
export async function startRun(
  tx: Tx,
  ctx: TenantContext,
  wanted: { kind: 'agent' | 'workflow'; agent_name: string; input: unknown },
): Promise<RunRow> {
  if (ctx.grant === null)
    throw new Error(`${wanted.agent_name} was started by an operation that is not metered`)
  const { tenant_id, mode } = ctx.principal
  const run = await insertRun(tx, {
    tenant_id,
    mode,
    id: newId('run'),
    usage_event_id: ctx.grant.event_id,
    ...wanted,
  })
  // The run goes on in the trace of the request that asked for it.
  const traceparent = ctx.app.tracer?.current() ?? null
  const payload = { run_id: run.id, ...(traceparent === null ? {} : { traceparent }) }
  await enqueue(tx, { queue: RUN_QUEUE, tenant_id, payload, max_attempts: MAX_ATTEMPTS })
  return run
}

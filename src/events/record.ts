import type { Db } from '../store/db.ts'
import { type Attempted, afterAttempts, nextDelayMs } from './decide.ts'
import * as queue from './queue-store.ts'
import { stopQueued } from './store.ts'

export type Finished = { claim: queue.Claimed; attempted: Attempted }

/**
 * Writes down how attempts ended, many at a time. Most were delivered to endpoints in good health: those are one
 * statement. Otherwise the breakers of their endpoints move in the same transaction.
 */
export async function recordFinished(
  db: Db,
  schedule: readonly number[],
  all: readonly Finished[],
): Promise<void> {
  // What we cut off ourselves is still due, as if it had not been tried.
  const tried = all.filter(({ attempted }) => !attempted.cancelled)
  if (tried.length === 0) return
  const results = tried.map((one) => resultOf(schedule, one))
  const unsteady = tried.filter(({ claim, attempted }) => !attempted.delivered || claim.failures > 0)
  if (unsteady.length === 0) {
    await queue.saveResults(db, results)
    return
  }
  await db.transaction(async (tx) => {
    // Endpoints before deliveries, as everyone does who needs both.
    const rows = await queue.lockBreakers(tx, lanesOf(unsteady))
    await queue.saveBreakers(
      tx,
      rows.map((row) => moved(row, unsteady, schedule)),
    )
    await queue.saveResults(tx, results)
    for (const lane of lanesOf(unsteady.filter(({ attempted }) => attempted.gone))) {
      await queue.disableGone(tx, lane)
      await stopQueued(tx, lane.tenant_id, lane.endpoint_id, 'endpoint_disabled')
    }
  })
}

function resultOf(schedule: readonly number[], { claim, attempted }: Finished): queue.Result {
  const { delivered, gone, retry_after_ms } = attempted
  const again = { id: claim.id, tries: claim.tries + 1 }
  return {
    ...attempted,
    tenant_id: claim.tenant_id,
    endpoint_id: claim.endpoint_id,
    id: claim.id,
    delay_ms: delivered || gone ? null : nextDelayMs(schedule, again, retry_after_ms),
  }
}

function lanesOf(finished: readonly Finished[]): queue.LaneKey[] {
  return [
    ...new Map(finished.map(({ claim }) => [`${claim.tenant_id} ${claim.endpoint_id}`, claim])).values(),
  ]
}

function moved(
  row: queue.BreakerRow,
  finished: readonly Finished[],
  schedule: readonly number[],
): queue.BreakerSave {
  const own = finished.filter(
    ({ claim }) => claim.endpoint_id === row.endpoint_id && claim.tenant_id === row.tenant_id,
  )
  const delivered = own.filter(({ attempted }) => attempted.delivered).length
  const { failures, openings, open } = afterAttempts(
    row,
    { delivered, failed: own.length - delivered },
    schedule,
  )
  const open_ms = open === 'keep' ? -1 : open === 'close' ? 0 : open.ms
  return { tenant_id: row.tenant_id, endpoint_id: row.endpoint_id, failures, openings, open_ms }
}

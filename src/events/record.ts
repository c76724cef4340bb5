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
    const lanes = byLane(unsteady)
    const rows = await queue.lockBreakers(tx, [...lanes.values()])
    await queue.saveBreakers(
      tx,
      rows.flatMap((row) => moved(row, lanes.get(keyOf(row)), schedule)),
    )
    await queue.saveResults(tx, results)
    for (const { claim, attempted } of unsteady) {
      if (attempted.gone && (await queue.disableGone(tx, claim)))
        await stopQueued(tx, claim.tenant_id, claim.endpoint_id, 'endpoint_disabled')
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

type Tally = queue.LaneKey & { delivered: number; failed: number }

function keyOf({ tenant_id, endpoint_id }: queue.LaneKey): string {
  return `${tenant_id} ${endpoint_id}`
}

function byLane(finished: readonly Finished[]): Map<string, Tally> {
  const lanes = new Map<string, Tally>()
  for (const { claim, attempted } of finished) {
    const { tenant_id, endpoint_id } = claim
    const tally = lanes.get(keyOf(claim)) ?? { tenant_id, endpoint_id, delivered: 0, failed: 0 }
    if (attempted.delivered) tally.delivered++
    else tally.failed++
    lanes.set(keyOf(claim), tally)
  }
  return lanes
}

function moved(
  row: queue.BreakerRow,
  tally: Tally | undefined,
  schedule: readonly number[],
): queue.BreakerSave[] {
  if (tally === undefined) return []
  const { failures, openings, open } = afterAttempts(row, tally, schedule)
  const open_ms = open === 'keep' ? -1 : open === 'close' ? 0 : open.ms
  return [{ tenant_id: row.tenant_id, endpoint_id: row.endpoint_id, failures, openings, open_ms }]
}

import { dropOldEvents } from './billing/store.ts'
import { dropOldStates } from './connections/state-store.ts'
import { orphanedHolds, revoke } from './meter/store.ts'
import { dropOldReplies } from './pipeline/idempotency.ts'
import { dropStillWindows } from './pipeline/rate-window.ts'
import { dropOldSteps } from './runs/steps-store.ts'
import type { Db } from './store/db.ts'

const EVERY_MS = 5 * 60_000

/** Sweeps what nobody needs any more. The embedded database has no autovacuum, so it is vacuumed here too. */
export function startMaintenance(db: Db, log: { error(details: object, message: string): void }): () => void {
  const timer = setInterval(() => {
    sweep(db).catch((error) => log.error({ err: error }, 'maintenance failed'))
  }, EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}

export async function sweep(db: Db): Promise<void> {
  await freeOrphanedHolds(db)
  await dropOldReplies(db)
  await dropStillWindows(db)
  await dropOldEvents(db)
  await dropOldStates(db)
  await dropOldSteps(db)
  if (db.embedded) await db.script('vacuum analyze')
}

/** A process that dies between the meter and its run leaves a slot and a hold behind; nothing came of them. */
async function freeOrphanedHolds(db: Db): Promise<void> {
  for (const { tenant_id, id, meter } of await orphanedHolds(db)) {
    await db.transaction((tx) =>
      revoke(tx, {
        tenant_id,
        event_id: id,
        agent_runs: meter === 'agent_run' ? 1 : 0,
        workflow_runs: meter === 'workflow_run' ? 1 : 0,
        overages: false,
        limits: { actions: 0, agent_runs: 0, workflow_runs: 0 },
      }),
    )
  }
}

import { dropOldEvents } from './billing/store.ts'
import { dropOldReplies } from './pipeline/idempotency.ts'
import { dropStillWindows } from './pipeline/rate-window.ts'
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
  await dropOldReplies(db)
  await dropStillWindows(db)
  await dropOldEvents(db)
  if (db.embedded) await db.script('vacuum analyze')
}

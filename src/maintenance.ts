import { dropOldEvents } from './billing/store.ts'
import { accountTokens } from './connections/reseal-store.ts'
import { dropOldStates } from './connections/state-store.ts'
import { endpointSecrets } from './events/reseal-store.ts'
import type { Vault } from './kernel/vault.ts'
import { orphanedHolds, revoke } from './meter/event-store.ts'
import { dropOldReplies } from './pipeline/idempotency.ts'
import { dropStillWindows } from './pipeline/rate-window.ts'
import { dropOldSteps } from './runs/steps-store.ts'
import type { Db } from './store/db.ts'
import { type Place, resealAll } from './store/reseal.ts'

const EVERY_MS = 5 * 60_000

type Log = Record<'error' | 'info', (details: object, message: string) => void>

/** Sweeps what nobody needs any more. The embedded database has no autovacuum, so it is vacuumed here too. */
export function startMaintenance(db: Db, vault: Vault, log: Log): () => void {
  const failed = (error: unknown) => log.error({ err: error }, 'maintenance failed')
  const timer = setInterval(() => {
    sweep(db)
      .then(() => moveToCurrentKey(db, vault, log))
      .catch(failed)
  }, EVERY_MS)
  timer.unref()
  // A new key comes with a new start, and whoever replaces one waits for this.
  moveToCurrentKey(db, vault, log).catch(failed)
  return () => clearInterval(timer)
}

/** Everything that an older ENCRYPTION_KEY sealed, so that it can be dropped from the configuration. */
export async function moveToCurrentKey(db: Db, vault: Vault, log: Log): Promise<void> {
  const failed = ({ tenant_id, id }: Place, error: unknown) =>
    log.error({ err: error, tenant_id, id }, 'a secret could not be sealed with the current key')
  const moved =
    (await resealAll({ ...endpointSecrets(db, vault), failed })) +
    (await resealAll({ ...accountTokens(db, vault), failed }))
  if (moved > 0) log.info({ moved, version: vault.version }, 'secrets were sealed with the current key')
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
      revoke(tx, [
        {
          tenant_id,
          event_id: id,
          agent_runs: meter === 'agent_run' ? 1 : 0,
          workflow_runs: meter === 'workflow_run' ? 1 : 0,
          overages: false,
          limits: { actions: 0, agent_runs: 0, workflow_runs: 0 },
        },
      ]),
    )
  }
}

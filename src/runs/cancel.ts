import type { Tx } from '../kernel/context.ts'
import { CANCELLED, cancelNotice, settleRun } from './execute.ts'
import { failRun, findRun, type RunKey, type RunRow, requestCancel } from './store.ts'

/** A queued run ends here and now; a running one is told to stop, and ends in the hands of its worker. */
export async function cancelRun(tx: Tx, key: RunKey): Promise<RunRow | 'unknown' | 'ended'> {
  const asked = await requestCancel(tx, key)
  if (asked === null) return (await findRun(tx, key)) === null ? 'unknown' : 'ended'
  if (asked.status === 'running') {
    await tx.notify('runs', cancelNotice(key.id))
    return asked
  }
  const failed = await failRun(tx, key, CANCELLED)
  if (failed === null) return 'ended'
  await settleRun(tx, failed)
  return failed
}

import { queueHealth, workerIsAlive } from './jobs/store.ts'
import type { Clock } from './kernel/clock.ts'
import type { App } from './kernel/context.ts'
import type { Db } from './store/db.ts'
import { sql } from './store/sql.ts'

const WORKER_GONE_MS = 30_000

/**
 * Whether requests can be served as promised: the database answers, the queue can be read, and some worker has said
 * within half a minute that it lives. A process that has just started gives its workers that long to appear.
 */
export function createReadiness(db: Db, clock: Clock): App['ready'] {
  const started = clock.monotonic()
  return async () => {
    const young = clock.monotonic() - started < WORKER_GONE_MS
    const [database, queue, worker] = await Promise.all([
      holds(db.row(sql`select 1 as up`)),
      holds(queueHealth(db)),
      holds(workerIsAlive(db, WORKER_GONE_MS / 1000).then((alive) => alive || young || refuse())),
    ])
    const checks = { database, queue, worker }
    return { ready: Object.values(checks).every((check) => check === 'ok'), checks }
  }
}

function refuse(): never {
  throw new Error('no worker lives')
}

function holds(check: Promise<unknown>): Promise<'ok' | 'failed'> {
  return check.then(
    () => 'ok',
    () => 'failed',
  )
}

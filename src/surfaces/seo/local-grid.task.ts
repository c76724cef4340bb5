import { enqueue, finishJob } from '../../jobs/store.ts'
import type { Queue, Taken } from '../../jobs/worker.ts'
import type { Mode } from '../../kernel/api-key.ts'
import type { App, Tx } from '../../kernel/context.ts'
import { ApiError } from '../../kernel/errors.ts'
import { providerError } from '../../kernel/provider-error.ts'
import { settle } from '../../meter/event-store.ts'
import type { Db } from '../../store/db.ts'
import { serpOf } from './check-rank.ts'
import { endGrid, findGrid, type GridRow, saveProgress } from './grid-store.ts'
import { costOf, measure } from './measure-grid.ts'

export const GRID_QUEUE = 'seo-grids'
const ATTEMPTS = 3
/** Points between two savings: what a worker that dies has to ask again. */
const BATCH = 16

type Payload = { grid_id: string; mode: Mode }

export function queueGrid(tx: Tx, tenantId: string, mode: Mode, gridId: string): Promise<void> {
  const payload: Payload = { grid_id: gridId, mode }
  return enqueue(tx, { queue: GRID_QUEUE, tenant_id: tenantId, payload, max_attempts: ATTEMPTS })
}

/** Works grids that are too large to be waited for. */
export function gridQueue(app: App, db: Db): Queue {
  return {
    concurrency: 2,
    backoff: (attempts) => attempts * 5,
    handle: (job) => fill(app, db, job),
    exhausted: async (job, error) => {
      const grid = await gridOf(db, job)
      const reason =
        error instanceof ApiError ? error.message : 'The grid failed on our side, more than once.'
      if (grid !== null) await end(db, job, grid, 'failed', reason)
    },
  }
}

async function fill(app: App, db: Db, job: Taken): Promise<void> {
  const grid = await gridOf(db, job)
  if (grid === null || grid.completed_at !== null) return
  const serp = serpOf(app, grid.mode)
  const points = [...grid.points]
  for (let from = 0; from < points.length; from += BATCH) {
    const slice = points.slice(from, from + BATCH)
    if (slice.every(({ status }) => status !== 'pending')) continue
    const measured = await measure(serp, grid.input, slice, job.signal)
    job.signal.throwIfAborted()
    // Nothing of the first batch answered: the provider is down, and another attempt may find it up.
    if (measured.last_failure !== null && measured.points.every(({ status }) => status === 'failed'))
      throw providerError(measured.last_failure, 'the search provider', 'keyword')
    points.splice(from, slice.length, ...measured.points)
    await saveProgress(db, job.tenant_id, { id: grid.id, points, cost_micros: paid(grid.mode, points) })
  }
  await end(db, job, { ...grid, points }, 'completed', null)
}

function paid(mode: Mode, points: GridRow['points']): number {
  return mode === 'live' ? costOf(points) : 0
}

async function end(
  db: Db,
  job: Taken,
  grid: GridRow,
  status: 'completed' | 'failed',
  error_message: string | null,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await finishJob(tx, job.id, job.lease))) throw new Error('the lease was lost before the grid ended')
    if (!(await endGrid(tx, job.tenant_id, { id: grid.id, status, error_message }))) return
    await settle(tx, job.tenant_id, grid.usage_event_id, paid(grid.mode, grid.points))
  })
}

/** The queue's payloads are written by queueGrid alone. */
function gridOf(db: Db, job: Taken): Promise<GridRow | null> {
  const { grid_id, mode } = job.payload as Payload
  return findGrid(db, job.tenant_id, mode, grid_id)
}

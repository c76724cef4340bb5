import type { Clock } from '../kernel/clock.ts'
import type { Queryable } from '../kernel/context.ts'
import { sql } from '../store/sql.ts'

export const WINDOW_MS = 60_000

export type Admission = { admitted: boolean; remaining: number; wait_ms: number }

/** Request n is admitted when request n − limit is at least a window old. A refused request leaves no stamp. */
export type RateWindows = {
  take(subject: string, operation: string, limit: number): Promise<Admission> | Admission
}

/** In one process: a list of stamps a window, oldest first. */
export function memoryWindows(clock: Pick<Clock, 'monotonic'>): RateWindows {
  const windows = new Map<string, number[]>()
  let nextSweep = 0

  /** Windows nobody has used for a minute are dropped, so that memory follows the tenants that are active. */
  function sweep(now: number): void {
    if (now < nextSweep) return
    nextSweep = now + WINDOW_MS
    for (const [key, stamps] of windows) {
      if ((stamps.at(-1) ?? 0) <= now - WINDOW_MS) windows.delete(key)
    }
  }

  return {
    take(subject, operation, limit) {
      const now = clock.monotonic()
      sweep(now)
      const key = `${subject} ${operation}`
      const stamps = windows.get(key) ?? []
      windows.set(key, stamps)
      const expired = stamps.findIndex((stamp) => stamp > now - WINDOW_MS)
      stamps.splice(0, expired === -1 ? stamps.length : expired)
      if (stamps.length < limit) {
        stamps.push(now)
        return { admitted: true, remaining: limit - stamps.length, wait_ms: 0 }
      }
      // After a downgrade the window may hold more than the limit: all of the surplus must leave first.
      const oldest = stamps[stamps.length - limit] ?? now
      return { admitted: false, remaining: 0, wait_ms: oldest + WINDOW_MS - now }
    },
  }
}

type Batch = {
  limit: number
  waiting: { resolve(admission: Admission): void; reject(error: unknown): void }[]
}

/** Between processes: the database holds the window. What queues up while a take is in flight is taken at once. */
export function sharedWindows(db: Queryable): RateWindows {
  const batches = new Map<string, Batch>()

  async function drain(key: string, subject: string, operation: string): Promise<void> {
    for (
      let batch = batches.get(key);
      batch !== undefined && batch.waiting.length > 0;
      batch = batches.get(key)
    ) {
      batches.set(key, { limit: batch.limit, waiting: [] })
      try {
        const taken = await takeFrom(db, subject, operation, batch.limit, batch.waiting.length)
        batch.waiting.forEach((one, index) => {
          const admitted = index < taken.granted
          const remaining = admitted ? taken.remaining + taken.granted - index - 1 : 0
          one.resolve({ admitted, remaining, wait_ms: admitted ? 0 : taken.wait_ms })
        })
      } catch (error) {
        for (const one of batch.waiting) one.reject(error)
      }
    }
    batches.delete(key)
  }

  return {
    take(subject, operation, limit) {
      const key = `${subject} ${operation}`
      return new Promise((resolve, reject) => {
        const batch = batches.get(key)
        if (batch !== undefined) {
          batch.limit = limit
          batch.waiting.push({ resolve, reject })
          return
        }
        batches.set(key, { limit, waiting: [{ resolve, reject }] })
        void drain(key, subject, operation)
      })
    },
  }
}

type Taken = { granted: number; remaining: number; wait_ms: number }

async function takeFrom(
  db: Queryable,
  subject: string,
  operation: string,
  limit: number,
  want: number,
): Promise<Taken> {
  const taken = await db.row<Taken>(sql`
    select granted, remaining, wait_ms from rate_take(${subject}, ${operation}, ${limit}::int, ${want}::int,
      make_interval(secs => ${WINDOW_MS / 1000}))`)
  if (taken === null) throw new Error('rate_take answered nothing')
  return taken
}

/** Windows that have been still for an hour. Their stamps are long outside, so dropping them changes nothing. */
export async function dropStillWindows(db: Queryable): Promise<number> {
  await db.run(sql`delete from rate_hits where at < herald_now() - interval '1 hour'`)
  return db.run(sql`delete from rate_windows where last_at < herald_now() - interval '1 hour'`)
}

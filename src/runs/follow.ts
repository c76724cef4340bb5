import { setTimeout as pause } from 'node:timers/promises'
import type { Listen, Queryable } from '../kernel/context.ts'
import { findRun, type RunKey, type RunRow } from './store.ts'

/** Shorter than the idle time-out of common proxies. It also bounds how late a lost notice is noticed. */
const HEARTBEAT_MS = 10_000
const RECONNECT_MS = 2_000
/** A guard for this process's memory; nobody watches this many runs at once by intention. */
export const STREAMS_PER_TENANT = 50

const open = new Map<string, number>()

/** How many streams of the tenant this process is writing. */
export function following(tenantId: string): number {
  return open.get(tenantId) ?? 0
}

function count(tenantId: string, change: 1 | -1): void {
  const now = following(tenantId) + change
  if (now === 0) open.delete(tenantId)
  else open.set(tenantId, now)
}

type Store = Queryable & { listen: Listen }
type Say = (run: RunRow) => { event: string; data: unknown }

/**
 * The run's changes as server-sent events, until it has ended. An event's id is the run's revision, which every
 * process reads off the same row: a client that reconnects anywhere misses nothing and hears nothing twice.
 * Changes that come faster than they can be told are told once, by their last state.
 */
export function followRun(db: Store, key: RunKey, after: number | null, say: Say): AsyncIterable<string> {
  const gone = new AbortController()
  const events = tell(db, key, after ?? -1, say, gone.signal)
  return {
    [Symbol.asyncIterator]: () => ({
      next: () => events.next(),
      // A generator that waits hears of its end only after the wait, so the wait is ended first.
      return() {
        gone.abort()
        return events.return(undefined)
      },
    }),
  }
}

async function* tell(
  db: Store,
  key: RunKey,
  after: number,
  say: Say,
  gone: AbortSignal,
): AsyncGenerator<string> {
  let told = after
  let moved = Promise.withResolvers<void>()
  const stop = db.listen('runs', (id) => {
    if (id === key.id || id === '') moved.resolve()
  })
  const leave = () => moved.resolve()
  gone.addEventListener('abort', leave)
  count(key.tenant_id, 1)
  try {
    yield `retry: ${RECONNECT_MS}\n\n`
    while (!gone.aborted) {
      // Renewed before the look, so that a change between the look and the wait is not missed.
      moved = Promise.withResolvers<void>()
      const run = await findRun(db, key)
      if (run === null) return
      if (run.revision > told) {
        told = run.revision
        yield written(run.revision, say(run))
      }
      if (run.completed_at !== null || gone.aborted) return
      if (!(await within(moved.promise, HEARTBEAT_MS))) yield ': still here\n\n'
    }
  } finally {
    count(key.tenant_id, -1)
    gone.removeEventListener('abort', leave)
    stop()
  }
}

/** JSON has no line breaks of its own, so one data line carries it. */
function written(id: number, { event, data }: ReturnType<Say>): string {
  return `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}

/** False when the time was up first. The timer does not outlive the question. */
async function within(happened: Promise<void>, ms: number): Promise<boolean> {
  const timer = new AbortController()
  const late = pause(ms, false, { signal: timer.signal }).catch(() => false)
  try {
    return await Promise.race([happened.then(() => true), late])
  } finally {
    timer.abort()
  }
}

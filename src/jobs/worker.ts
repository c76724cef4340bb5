import type { App } from '../kernel/context.ts'
import { uuidv7 } from '../kernel/ids.ts'
import type { Db } from '../store/db.ts'
import {
  beat,
  claimJobs,
  extendLease,
  finishJob,
  forgetWorker,
  type Job,
  postponeJob,
  returnJob,
} from './store.ts'

const LEASE_SECONDS = 10
const HEARTBEAT_MS = 3_000
const POLL_MS = 1_000
/** How long a stopping worker lets its jobs finish, and then how long it waits for them to notice. */
const STOP_MS = 3_000
const LEAVE_MS = 2_000
/** A round among more tenants than this starts anew: their names travel with every claim. */
const MOST_REMEMBERED = 1_000

/** The job as its handler sees it. Once `signal` fires, the work belongs to somebody else or the process ends. */
export type Taken = Job & { lease: string; signal: AbortSignal }

export type Queue = {
  concurrency: number
  /** Ends the job itself (finishJob in its own transaction) or returns, and the worker ends it. */
  handle(job: Taken): Promise<void>
  /** The last attempt has failed. */
  exhausted(job: Taken, error: unknown): Promise<void>
  /** Seconds until the next attempt. */
  backoff(attempts: number): number
}

/** How a surface brings a queue of its own; its index exports them as `queues`. */
export type QueueMakers = Record<string, (app: App, db: Db) => Queue>

export type Worker = { stop(): Promise<void> }

type Active = { job: Taken; abort: AbortController; done: Promise<void>; kept_at: number }

export type WorkerLog = { error(details: object, message: string): void }

/** Works queues until it is stopped: woken by a notice, and once a second in case a notice was lost. */
export function startWorker(db: Db, queues: Record<string, Queue>, log: WorkerLog): Worker {
  const self = uuidv7()
  const active = new Set<Active>()
  const pulls = new Map<string, Promise<void>>()
  const again = new Set<string>()
  const turns = new Map(Object.keys(queues).map((name) => [name, new Set<string>()]))
  let stopping = false

  const running = (name: string) => [...active].filter(({ job }) => job.queue === name)

  /** One claim at a time a queue; a notice that arrives meanwhile asks for one more round. */
  function pull(name: string): void {
    const queue = queues[name]
    if (queue === undefined || stopping) return
    if (pulls.has(name)) {
      again.add(name)
      return
    }
    const round = claim(name, queue)
      .catch((error) => log.error({ queue: name, err: error }, 'could not claim jobs'))
      .finally(() => {
        pulls.delete(name)
        if (again.delete(name)) pull(name)
      })
    pulls.set(name, round)
  }

  async function claim(name: string, queue: Queue): Promise<void> {
    const busy = running(name)
    const room = queue.concurrency - busy.length
    if (room <= 0) return
    // A fresh lease for every claim: a job that this worker lost and takes again is a stranger to its first try.
    const lease = uuidv7()
    const share = Math.ceil(queue.concurrency / 2)
    const crowded = [...Map.groupBy(busy, ({ job }) => job.tenant_id)]
    const full = crowded.filter(([, jobs]) => jobs.length >= share).map(([tenant]) => tenant)
    const served = turns.get(name) ?? new Set()
    const want = { lease, lease_seconds: LEASE_SECONDS, room, share, full, served: [...served] }
    const jobs = await claimJobs(db, name, want)
    remember(served, jobs)
    for (const job of jobs) begin(queue, { ...job, lease })
    if (jobs.length > 0) again.add(name)
  }

  function begin(queue: Queue, job: Omit<Taken, 'signal'>): void {
    const abort = new AbortController()
    const entry: Active = {
      job: { ...job, signal: abort.signal },
      abort,
      done: Promise.resolve(),
      kept_at: performance.now(),
    }
    active.add(entry)
    entry.done = work(queue, entry.job).finally(() => {
      active.delete(entry)
      pull(job.queue)
    })
  }

  async function work(queue: Queue, job: Taken): Promise<void> {
    try {
      // Workers that die do not say so: only the count of attempts tells of a job that kills them.
      if (job.attempts > job.max_attempts) throw new Error('its worker died too often')
      await queue.handle(job)
      await finishJob(db, job.id, job.lease)
    } catch (error) {
      // Aborted work is not failed work: whoever has the lease now goes on, and a stopping worker hands it back.
      if (job.signal.aborted) return stopping ? returnJob(db, job.id, job.lease).catch(() => {}) : undefined
      await failed(queue, job, error).catch((cause) =>
        log.error({ job: job.id, err: cause }, 'could not end a failed job'),
      )
    }
  }

  async function failed(queue: Queue, job: Taken, error: unknown): Promise<void> {
    log.error({ queue: job.queue, job: job.id, attempt: job.attempts, err: error }, 'job failed')
    if (job.attempts < job.max_attempts)
      return postponeJob(db, job.id, job.lease, queue.backoff(job.attempts))
    await queue.exhausted(job, error)
    await finishJob(db, job.id, job.lease)
  }

  /** Past its lease a job belongs to whoever takes it, whether or not the database can be asked. */
  async function keep(entry: Active): Promise<void> {
    const { job, abort } = entry
    const asked = performance.now()
    const kept = await extendLease(db, job.id, job.lease, LEASE_SECONDS).catch(() => null)
    if (kept === true) entry.kept_at = asked
    const lapsed = performance.now() - entry.kept_at > LEASE_SECONDS * 1_000
    if (kept === false || lapsed) abort.abort(new Error('the lease was lost'))
  }

  const pullAll = () => {
    for (const name of Object.keys(queues)) pull(name)
  }
  const unlisten = db.listen('jobs', (name) => (name === '' ? pullAll() : pull(name)))
  const poll = setInterval(pullAll, POLL_MS)
  const live = () => void beat(db, self).catch(() => {})
  const heartbeat = setInterval(() => {
    live()
    for (const entry of active) void keep(entry)
  }, HEARTBEAT_MS)
  live()
  pullAll()

  return {
    async stop() {
      stopping = true
      unlisten()
      clearInterval(poll)
      // A claim under way may still bring jobs; they are counted before anyone is waited for.
      await Promise.all(pulls.values())
      const ended = () => Promise.allSettled([...active].map(({ done }) => done))
      await Promise.race([ended(), pause(STOP_MS)])
      for (const { abort } of active) abort.abort(new Error('the worker is stopping'))
      await Promise.race([ended(), pause(LEAVE_MS)])
      clearInterval(heartbeat)
      await forgetWorker(db, self).catch(() => {})
    },
  }
}

/** Once only tenants come up that were served already, everybody who waits had a turn, and the next round begins. */
function remember(served: Set<string>, jobs: readonly Job[]): void {
  const nobodyNew = jobs.length > 0 && jobs.every(({ tenant_id }) => served.has(tenant_id))
  if (nobodyNew || served.size > MOST_REMEMBERED) served.clear()
  for (const { tenant_id } of jobs) served.add(tenant_id)
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref())
}

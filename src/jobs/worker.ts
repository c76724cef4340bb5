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
const STOP_MS = 10_000

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

export type WorkerLog = { error(details: object, message: string): void }

/** Works queues until it is stopped: woken by a notice, and once a second in case a notice was lost. */
export function startWorker(db: Db, queues: Record<string, Queue>, log: WorkerLog): Worker {
  const lease = uuidv7()
  const active = new Map<number, { abort: AbortController; done: Promise<void> }>()
  const busy = new Map<string, number>()
  const claiming = new Map<string, 'no' | 'yes' | 'again'>()
  let stopping = false

  /** One claim at a time a queue; a notice that arrives meanwhile asks for one more round. */
  async function pull(name: string, queue: Queue): Promise<void> {
    if (claiming.get(name) === 'yes' || claiming.get(name) === 'again') {
      claiming.set(name, 'again')
      return
    }
    do {
      claiming.set(name, 'yes')
      const room = queue.concurrency - (busy.get(name) ?? 0)
      if (stopping || room <= 0) break
      const jobs = await claimJobs(db, name, room, lease, LEASE_SECONDS).catch((error) => {
        log.error({ queue: name, err: error }, 'could not claim jobs')
        return []
      })
      for (const job of jobs) start(name, queue, job)
      if (jobs.length > 0) claiming.set(name, 'again')
    } while (claiming.get(name) === 'again')
    claiming.set(name, 'no')
  }

  function start(name: string, queue: Queue, job: Job): void {
    busy.set(name, (busy.get(name) ?? 0) + 1)
    const abort = new AbortController()
    const done = work(queue, { ...job, lease, signal: abort.signal }).finally(() => {
      active.delete(job.id)
      busy.set(name, (busy.get(name) ?? 1) - 1)
      void pull(name, queue)
    })
    active.set(job.id, { abort, done })
  }

  async function work(queue: Queue, job: Taken): Promise<void> {
    try {
      await queue.handle(job)
      await finishJob(db, job.id, lease)
    } catch (error) {
      // Aborted work is not failed work: whoever has the lease now goes on, and a stopping worker hands it back.
      if (job.signal.aborted) return stopping ? returnJob(db, job.id, lease).catch(() => {}) : undefined
      await failed(queue, job, error).catch((cause) =>
        log.error({ job: job.id, err: cause }, 'could not end a failed job'),
      )
    }
  }

  async function failed(queue: Queue, job: Taken, error: unknown): Promise<void> {
    log.error({ queue: job.queue, job: job.id, attempt: job.attempts, err: error }, 'job failed')
    if (job.attempts < job.max_attempts) return postponeJob(db, job.id, lease, queue.backoff(job.attempts))
    await queue.exhausted(job, error)
    await finishJob(db, job.id, lease)
  }

  const pullAll = () => {
    for (const [name, queue] of Object.entries(queues)) void pull(name, queue)
  }
  const unlisten = db.listen('jobs', (name) => {
    const queue = queues[name]
    if (queue !== undefined) void pull(name, queue)
    else if (name === '') pullAll()
  })
  const poll = setInterval(pullAll, POLL_MS)
  const live = () => void beat(db, lease).catch(() => {})
  const heartbeat = setInterval(() => {
    live()
    for (const [id, { abort }] of active) {
      extendLease(db, id, lease, LEASE_SECONDS).then(
        (kept) => kept || abort.abort(new Error('the lease was lost')),
        () => {},
      )
    }
  }, HEARTBEAT_MS)
  live()
  pullAll()

  return {
    async stop() {
      stopping = true
      unlisten()
      clearInterval(poll)
      const timer = setTimeout(() => {
        for (const { abort } of active.values()) abort.abort(new Error('the worker is stopping'))
      }, STOP_MS)
      await Promise.allSettled([...active.values()].map(({ done }) => done))
      clearTimeout(timer)
      clearInterval(heartbeat)
      await forgetWorker(db, lease).catch(() => {})
    },
  }
}

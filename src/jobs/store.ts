import type { Queryable, Tx } from '../kernel/context.ts'
import { sql } from '../store/sql.ts'

export type Job = {
  id: number
  queue: string
  tenant_id: string
  payload: unknown
  attempts: number
  max_attempts: number
}

/** Queues work in the caller's transaction: it exists exactly when what it belongs to does. */
export async function enqueue(
  tx: Tx,
  job: { queue: string; tenant_id: string; payload: unknown; max_attempts: number; delay_seconds?: number },
): Promise<void> {
  await tx.run(sql`
    insert into jobs (queue, tenant_id, payload, max_attempts, due_at)
    values (${job.queue}, ${job.tenant_id}, ${JSON.stringify(job.payload)}::jsonb, ${job.max_attempts},
      herald_now() + make_interval(secs => ${job.delay_seconds ?? 0}))`)
  await tx.notify('jobs', job.queue)
}

/** How many of the oldest due jobs are looked at to share the room between tenants. */
const LOOK_AHEAD = 500
/** Looked at beyond the room, in case other workers are just taking the first ones. */
const SPARE = 64

export type Room = {
  lease: string
  lease_seconds: number
  room: number
  share: number
  /** Tenants that have their share already. */
  full: readonly string[]
  /** Tenants that had a turn: they come after those that had none. */
  served: readonly string[]
}

/**
 * Takes what is due, the tenants in turns and none more than its share; tenants that have theirs already are
 * passed over. Two looks, since a long backlog of tenants that were served fills the one that goes by age.
 * Whoever does not come back within the lease has given the job up.
 */
export function claimJobs(db: Queryable, queue: string, want: Room): Promise<Job[]> {
  return db.rows(sql`
    with oldest as (
      (select id, tenant_id, due_at from jobs
        where queue = ${queue} and due_at <= herald_now() and tenant_id <> all (${want.full}::text[])
        order by due_at, id limit ${LOOK_AHEAD})
      union
      (select id, tenant_id, due_at from jobs
        where queue = ${queue} and due_at <= herald_now()
          and tenant_id <> all (${want.full}::text[]) and tenant_id <> all (${want.served}::text[])
        order by due_at, id limit ${LOOK_AHEAD})),
    due as (
      select id, tenant_id = any (${want.served}::text[]) as served,
        row_number() over (partition by tenant_id order by due_at, id) as turn
      from oldest),
    next as (select * from due where turn <= ${want.share} order by served, turn, id limit ${want.room + SPARE})
    update jobs set due_at = herald_now() + make_interval(secs => ${want.lease_seconds}),
      lease = ${want.lease}::uuid, attempts = attempts + 1
    where id in (
      select j.id from jobs j join next n on n.id = j.id
      where j.due_at <= herald_now()
      order by n.served, n.turn, n.id limit ${want.room} for update of j skip locked)
    returning id, queue, tenant_id, payload, attempts, max_attempts`)
}

/** False when the lease was lost: another worker has the job, and this one must stop. */
export async function extendLease(
  db: Queryable,
  id: number,
  lease: string,
  leaseSeconds: number,
): Promise<boolean> {
  const kept = await db.run(sql`
    update jobs set due_at = herald_now() + make_interval(secs => ${leaseSeconds})
    where id = ${id} and lease = ${lease}::uuid`)
  return kept > 0
}

/**
 * Whether the caller still has the job, which stays so until its transaction ends: nobody can claim the row meanwhile.
 * Extending the lease does not wait for it.
 */
export async function holdsJob(tx: Tx, id: number, lease: string): Promise<boolean> {
  const held = await tx.row(
    sql`select 1 as held from jobs where id = ${id} and lease = ${lease}::uuid for key share`,
  )
  return held !== null
}

/** False when the lease was lost: the caller's transaction must then roll back. */
export async function finishJob(db: Queryable, id: number, lease: string): Promise<boolean> {
  return (await db.run(sql`delete from jobs where id = ${id} and lease = ${lease}::uuid`)) > 0
}

export async function postponeJob(
  db: Queryable,
  id: number,
  lease: string,
  delaySeconds: number,
): Promise<void> {
  await db.run(sql`
    update jobs set due_at = herald_now() + make_interval(secs => ${delaySeconds}), lease = null
    where id = ${id} and lease = ${lease}::uuid`)
}

/** A stopping worker gives its jobs back as if it had never taken them. */
export async function returnJob(db: Queryable, id: number, lease: string): Promise<void> {
  await db.run(sql`
    update jobs set due_at = herald_now(), lease = null, attempts = attempts - 1
    where id = ${id} and lease = ${lease}::uuid`)
}

export function queueHealth(
  db: Queryable,
): Promise<{ queue: string; depth: number; oldest_seconds: number }[]> {
  return db.rows(sql`
    select queue, count(*) as depth, extract(epoch from max(herald_now() - due_at))::float8 as oldest_seconds
    from jobs where due_at <= herald_now() group by queue`)
}

/** A worker says that it lives. Rows of those that died without a word go with the next beat of any other. */
export async function beat(db: Queryable, worker: string): Promise<void> {
  await db.run(sql`
    with gone as (delete from worker_heartbeats where beat_at < herald_now() - interval '1 hour')
    insert into worker_heartbeats (worker, beat_at) values (${worker}::uuid, herald_now())
    on conflict (worker) do update set beat_at = excluded.beat_at`)
}

export async function forgetWorker(db: Queryable, worker: string): Promise<void> {
  await db.run(sql`delete from worker_heartbeats where worker = ${worker}::uuid`)
}

export async function workerIsAlive(db: Queryable, withinSeconds: number): Promise<boolean> {
  const row = await db.row(sql`
    select 1 as alive from worker_heartbeats
    where beat_at > herald_now() - make_interval(secs => ${withinSeconds}) limit 1`)
  return row !== null
}

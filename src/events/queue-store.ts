import type { Queryable, Tx } from '../kernel/context.ts'
import { sql } from '../store/sql.ts'

export type LaneKey = { tenant_id: string; endpoint_id: string }

/** A delivery that this worker is to attempt, with all that sending it takes. */
export type Claimed = LaneKey & {
  id: string
  event_id: string
  tries: number
  body: string
  url: string
  secret: string
  /** Those whose overlap has not ended, newest first. */
  previous_secrets: string[]
  /** Of the endpoint, at the time of the claim. */
  failures: number
}

export type Claimant = { worker: string; lease_ms: number; breaker_failures: number }
export type Wish = LaneKey & { slots: number; under_way: Iterable<string> }

/** What is due for each endpoint up to its slots, if this worker owns it; the function in the database says how. */
export function claimDue(db: Queryable, by: Claimant, wanted: readonly Wish[]): Promise<Claimed[]> {
  return db.rows(sql`
    select * from webhook_claim(${by.worker}::uuid, ${by.lease_ms / 1_000}::float8, ${by.breaker_failures}::int,
      ${wanted.map((lane) => lane.tenant_id)}::text[], ${wanted.map((lane) => lane.endpoint_id)}::text[],
      ${wanted.map((lane) => lane.slots)}::int[], ${wanted.map((lane) => [...lane.under_way].join(' '))}::text[])`)
}

/** A worker that stops gives its endpoints to the others at once. */
export async function releaseEndpoints(db: Queryable, worker: string): Promise<void> {
  await db.run(
    sql`update webhook_endpoints set owner = null, owned_until = null where owner = ${worker}::uuid`,
  )
}

/** How one attempt ended. delay_ms says when to try again; null when it was the last. */
export type Result = LaneKey & {
  id: string
  delivered: boolean
  response_code: number | null
  duration_ms: number
  response_excerpt: string | null
  error: string | null
  delay_ms: number | null
}

/** Keeps results and their attempts; the function in the database says how. */
export async function saveResults(db: Queryable, results: readonly Result[]): Promise<void> {
  const column = <K extends keyof Result>(name: K) => results.map((result) => result[name])
  await db.run(sql`
    select webhook_record(${column('tenant_id')}::text[], ${column('id')}::text[], ${column('delivered')}::boolean[],
      ${column('response_code')}::int[], ${column('duration_ms')}::int[], ${column('response_excerpt')}::text[],
      ${column('error')}::text[], ${column('delay_ms')}::float8[])`)
}

export type BreakerRow = LaneKey & { failures: number; openings: number; open: boolean }

/** In one order, so that two workers with the same endpoints wait for each other and do not deadlock. */
export function lockBreakers(tx: Tx, lanes: readonly LaneKey[]): Promise<BreakerRow[]> {
  return tx.rows(sql`
    select e.tenant_id, e.id as endpoint_id, e.failures, e.openings,
      coalesce(e.open_until > (select herald_now()), false) as open
    from webhook_endpoints e
    join unnest(${lanes.map((lane) => lane.tenant_id)}::text[], ${lanes.map((lane) => lane.endpoint_id)}::text[])
      as w (tenant_id, endpoint_id) on e.tenant_id = w.tenant_id and e.id = w.endpoint_id
    order by e.tenant_id, e.id for no key update of e`)
}

export type BreakerSave = LaneKey & {
  failures: number
  openings: number
  /** -1 keeps open_until as it is, 0 closes. */
  open_ms: number
}

export async function saveBreakers(tx: Tx, changes: readonly BreakerSave[]): Promise<void> {
  await tx.run(sql`
    update webhook_endpoints e
    set failures = c.failures, openings = c.openings,
      open_until = case when c.open_ms < 0 then e.open_until when c.open_ms > 0
        then (select herald_now()) + make_interval(secs => c.open_ms / 1000) end
    from unnest(${changes.map((one) => one.tenant_id)}::text[], ${changes.map((one) => one.endpoint_id)}::text[],
      ${changes.map((one) => one.failures)}::int[], ${changes.map((one) => one.openings)}::int[],
      ${changes.map((one) => one.open_ms)}::float8[]) as c (tenant_id, endpoint_id, failures, openings, open_ms)
    where e.tenant_id = c.tenant_id and e.id = c.endpoint_id`)
}

/** Only the URL that said so is gone: false when the endpoint has been given another one meanwhile, or is off already. */
export async function disableGone(tx: Tx, lane: LaneKey & { url: string }): Promise<boolean> {
  const disabled = await tx.run(sql`
    update webhook_endpoints set enabled = false, disabled_reason = 'gone', updated_at = herald_now()
    where tenant_id = ${lane.tenant_id} and id = ${lane.endpoint_id} and url = ${lane.url} and enabled`)
  return disabled > 0
}

export type Found = LaneKey & { due: boolean; stopped: boolean }

/**
 * Steps from endpoint to endpoint that has something queued, a page at a time, and says which have something due.
 * The index is entered once for each endpoint, so the cost does not grow with what is queued.
 */
export function walkQueued(db: Queryable, after: LaneKey, pageSize: number): Promise<Found[]> {
  return db.rows(sql`
    with recursive walk as (
      (select tenant_id, endpoint_id, due_at from webhook_deliveries
        where due_at is not null and (tenant_id, endpoint_id) > (${after.tenant_id}, ${after.endpoint_id})
        order by tenant_id, endpoint_id, due_at limit 1)
      union all
      select n.* from walk w cross join lateral (
        select d.tenant_id, d.endpoint_id, d.due_at from webhook_deliveries d
        where d.due_at is not null and (d.tenant_id, d.endpoint_id) > (w.tenant_id, w.endpoint_id)
        order by d.tenant_id, d.endpoint_id, d.due_at limit 1) n)
    select w.tenant_id, w.endpoint_id, not coalesce(e.enabled, false) as stopped,
      w.due_at <= (select herald_now()) and (e.open_until is null or e.open_until <= (select herald_now())) as due
    from (select * from walk limit ${pageSize}) w
    left join webhook_endpoints e on e.tenant_id = w.tenant_id and e.id = w.endpoint_id`)
}

/** Gives up what waited past the horizon, which only a breaker that keeps opening can bring about. */
export function expireQueued(db: Queryable, horizonSeconds: number): Promise<number> {
  return db.run(sql`
    update webhook_deliveries set status = 'dead', due_at = null, error = coalesce(error, 'expired')
    where due_at is not null
      and queued_at < (select herald_now()) - make_interval(secs => ${horizonSeconds}::float8)`)
}

const RETENTION_DAYS = 30

/** Forgets old events with their deliveries, some at a time. A delivery's id begins with that of its event. */
export function forgetOld(db: Queryable, count: number): Promise<number> {
  return db.run(sql`
    with old as (
      delete from events where (tenant_id, id) in (
        select tenant_id, id from events
        where created_at < (select herald_now()) - make_interval(days => ${RETENTION_DAYS}::int) limit ${count}
        for update skip locked)
      returning tenant_id, 'dlv_' || substr(id, 5) as first, 'dlv_' || substr(id, 5) || 'g' as last),
    deliveries as (
      delete from webhook_deliveries d using old
      where d.tenant_id = old.tenant_id and d.id >= old.first collate "C" and d.id < old.last collate "C"),
    attempts as (
      delete from delivery_attempts a using old
      where a.tenant_id = old.tenant_id and a.delivery_id >= old.first collate "C"
        and a.delivery_id < old.last collate "C")
    select 1 from old`)
}

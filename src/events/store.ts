import type { Mode } from '../kernel/api-key.ts'
import type { Queryable, Tx } from '../kernel/context.ts'
import { sql } from '../store/sql.ts'

export type NewEvent = {
  tenant_id: string
  id: string
  mode: Mode
  event: string
  /** The body up to and after its created_at, which is the database's to say. */
  head: string
  tail: string
  /** A test of this endpoint, which nobody else ever gets; null for what happened, to all that subscribe. */
  tests: string | null
}

/**
 * The event and a delivery for each endpoint that wants it, in one statement of the caller's transaction. A
 * delivery's id is made of its event's and its endpoint's, so that there can be only one for both. Returns the
 * endpoints.
 */
export function insertEvent(tx: Tx, event: NewEvent): Promise<{ endpoint_id: string }[]> {
  return tx.rows(sql`
    with moment as materialized (select date_trunc('milliseconds', herald_now()) as at),
    event as (
      insert into events (tenant_id, id, mode, event, body, test, created_at)
      select ${event.tenant_id}, ${event.id}, ${event.mode}, ${event.event},
        ${event.head}::text || to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || ${event.tail}::text,
        ${event.tests}::text is not null, at
      from moment returning *)
    insert into webhook_deliveries (tenant_id, id, mode, event_id, event, endpoint_id, due_at, queued_at, created_at)
    select v.tenant_id, 'dlv_' || substr(v.id, 5) || right(e.id, 12), v.mode, v.id, v.event, e.id, v.created_at,
      v.created_at, v.created_at
    from event v join webhook_endpoints e on e.tenant_id = v.tenant_id and e.mode = v.mode
    where e.enabled
      and case when ${event.tests}::text is null then e.events && array[v.event, '*'] else e.id = ${event.tests} end
    returning endpoint_id`)
}

/** The same id that the statements here make. */
export function deliveryId(eventId: string, endpointId: string): string {
  return `dlv_${eventId.slice('evt_'.length)}${endpointId.slice(-12)}`
}

/**
 * Ends everything that waits for an endpoint. What is under way right now still counts as delivered if it arrives.
 * Rows that are being written at this moment are left out; the engine finds them and ends them here too.
 */
export function stopQueued(
  db: Queryable,
  tenantId: string,
  endpointId: string,
  reason: string,
): Promise<number> {
  return db.run(sql`
    update webhook_deliveries set status = 'dead', due_at = null, error = ${reason}
    where tenant_id = ${tenantId} and id in (
      select id from webhook_deliveries
      where tenant_id = ${tenantId} and endpoint_id = ${endpointId} and due_at is not null
      for update skip locked)`)
}

export type ReplayRange = {
  since: string
  until: string
  event: string | null
  endpoint_id: string | null
  include_delivered: boolean
  limit: number
}

/**
 * Queues again what was not delivered of a range of events, for every enabled endpoint that subscribes now. What
 * still waits is left as it is, and so are tests: nothing happened that another endpoint should hear of. Returns
 * the endpoints, and where to go on when there was more than the limit: a page ends between two moments and never
 * within one, so that going on there repeats nothing and leaves nothing out.
 */
export function requeueRange(
  tx: Tx,
  tenantId: string,
  mode: Mode,
  range: ReplayRange,
): Promise<{ endpoints: string[] | null; replayed: number; next_since: string | null } | null> {
  return tx.row(sql`
    with wanted as not materialized (
      select tenant_id, mode, id, event, created_at from events
      where tenant_id = ${tenantId} and mode = ${mode} and not test and created_at >= ${range.since}::timestamptz
        and created_at < ${range.until}::timestamptz and (${range.event}::text is null or event = ${range.event})),
    rest as (
      select min(created_at) as at from wanted
      where created_at > (select created_at from wanted order by created_at, id offset ${range.limit - 1} limit 1)),
    candidates as (
      select * from wanted where created_at < coalesce((select at from rest), 'infinity')),
    picked as (
      select v.tenant_id, 'dlv_' || substr(v.id, 5) || right(e.id, 12) as id, v.mode, v.id as event_id, v.event,
        e.id as endpoint_id, d.attempt, d.response_code, d.duration_ms, d.response_excerpt, d.error, d.attempted_at
      from candidates v
      join webhook_endpoints e on e.tenant_id = v.tenant_id and e.mode = v.mode and e.enabled
        and e.events && array[v.event, '*'] and (${range.endpoint_id}::text is null or e.id = ${range.endpoint_id})
      left join webhook_deliveries d
        on d.tenant_id = v.tenant_id and d.id = 'dlv_' || substr(v.id, 5) || right(e.id, 12)
      where d.id is null or d.status = 'dead' or (${range.include_delivered}::boolean and d.status = 'delivered')),
    -- The attempt that arrived was kept in the delivery, where the next one will be.
    arrived as (
      insert into delivery_attempts (
        tenant_id, delivery_id, attempt, response_code, duration_ms, response_excerpt, error, created_at)
      select tenant_id, id, attempt, response_code, duration_ms, response_excerpt, error, attempted_at
      from picked where attempted_at is not null
      on conflict do nothing),
    queued as (
      insert into webhook_deliveries as q (tenant_id, id, mode, event_id, event, endpoint_id, due_at, attempted_at)
      select tenant_id, id, mode, event_id, event, endpoint_id, herald_now(), attempted_at from picked
      on conflict (tenant_id, id) do update
        set status = 'pending', tries = 0, due_at = herald_now(), queued_at = herald_now(), attempted_at = null
        where q.status in ('dead', 'delivered') and q.attempted_at is not distinct from excluded.attempted_at
      returning q.endpoint_id)
    select (select array_agg(distinct endpoint_id) from queued) as endpoints, (select count(*) from queued) as replayed,
      (select at from rest) as next_since`)
}

/** Queues one delivery again with a fresh budget. Zero when it is not dead. */
export function requeueDead(tx: Tx, tenantId: string, id: string): Promise<number> {
  return tx.run(sql`
    update webhook_deliveries
    set status = 'pending', tries = 0, due_at = herald_now(), queued_at = herald_now()
    where tenant_id = ${tenantId} and id = ${id} and status = 'dead'`)
}

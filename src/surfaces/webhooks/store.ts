import type { Mode } from '../../kernel/api-key.ts'
import type { Principal, Queryable, Tx } from '../../kernel/context.ts'
import type { Position } from '../../kernel/cursor.ts'
import { sql } from '../../store/sql.ts'

/** Whose: a test key sees what test keys registered, a live key the rest. */
export type Owner = Pick<Principal, 'tenant_id' | 'mode'>

export type EndpointRow = {
  tenant_id: string
  id: string
  mode: Mode
  url: string
  events: string[]
  description: string | null
  enabled: boolean
  disabled_reason: 'by_request' | 'gone' | null
  paused_until: string | null
  previous_until: string | null
  created_at: string
  updated_at: string
}

export type DeliveryRow = {
  id: string
  event_id: string
  event: string
  endpoint_id: string
  attempt: number
  status: 'pending' | 'delivered' | 'failed' | 'dead'
  response_code: number | null
  duration_ms: number | null
  response_excerpt: string | null
  error: string | null
  created_at: string
  next_attempt_at: string | null
  body: string
}

export type AttemptRow = {
  attempt: number
  response_code: number | null
  duration_ms: number
  response_excerpt: string | null
  error: string | null
  created_at: string
}

/** Locks the tenant, so that two who count at the same time cannot both pass the cap. */
export async function countEndpoints(tx: Tx, owner: Owner): Promise<number> {
  await tx.run(sql`select 1 from tenants where id = ${owner.tenant_id} for no key update`)
  const row = await tx.row<{ count: number }>(sql`
    select count(*) as count from webhook_endpoints
    where tenant_id = ${owner.tenant_id} and mode = ${owner.mode} and removed_at is null`)
  return row?.count ?? 0
}

export async function insertEndpoint(
  tx: Tx,
  owner: Owner,
  endpoint: { id: string; url: string; events: string[]; description: string | null; secret: string },
): Promise<void> {
  await tx.run(sql`
    insert into webhook_endpoints (tenant_id, mode, id, url, events, description, secret)
    values (${owner.tenant_id}, ${owner.mode}, ${endpoint.id}, ${endpoint.url}, ${endpoint.events},
      ${endpoint.description}, ${endpoint.secret})`)
}

export function findEndpoint(db: Queryable, owner: Owner, id: string): Promise<EndpointRow | null> {
  return db.row(sql`
    select tenant_id, id, mode, url, events, description, enabled, disabled_reason, created_at, updated_at,
      case when open_until > herald_now() then open_until end as paused_until,
      case when previous_until > herald_now() then previous_until end as previous_until
    from webhook_endpoints
    where tenant_id = ${owner.tenant_id} and mode = ${owner.mode} and id = ${id} and removed_at is null`)
}

export function listEndpoints(
  db: Queryable,
  owner: Owner,
  after: Position | null,
  limit: number,
): Promise<EndpointRow[]> {
  return db.rows(sql`
    select tenant_id, id, mode, url, events, description, enabled, disabled_reason, created_at, updated_at,
      case when open_until > herald_now() then open_until end as paused_until,
      case when previous_until > herald_now() then previous_until end as previous_until
    from webhook_endpoints
    where tenant_id = ${owner.tenant_id} and mode = ${owner.mode} and removed_at is null
      and (${after?.created_at ?? null}::timestamptz is null
        or (created_at, id) < (${after?.created_at ?? null}::timestamptz, ${after?.id ?? null}::text))
    order by created_at desc, id desc limit ${limit + 1}`)
}

export type EndpointChange = {
  url: string | null
  events: string[] | null
  /** Undefined leaves it, null clears it. */
  description: string | null | undefined
  enabled: boolean | null
}

/** A new URL and being switched on again both start with a clean breaker: what failed before was something else. */
export async function updateEndpoint(
  tx: Tx,
  owner: Owner,
  id: string,
  change: EndpointChange,
): Promise<boolean> {
  const changed = await tx.run(sql`
    update webhook_endpoints set
      failures = case when ${change.url}::text is not null or ${change.enabled}::boolean then 0 else failures end,
      openings = case when ${change.url}::text is not null or ${change.enabled}::boolean then 0 else openings end,
      open_until = case when ${change.url}::text is not null or ${change.enabled}::boolean then null else open_until end,
      url = coalesce(${change.url}::text, url), events = coalesce(${change.events}::text[], events),
      description = case when ${change.description !== undefined}::boolean then ${change.description ?? null}::text
        else description end,
      disabled_reason = case when ${change.enabled}::boolean is null then disabled_reason
        when ${change.enabled}::boolean then null else 'by_request' end,
      enabled = coalesce(${change.enabled}::boolean, enabled), updated_at = herald_now()
    where tenant_id = ${owner.tenant_id} and mode = ${owner.mode} and id = ${id} and removed_at is null`)
  return changed > 0
}

/** Its deliveries stay as a record; its secrets do not. */
export async function removeEndpoint(tx: Tx, owner: Owner, id: string): Promise<boolean> {
  const removed = await tx.run(sql`
    update webhook_endpoints set removed_at = herald_now(), enabled = false, secret = '', previous_secrets = '[]',
      previous_until = null
    where tenant_id = ${owner.tenant_id} and mode = ${owner.mode} and id = ${id} and removed_at is null`)
  return removed > 0
}

/**
 * The secret joins those before it, each of which stays until the end of its own overlap; without an overlap all of
 * them end now. False when there is no such endpoint, or when it has as many as it may.
 */
export async function rotateSecret(
  tx: Tx,
  owner: Owner,
  id: string,
  next: { secret: string; overlap_seconds: number; max_previous: number },
): Promise<boolean> {
  // Two rotations at once take turns, so that neither drops the other's secret.
  await tx.run(sql`
    select 1 from webhook_endpoints where tenant_id = ${owner.tenant_id} and id = ${id} for no key update`)
  const rotated = await tx.run(sql`
    update webhook_endpoints e set secret = ${next.secret}, updated_at = herald_now(),
      previous_secrets = case when c.until is null then '[]'
        else jsonb_build_array(jsonb_build_object('secret', e.secret, 'until', c.until)) || c.living end,
      previous_until = case when c.until is not null then greatest(c.until, e.previous_until) end
    from (
      select id, n.until, (
        select coalesce(jsonb_agg(p.one order by p.place), '[]')
        from jsonb_array_elements(previous_secrets) with ordinality as p (one, place)
        where (p.one ->> 'until')::timestamptz > n.now) as living
      from webhook_endpoints cross join (
        select herald_now() as now, case when ${next.overlap_seconds}::int > 0
          then herald_now() + make_interval(secs => ${next.overlap_seconds}::int) end as until) n
      where tenant_id = ${owner.tenant_id} and mode = ${owner.mode} and id = ${id} and removed_at is null) c
    where e.tenant_id = ${owner.tenant_id} and e.id = c.id
      and (c.until is null or jsonb_array_length(c.living) < ${next.max_previous}::int)`)
  return rotated > 0
}

export type DeliveryFilter = { endpoint_id: string | null; status: string | null; event: string | null }

/** Ids begin with the time of their event, so their order is the list's. While a breaker is open nothing is due. */
export function listDeliveries(
  db: Queryable,
  owner: Owner,
  filter: DeliveryFilter,
  after: Position | null,
  limit: number,
): Promise<DeliveryRow[]> {
  return db.rows(sql`
    select d.id, d.event_id, d.event, d.endpoint_id, d.attempt, d.status, d.response_code, d.duration_ms,
      d.response_excerpt, d.error, d.created_at, '' as body,
      case when d.due_at is not null then greatest(d.due_at, e.open_until) end as next_attempt_at
    from webhook_deliveries d
    left join webhook_endpoints e on e.tenant_id = d.tenant_id and e.id = d.endpoint_id
    where d.tenant_id = ${owner.tenant_id} and d.mode = ${owner.mode}
      and (${filter.endpoint_id}::text is null or d.endpoint_id = ${filter.endpoint_id})
      and (${filter.status}::text is null or d.status = ${filter.status})
      and (${filter.event}::text is null or d.event = ${filter.event})
      and (${after?.id ?? null}::text is null or d.id < ${after?.id ?? null}::text collate "C")
    order by d.id desc limit ${limit + 1}`)
}

export function findDelivery(db: Queryable, owner: Owner, id: string): Promise<DeliveryRow | null> {
  return db.row(sql`
    select d.id, d.event_id, d.event, d.endpoint_id, d.attempt, d.status, d.response_code, d.duration_ms,
      d.response_excerpt, d.error, d.created_at, v.body,
      case when d.due_at is not null then greatest(d.due_at, e.open_until) end as next_attempt_at
    from webhook_deliveries d
    join events v on v.tenant_id = d.tenant_id and v.id = d.event_id
    left join webhook_endpoints e on e.tenant_id = d.tenant_id and e.id = d.endpoint_id
    where d.tenant_id = ${owner.tenant_id} and d.mode = ${owner.mode} and d.id = ${id}`)
}

/** The latest of them; a delivery that was replayed again and again has more. The one that arrived is in the delivery. */
export function listAttempts(db: Queryable, tenantId: string, deliveryId: string): Promise<AttemptRow[]> {
  return db.rows(sql`
    select attempt, response_code, duration_ms, response_excerpt, error, attempted_at as created_at
    from webhook_deliveries where tenant_id = ${tenantId} and id = ${deliveryId} and attempted_at is not null
    union all
    select attempt, response_code, duration_ms, response_excerpt, error, created_at from delivery_attempts
    where tenant_id = ${tenantId} and delivery_id = ${deliveryId} order by attempt desc limit 100`)
}

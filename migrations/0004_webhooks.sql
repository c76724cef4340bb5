-- Events and their deliveries. The delivery row is its own queue row: claiming it pushes its due time past the
-- lease, so that a worker which dies gives it back by doing nothing.

-- The outbox. The body is kept as the exact text that is sent, so that every attempt sends the same bytes.
create table events (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  mode text not null check (mode in ('live', 'test')),
  event text not null,
  body text not null,
  created_at timestamptz(3) not null default herald_now(),
  primary key (tenant_id, id)
);
create index events_range on events (tenant_id, mode, created_at, id);
create index events_age on events using brin (created_at);

-- Secrets are sealed (AES-256-GCM with the version of its key). failures, openings and open_until are the breaker.
create table webhook_endpoints (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  mode text not null check (mode in ('live', 'test')),
  url text not null,
  events text[] not null check (cardinality(events) > 0),
  description text,
  enabled boolean not null default true,
  disabled_reason text,
  secret text not null,
  previous_secret text,
  previous_until timestamptz(3),
  failures integer not null default 0,
  openings integer not null default 0,
  open_until timestamptz(3),
  removed_at timestamptz(3),
  created_at timestamptz(3) not null default herald_now(),
  updated_at timestamptz(3) not null default herald_now(),
  primary key (tenant_id, id),
  check ((previous_secret is null) = (previous_until is null)),
  check (removed_at is null or not enabled)
) with (fillfactor = 70);
create index webhook_endpoints_list on webhook_endpoints (tenant_id, mode, created_at desc, id desc);

-- One delivery for each event and endpoint; due_at is null when nothing more is to be done. attempt counts all that
-- was tried, tries what was tried since it was last queued, which is what the retry budget is measured by. The id
-- begins with the event's, which begins with its time, so the primary key is also the order of the list.
create table webhook_deliveries (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  mode text not null check (mode in ('live', 'test')),
  event_id text collate "C" not null,
  event text not null,
  endpoint_id text collate "C" not null,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed', 'dead')),
  attempt integer not null default 0,
  tries integer not null default 0,
  response_code integer,
  duration_ms integer,
  response_excerpt text,
  error text,
  lease uuid,
  due_at timestamptz(3),
  queued_at timestamptz(3) not null default herald_now(),
  created_at timestamptz(3) not null default herald_now(),
  primary key (tenant_id, id),
  check ((status in ('delivered', 'dead')) = (due_at is null))
) with (fillfactor = 80);
create index webhook_deliveries_due on webhook_deliveries (tenant_id, endpoint_id, due_at) where due_at is not null;
create index webhook_deliveries_leased on webhook_deliveries (tenant_id, endpoint_id)
  where lease is not null and due_at is not null;
create index webhook_deliveries_dead on webhook_deliveries (tenant_id, id desc) where status = 'dead';

create table delivery_attempts (
  tenant_id text collate "C" not null,
  delivery_id text collate "C" not null,
  attempt integer not null,
  response_code integer,
  duration_ms integer not null,
  response_excerpt text,
  error text,
  created_at timestamptz(3) not null default herald_now(),
  primary key (tenant_id, delivery_id, attempt)
);

-- Takes what is due, oldest first, for each endpoint up to its slots. Two statements, since the second must see what
-- was claimed by whoever held the lock before: the lock on the endpoint's row keeps its deliveries for this worker
-- and its cap over all workers. Room is what the cap leaves beside what this worker has under way, which it knows
-- best itself, so only the leases of others are counted. With its breaker just past, an endpoint gets a single
-- delivery to try it out. The settings keep the plan to index look-ups in the order written here: one that was made
-- when the tables were empty would otherwise be kept while they grow.
create function webhook_claim(
  p_tenants text[], p_endpoints text[], p_slots integer[], p_rooms integer[], p_first uuid, p_last uuid,
  p_lease uuid, p_lease_seconds double precision, p_breaker_failures integer)
returns table (
  tenant_id text, endpoint_id text, id text, lease uuid, event_id text, tries integer, body text, url text,
  secret text, previous_secret text, failures integer)
language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
  v_places bigint[];
  v_now timestamptz;
begin
  select array_agg(l.place) into v_places from (
    select w.place
    from unnest(p_tenants, p_endpoints) with ordinality as w (tenant_id, endpoint_id, place)
    join webhook_endpoints e on e.tenant_id = w.tenant_id and e.id = w.endpoint_id
    where e.enabled
    for no key update of e skip locked) l;
  v_now := herald_now();
  return query
  with wanted as materialized (
    select w.slots, w.room, e.tenant_id, e.id as endpoint_id, e.url, e.secret, e.failures,
      case when e.previous_until > v_now then e.previous_secret end as previous_secret
    from unnest(p_tenants, p_endpoints, p_slots, p_rooms) with ordinality
      as w (tenant_id, endpoint_id, slots, room, place)
    join webhook_endpoints e on e.tenant_id = w.tenant_id and e.id = w.endpoint_id
    where w.place = any (v_places) and (e.open_until is null or e.open_until <= v_now)),
  picked as materialized (
    select w.*, d.delivery_id
    from wanted w cross join lateral (
      select d.id as delivery_id from webhook_deliveries d
      where d.tenant_id = w.tenant_id and d.endpoint_id = w.endpoint_id and d.due_at <= v_now
      order by d.due_at
      limit (
        select greatest(0, least(w.slots, case when w.failures >= p_breaker_failures then 1 - count(*)
          else w.room - count(*) filter (where not busy.lease between p_first and p_last) end))
        from webhook_deliveries busy
        where busy.tenant_id = w.tenant_id and busy.endpoint_id = w.endpoint_id and busy.lease is not null
          and busy.due_at > v_now)) d),
  claimed as (
    update webhook_deliveries d
    set lease = p_lease, due_at = v_now + make_interval(secs => p_lease_seconds)
    from picked p
    -- Looked at again, in case it was stopped meanwhile; written so that only the primary key fits.
    where d.tenant_id = p.tenant_id and d.id = p.delivery_id and coalesce(d.due_at, 'infinity') <= v_now
    returning d.tenant_id, d.endpoint_id, d.id, d.lease, d.event_id, d.tries, p.url, p.secret, p.previous_secret,
      p.failures)
  select c.tenant_id, c.endpoint_id, c.id, c.lease, c.event_id, c.tries, v.body, c.url, c.secret, c.previous_secret,
    c.failures
  from claimed c join events v on v.tenant_id = c.tenant_id and v.id = c.event_id;
end $$;

-- Keeps how attempts ended. A lease that was lost has no say any more; a delivery that was stopped while it was under
-- way stays stopped, unless it arrived. p_delays_ms says when to try again; null when it was the last.
create function webhook_record(
  p_tenants text[], p_ids text[], p_leases uuid[], p_delivered boolean[], p_codes integer[], p_durations integer[],
  p_excerpts text[], p_errors text[], p_delays_ms double precision[])
returns void language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  v_now timestamptz := herald_now();
begin
  with kept as (
    update webhook_deliveries d
    set status = case when r.delivered then 'delivered' when r.delay_ms is null or d.due_at is null then 'dead'
        else 'failed' end,
      due_at = case when not r.delivered and d.due_at is not null
        then v_now + make_interval(secs => r.delay_ms / 1000) end,
      attempt = d.attempt + 1, tries = d.tries + 1, lease = null, response_code = r.response_code,
      duration_ms = r.duration_ms, response_excerpt = r.response_excerpt, error = r.error
    from unnest(p_tenants, p_ids, p_leases, p_delivered, p_codes, p_durations, p_excerpts, p_errors, p_delays_ms)
      as r (tenant_id, id, lease, delivered, response_code, duration_ms, response_excerpt, error, delay_ms)
    where d.tenant_id = r.tenant_id and d.id = r.id and d.lease = r.lease
    returning d.tenant_id, d.id, d.attempt, d.response_code, d.duration_ms, d.response_excerpt, d.error)
  insert into delivery_attempts (
    tenant_id, delivery_id, attempt, response_code, duration_ms, response_excerpt, error, created_at)
  select k.*, v_now from kept k;
end $$;

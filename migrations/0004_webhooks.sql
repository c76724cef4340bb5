-- Events and their deliveries. The delivery row is its own queue row; the lease is on its endpoint. A worker that dies
-- gives the endpoint back by doing nothing, and what it had under way is still due.

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

-- Secrets are sealed (AES-256-GCM with the version of its key). failures, openings and open_until are the breaker;
-- owner is the worker that delivers to it until owned_until.
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
  owner uuid,
  owned_until timestamptz(3),
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
  due_at timestamptz(3),
  queued_at timestamptz(3) not null default herald_now(),
  created_at timestamptz(3) not null default herald_now(),
  primary key (tenant_id, id),
  check ((status in ('delivered', 'dead')) = (due_at is null))
) with (fillfactor = 80);
create index webhook_deliveries_due on webhook_deliveries (tenant_id, endpoint_id, due_at) where due_at is not null;
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

-- Finds what is due, oldest first, for each endpoint up to its slots, leaving out what the worker has under way. Two
-- statements: the first takes the endpoints that nobody owns or whose owner is gone, and renews the lease where less
-- than half of it is left; the second, which sees the outcome, reads for those that are the worker's own. So an
-- endpoint has one worker at a time, its cap needs no counting, and a delivery is written once, when it ends. With
-- its breaker just past, an endpoint gets a single delivery to try it out. The settings keep the plan to index
-- look-ups in the order written here: one that was made when the tables were empty would otherwise be kept while
-- they grow.
create function webhook_claim(
  p_worker uuid, p_lease_seconds double precision, p_breaker_failures integer, p_tenants text[], p_endpoints text[],
  p_slots integer[], p_under_way text[])
returns table (
  tenant_id text, endpoint_id text, id text, event_id text, tries integer, body text, url text, secret text,
  previous_secret text, failures integer)
language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
  v_now timestamptz := herald_now();
begin
  update webhook_endpoints e
  set owner = p_worker, owned_until = v_now + make_interval(secs => p_lease_seconds)
  from (
    select e.tenant_id, e.id
    from unnest(p_tenants, p_endpoints) as w (tenant_id, endpoint_id)
    join webhook_endpoints e on e.tenant_id = w.tenant_id and e.id = w.endpoint_id
    where e.enabled and case when e.owner = p_worker
      then e.owned_until < v_now + make_interval(secs => p_lease_seconds / 2)
      else e.owner is null or e.owned_until <= v_now end
    for no key update of e skip locked) free
  where e.tenant_id = free.tenant_id and e.id = free.id;
  return query
  with wanted as materialized (
    select w.slots, w.under_way, e.tenant_id, e.id as endpoint_id, e.url, e.secret, e.failures,
      case when e.previous_until > v_now then e.previous_secret end as previous_secret
    from unnest(p_tenants, p_endpoints, p_slots, p_under_way) as w (tenant_id, endpoint_id, slots, under_way)
    join webhook_endpoints e on e.tenant_id = w.tenant_id and e.id = w.endpoint_id
    where e.owner = p_worker and e.owned_until > v_now and e.enabled
      and (e.open_until is null or e.open_until <= v_now)
      and (e.failures < p_breaker_failures or w.under_way = ''))
  select w.tenant_id, w.endpoint_id, d.id, d.event_id, d.tries, v.body, w.url, w.secret, w.previous_secret, w.failures
  from wanted w
  cross join lateral (
    select d.id, d.event_id, d.tries from webhook_deliveries d
    where d.tenant_id = w.tenant_id and d.endpoint_id = w.endpoint_id and d.due_at <= v_now
      and (w.under_way = '' or d.id <> all (string_to_array(w.under_way, ' ')))
    order by d.due_at limit case when w.failures >= p_breaker_failures then 1 else w.slots end) d
  join events v on v.tenant_id = w.tenant_id and v.id = d.event_id;
end $$;

-- Keeps how attempts ended. A delivery that was stopped while it was under way stays stopped, unless it arrived; one
-- that another worker has ended meanwhile stays as it is. p_delays_ms says when to try again; null when it was the last.
create function webhook_record(
  p_tenants text[], p_ids text[], p_delivered boolean[], p_codes integer[], p_durations integer[],
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
    set status = case when r.delivered then 'delivered' when r.delay_ms is null then 'dead' else 'failed' end,
      due_at = case when not r.delivered then v_now + make_interval(secs => r.delay_ms / 1000) end,
      attempt = d.attempt + 1, tries = d.tries + 1, response_code = r.response_code,
      duration_ms = r.duration_ms, response_excerpt = r.response_excerpt, error = r.error
    from unnest(p_tenants, p_ids, p_delivered, p_codes, p_durations, p_excerpts, p_errors, p_delays_ms)
      as r (tenant_id, id, delivered, response_code, duration_ms, response_excerpt, error, delay_ms)
    where d.tenant_id = r.tenant_id and d.id = r.id
      and (d.status in ('pending', 'failed') or (r.delivered and d.status = 'dead'))
    returning d.tenant_id, d.id, d.attempt, d.response_code, d.duration_ms, d.response_excerpt, d.error)
  insert into delivery_attempts (
    tenant_id, delivery_id, attempt, response_code, duration_ms, response_excerpt, error, created_at)
  select k.*, v_now from kept k;
end $$;

-- Secrets that were rotated out, newest first, each with the end of its own overlap: [{"secret": sealed, "until": time}].
-- previous_until is the last of these ends.
alter table webhook_endpoints add column previous_secrets jsonb not null default '[]';
update webhook_endpoints
set previous_secrets = jsonb_build_array(jsonb_build_object('secret', previous_secret, 'until', previous_until))
where previous_secret is not null;
alter table webhook_endpoints drop column previous_secret;
alter table webhook_endpoints add check ((previous_secrets = '[]') = (previous_until is null));

drop function webhook_claim;

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
  previous_secrets text[], failures integer)
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
      case when e.previous_until > v_now then array(
        select p.one ->> 'secret' from jsonb_array_elements(e.previous_secrets) with ordinality as p (one, place)
        where (p.one ->> 'until')::timestamptz > v_now order by p.place) else '{}' end as previous_secrets
    from unnest(p_tenants, p_endpoints, p_slots, p_under_way) as w (tenant_id, endpoint_id, slots, under_way)
    join webhook_endpoints e on e.tenant_id = w.tenant_id and e.id = w.endpoint_id
    where e.owner = p_worker and e.owned_until > v_now and e.enabled
      and (e.open_until is null or e.open_until <= v_now)
      and (e.failures < p_breaker_failures or w.under_way = ''))
  select w.tenant_id, w.endpoint_id, d.id, d.event_id, d.tries, v.body, w.url, w.secret, w.previous_secrets, w.failures
  from wanted w
  cross join lateral (
    select d.id, d.event_id, d.tries from webhook_deliveries d
    where d.tenant_id = w.tenant_id and d.endpoint_id = w.endpoint_id and d.due_at <= v_now
      and (w.under_way = '' or d.id <> all (string_to_array(w.under_way, ' ')))
    order by d.due_at limit case when w.failures >= p_breaker_failures then 1 else w.slots end) d
  join events v on v.tenant_id = w.tenant_id and v.id = d.event_id;
end $$;

alter table webhook_deliveries add column attempted_at timestamptz(3);

-- Keeps how attempts ended. A delivery that was stopped while it was under way stays stopped, unless it arrived; one
-- that another worker has ended meanwhile stays as it is. p_delays_ms says when to try again; null when it was the last.
-- An attempt that arrived is kept in the delivery alone, with its time in attempted_at: most deliveries arrive at the
-- first attempt, and a second row for each would be a third of all that is written.
create or replace function webhook_record(
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
      attempted_at = case when r.delivered then v_now end,
      attempt = d.attempt + 1, tries = d.tries + 1, response_code = r.response_code,
      duration_ms = r.duration_ms, response_excerpt = r.response_excerpt, error = r.error
    from unnest(p_tenants, p_ids, p_delivered, p_codes, p_durations, p_excerpts, p_errors, p_delays_ms)
      as r (tenant_id, id, delivered, response_code, duration_ms, response_excerpt, error, delay_ms)
    where d.tenant_id = r.tenant_id and d.id = r.id
      and (d.status in ('pending', 'failed') or (r.delivered and d.status = 'dead'))
    returning d.tenant_id, d.id, d.attempt, d.response_code, d.duration_ms, d.response_excerpt, d.error, d.attempted_at)
  insert into delivery_attempts (
    tenant_id, delivery_id, attempt, response_code, duration_ms, response_excerpt, error, created_at)
  select k.tenant_id, k.id, k.attempt, k.response_code, k.duration_ms, k.response_excerpt, k.error, v_now
  from kept k where k.attempted_at is null;
end $$;

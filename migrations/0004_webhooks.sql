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

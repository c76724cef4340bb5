-- The platform: tenants, keys, the meter, limits, idempotency. Every tenant table leads its key with tenant_id.

-- The database's clock. Tests replace it to move time; nothing else may.
create function herald_now() returns timestamptz language sql volatile as 'select clock_timestamp()';

create function herald_period() returns date language sql volatile
  as $$ select date_trunc('month', herald_now() at time zone 'UTC')::date $$;

create table tenants (
  id text collate "C" primary key,
  email text not null,
  name text,
  tier text not null check (tier in ('free', 'hobby', 'pro', 'scale', 'agency', 'enterprise')),
  limits jsonb not null default '{}',
  overages_enabled boolean not null default false,
  suspended boolean not null default false,
  timezone text not null default 'UTC',
  brand jsonb not null default '{"aliases": [], "domains": [], "competitors": []}',
  created_at timestamptz(3) not null default herald_now(),
  check (not (overages_enabled and tier = 'free'))
);
create unique index tenants_email on tenants (lower(email));
create index tenants_list on tenants (created_at desc, id desc);

-- One row a day that sign-ups pass through, so that the daily cap is exact.
create table signup_days (
  day date primary key,
  signups integer not null
);

create table api_keys (
  tenant_id text collate "C" not null references tenants (id) on delete cascade,
  id text collate "C" not null,
  hash text collate "C" not null,
  key_prefix text not null,
  name text,
  kind text not null check (kind in ('live', 'test', 'session')),
  mode text not null check (mode in ('live', 'test')),
  scopes text[] not null,
  created_at timestamptz(3) not null default herald_now(),
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  primary key (tenant_id, id)
);
create unique index api_keys_hash on api_keys (hash);
create index api_keys_list on api_keys (tenant_id, created_at desc, id desc);

-- A hot row a tenant and month: room on the page lets every update stay where it is.
create table meters (
  tenant_id text collate "C" not null,
  mode text not null,
  period date not null,
  actions bigint not null default 0,
  agent_runs bigint not null default 0,
  workflow_runs bigint not null default 0,
  cost_micros bigint not null default 0,
  overage_micros bigint not null default 0,
  held_micros bigint not null default 0 check (held_micros >= 0),
  primary key (tenant_id, mode, period)
) with (fillfactor = 40);

-- The id is a UUIDv7, so the primary key is also the order of the list, and its uniqueness is what makes a
-- retried flush count once.
create table usage_events (
  tenant_id text collate "C" not null,
  id uuid not null,
  mode text not null,
  period date not null,
  operation text not null,
  meter text not null check (meter in ('action', 'agent_run', 'workflow_run')),
  request_id text not null,
  key_id text not null,
  cost_micros bigint not null,
  hold_micros bigint not null,
  created_at timestamptz(3) not null default herald_now(),
  primary key (tenant_id, id)
);

create table idempotency_keys (
  tenant_id text collate "C" not null,
  mode text not null,
  operation text not null,
  key text collate "C" not null,
  fingerprint text not null,
  claim uuid not null,
  claimed_until timestamptz(3) not null,
  status integer,
  body text,
  created_at timestamptz(3) not null default herald_now(),
  primary key (tenant_id, mode, operation, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- Payments: what was offered, what was paid, and what the payment provider said about it.

-- Who pays for a tenant. A downgrade that is agreed and not due yet waits in pending_*.
alter table tenants
  add column stripe_customer_id text,
  add column subscription_id text,
  add column subscribed_at timestamptz(3),
  add column pending_tier text check (pending_tier in ('free', 'hobby', 'pro', 'scale', 'agency')),
  add column pending_at timestamptz(3),
  add check ((pending_tier is null) = (pending_at is null));

-- The id is the provider's and cannot be guessed: it is what claims the key, once. tenant_id is whom it upgrades,
-- or whom the payment made.
create table checkout_sessions (
  id text collate "C" primary key,
  tenant_id text collate "C",
  upgrades boolean not null,
  tier text not null check (tier in ('hobby', 'pro', 'scale', 'agency')),
  email text,
  status text not null default 'open' check (status in ('open', 'paid', 'expired')),
  expires_at timestamptz(3) not null,
  claim_until timestamptz(3),
  claimed_at timestamptz(3),
  created_at timestamptz(3) not null default herald_now(),
  check (not upgrades or tenant_id is not null),
  check ((status = 'paid') = (claim_until is not null))
);

-- The last word on each subscription, by the provider's time and not by when it arrived.
create table subscriptions (
  id text collate "C" primary key,
  tenant_id text collate "C",
  customer_id text not null,
  status text not null,
  tier text check (tier in ('hobby', 'pro', 'scale', 'agency')),
  ends_at timestamptz(3),
  paid_through timestamptz(3),
  said_at timestamptz(3) not null,
  said_rank integer not null
);

-- Each event of the provider once, in the transaction of its effect.
create table stripe_events (
  id text collate "C" primary key,
  type text not null,
  created_at timestamptz(3) not null,
  received_at timestamptz(3) not null default herald_now()
);
create index stripe_events_age on stripe_events (received_at);

-- What of a month's overage the provider was told. A report under way keeps its number until it is confirmed.
create table overage_reports (
  tenant_id text collate "C" not null,
  period date not null,
  reported_micros bigint not null default 0,
  pending_micros bigint,
  number integer not null default 0,
  pending_at timestamptz(3),
  primary key (tenant_id, period),
  check ((pending_micros is null) = (pending_at is null))
);

-- When each worker process last said that it lives.
create table worker_heartbeats (
  worker uuid primary key,
  beat_at timestamptz(3) not null
);

-- Sites, connected accounts and the authorizations that are under way.

create table sites (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  mode text not null check (mode in ('live', 'test')),
  -- Normalised (lower case, punycode, no trailing dot), so that one site cannot be registered twice.
  domain text collate "C" not null,
  name text,
  token text not null,
  status text not null default 'pending' check (status in ('pending', 'verified', 'failed')),
  method text check (method in ('dns_txt', 'html_file', 'meta_tag')),
  last_error text,
  simulated boolean not null,
  checked_at timestamptz(3),
  verified_at timestamptz(3),
  created_at timestamptz(3) not null default herald_now(),
  primary key (tenant_id, id),
  check ((status = 'verified') = (verified_at is not null))
);
create unique index sites_domain on sites (tenant_id, mode, domain);
create index sites_list on sites (tenant_id, mode, created_at desc, id desc);

-- access_token and refresh_token are sealed (AES-256-GCM with the version of its key). token_version counts what was
-- stored: whoever waits for a refresh sees by it that there is a new token. lease is the one refresh in flight.
create table connected_accounts (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  mode text not null check (mode in ('live', 'test')),
  platform text not null,
  external_id text not null,
  username text,
  display_name text,
  details jsonb not null default '{}',
  status text not null default 'connected' check (status in ('connected', 'needs_reconnect')),
  reason text,
  can_post boolean not null,
  services text[] not null,
  requested_scopes text[] not null,
  granted_scopes text[] not null,
  access_token text not null,
  refresh_token text,
  expires_at timestamptz(3),
  token_version integer not null default 1,
  lease uuid,
  leased_until timestamptz(3),
  simulated boolean not null,
  connected_at timestamptz(3) not null default herald_now(),
  created_at timestamptz(3) not null default herald_now(),
  updated_at timestamptz(3) not null default herald_now(),
  primary key (tenant_id, id),
  check ((lease is null) = (leased_until is null)),
  check ((status = 'connected') = (reason is null))
) with (fillfactor = 80);
create unique index connected_accounts_external on connected_accounts (tenant_id, mode, platform, external_id);
create index connected_accounts_list on connected_accounts (tenant_id, mode, created_at desc, id desc);

-- One authorization under way. The state is kept as its hash, the PKCE verifier sealed; using it deletes it.
create table oauth_states (
  tenant_id text collate "C" not null,
  state_hash text collate "C" not null,
  mode text not null check (mode in ('live', 'test')),
  platform text not null,
  verifier text not null,
  scopes text[] not null,
  redirect_uri text not null,
  expires_at timestamptz(3) not null,
  primary key (tenant_id, state_hash)
);
create index oauth_states_age on oauth_states (expires_at);

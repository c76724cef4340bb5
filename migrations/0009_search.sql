-- Search and local: tracked keywords and their ranks, Search Console rows, map grids, business posts, page changes.

-- A keyword on a domain from a place and a device. schedule is null for one that was looked up once and is not tracked.
create table seo_keywords (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  mode text not null check (mode in ('live', 'test')),
  keyword text not null,
  domain text collate "C" not null,
  location text not null,
  device text not null check (device in ('desktop', 'mobile')),
  schedule text check (schedule in ('daily', 'weekly')),
  key_id text collate "C" not null,
  last_error text,
  created_at timestamptz(3) not null default herald_now(),
  primary key (tenant_id, id)
);
create unique index seo_keywords_one on seo_keywords (tenant_id, mode, keyword, domain, location, device);
create index seo_keywords_list on seo_keywords (tenant_id, mode, created_at desc, id desc);

-- Every look-up, with the whole result as it was answered. The id is a UUIDv7, so the key is also the order.
create table seo_ranks (
  tenant_id text collate "C" not null,
  keyword_id text collate "C" not null,
  id uuid not null,
  position integer,
  result jsonb not null,
  checked_at timestamptz(3) not null,
  primary key (tenant_id, keyword_id, id),
  foreign key (tenant_id, keyword_id) references seo_keywords (tenant_id, id) on delete cascade
);

-- Pages and queries by a hash of their text, so that a million rows of figures stay small and group by numbers.
create table seo_terms (
  tenant_id text collate "C" not null,
  key bigint not null,
  text text not null,
  primary key (tenant_id, key)
);

-- Search Console by page, query and day. A page is a full address, so one key covers all of a tenant's sites.
-- position_sum is position × impressions: averages over any grouping stay weighted. The key carries the figures, so
-- that sums over weeks are read from it alone.
create table seo_performance (
  tenant_id text collate "C" not null,
  mode text not null check (mode in ('live', 'test')),
  date date not null,
  page_key bigint not null,
  query_key bigint not null,
  site text collate "C" not null,
  clicks integer not null,
  impressions integer not null,
  position_sum double precision not null,
  primary key (tenant_id, mode, date, page_key, query_key) include (site, clicks, impressions, position_sum)
);

create table local_grids (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  mode text not null check (mode in ('live', 'test')),
  input jsonb not null,
  status text not null check (status in ('queued', 'running', 'completed', 'failed')),
  points jsonb not null,
  cost_micros bigint not null default 0,
  usage_event_id uuid not null,
  provider text not null,
  simulated boolean not null,
  error_message text,
  created_at timestamptz(3) not null default herald_now(),
  completed_at timestamptz(3),
  primary key (tenant_id, id),
  check ((status in ('completed', 'failed')) = (completed_at is not null))
);

-- What was posted to business profiles through us; Google keeps the posts themselves.
create table gbp_posts (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  mode text not null check (mode in ('live', 'test')),
  account_id text collate "C" not null,
  location text not null,
  external_name text not null,
  post jsonb not null,
  state text not null,
  search_url text,
  simulated boolean not null,
  created_at timestamptz(3) not null default herald_now(),
  primary key (tenant_id, id)
);
create index gbp_posts_list on gbp_posts (tenant_id, mode, created_at desc, id desc);

-- One row an applied change set: what was there before is what a rollback writes back, once.
create table onpage_changes (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  mode text not null check (mode in ('live', 'test')),
  site_id text collate "C" not null,
  url text not null,
  deploy_mode text not null check (deploy_mode in ('wordpress', 'webflow')),
  account_id text collate "C" not null,
  target jsonb not null,
  before jsonb not null,
  after jsonb not null,
  status text not null default 'applying' check (status in ('applying', 'applied', 'rolling_back', 'rolled_back')),
  created_at timestamptz(3) not null default herald_now(),
  rolled_back_at timestamptz(3),
  primary key (tenant_id, id)
);

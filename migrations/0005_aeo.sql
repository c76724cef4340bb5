-- What scans asked and what came back. The raw answers stay, so that every number can be worked out again.
-- A scan has the id of the run that makes it. Live and test scans, and real and simulated ones, never meet.
create table aeo_scans (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  mode text not null check (mode in ('live', 'test')),
  simulated boolean not null,
  brand_key text not null,
  brand jsonb not null,
  competitors jsonb not null,
  queries jsonb not null,
  platforms jsonb not null,
  panel text not null,
  repeats integer not null check (repeats between 1 and 10),
  location jsonb,
  language text,
  -- The gaps it found, as keys: how long a gap has lasted is counted over them. Null until the scan is complete.
  gap_keys jsonb,
  created_at timestamptz(3) not null default herald_now(),
  completed_at timestamptz(3),
  primary key (tenant_id, id),
  check ((gap_keys is null) = (completed_at is null))
);
create index aeo_scans_list on aeo_scans (tenant_id, mode, created_at desc, id desc);
create index aeo_scans_brand on aeo_scans (tenant_id, mode, brand_key, created_at desc, id desc);

-- One row for each question put to a platform, whatever came of it. The key is what keeps a scan that was
-- interrupted from asking, and paying, twice. No foreign key: its check for every row would cost the embedded
-- database as much as the row.
create table aeo_answers (
  tenant_id text collate "C" not null,
  scan_id text collate "C" not null,
  platform text not null,
  query_index integer not null,
  repeat integer not null,
  id text collate "C" not null,
  status text not null check (status in ('ok', 'no_answer', 'error', 'unavailable')),
  requested_model text,
  served_model text,
  searched boolean not null,
  text text not null,
  citations jsonb not null,
  retrieved jsonb not null,
  search_queries jsonb not null,
  mentions jsonb not null,
  detector_version text not null,
  latency_ms integer,
  cost_micros bigint not null,
  error text,
  created_at timestamptz(3) not null default herald_now(),
  primary key (tenant_id, scan_id, platform, query_index, repeat),
  check ((status = 'error') = (error is not null))
);
create unique index aeo_answers_page on aeo_answers (tenant_id, scan_id, id);

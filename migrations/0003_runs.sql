-- Background work. Claiming a job pushes its due time past the lease, so a worker that dies gives it back by
-- doing nothing.
create table jobs (
  id bigint generated always as identity primary key,
  queue text not null,
  tenant_id text collate "C" not null,
  payload jsonb not null,
  due_at timestamptz(3) not null default herald_now(),
  attempts integer not null default 0,
  max_attempts integer not null,
  lease uuid,
  created_at timestamptz(3) not null default herald_now()
);
create index jobs_due on jobs (queue, due_at, id);

create table runs (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  mode text not null check (mode in ('live', 'test')),
  kind text not null check (kind in ('agent', 'workflow')),
  agent_name text not null,
  status text not null check (status in ('queued', 'running', 'completed', 'failed')),
  input jsonb not null,
  output jsonb,
  error_message text,
  progress jsonb not null default '{"done": 0, "total": 0, "note": null}',
  cost_micros bigint not null default 0,
  cancel_requested boolean not null default false,
  usage_event_id uuid not null,
  created_at timestamptz(3) not null default herald_now(),
  started_at timestamptz(3),
  completed_at timestamptz(3),
  primary key (tenant_id, id),
  check ((status = 'completed') = (output is not null)),
  check ((status = 'failed') = (error_message is not null)),
  check ((status in ('completed', 'failed')) = (completed_at is not null))
);
create index runs_list on runs (tenant_id, created_at desc, id desc);

-- queued → running → completed | failed, and queued → failed when it is cancelled before it starts. An ended
-- run never moves again, whatever a late worker believes.
create function runs_move() returns trigger language plpgsql as $$
begin
  if old.status in ('completed', 'failed')
     or (old.status = 'running' and new.status = 'queued')
     or (old.status = 'queued' and new.status = 'completed') then
    raise exception 'run % cannot move from % to %', old.id, old.status, new.status using errcode = '23514';
  end if;
  return new;
end $$;
create trigger runs_move before update of status on runs for each row execute function runs_move();

-- What a run has finished and paid for, kept so that a run whose worker died goes on behind it. A workflow keeps each
-- step's output here, an agent each answer of the model.
create table run_steps (
  tenant_id text collate "C" not null,
  run_id text collate "C" not null,
  step text not null,
  output jsonb not null,
  cost_micros bigint not null,
  created_at timestamptz(3) not null default herald_now(),
  primary key (tenant_id, run_id, step)
);

-- Counts what can be seen of a run change, so that whoever follows it can say how far they have read. It is the same
-- number in every process.
alter table runs add column revision integer not null default 0;
create function runs_revise() returns trigger language plpgsql as $$
begin
  new.revision := old.revision + 1;
  return new;
end $$;
create trigger runs_revise before update of status, progress on runs for each row execute function runs_revise();

-- A hold is settled once, whatever its size: zero is an amount like any other.
alter table usage_events add column settled_at timestamptz(3);

-- What maintenance looks through for holds whose run was never written.
create index usage_events_open_holds on usage_events (created_at) where hold_micros > 0;
create index runs_usage_event on runs (tenant_id, usage_event_id);

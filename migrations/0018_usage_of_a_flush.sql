-- The meter writes what one flush admitted of one kind as one row: a row and an index entry for every single event cost
-- more than all else that is done for a metered request. Such a row is its latest event, and lists all of them.
alter table usage_events
  add column first_id uuid,
  add column ids uuid[],
  add column request_ids text[];

-- Rows of a hundred events or more stay in one piece.
alter table usage_events set (toast_tuple_target = 8160);

-- One row an event, whatever way it is kept.
create view each_usage_event as
  select u.tenant_id, e.id, u.mode, u.period, u.operation, u.meter, e.request_id, u.key_id, u.cost_micros, u.hold_micros,
    u.created_at, u.settled_at
  from usage_events u, unnest(coalesce(u.ids, array[u.id]), coalesce(u.request_ids, array[u.request_id])) as e (id, request_id);

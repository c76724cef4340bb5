-- The sliding window shared between processes. Unlogged: a window is worth a minute, not a write-ahead log.
create unlogged table rate_windows (
  subject text collate "C" not null,
  operation text not null,
  taken bigint not null default 0,
  last_at timestamptz not null default '-infinity',
  primary key (subject, operation)
);

create unlogged table rate_hits (
  subject text collate "C" not null,
  operation text not null,
  seq bigint not null,
  at timestamptz not null,
  primary key (subject, operation, seq)
);

-- Takes up to p_want places. The clock is read after the lock, so stamps are in the order of admission, and it
-- never runs backwards within a window. Refused places leave no stamp.
create function rate_take(p_subject text, p_operation text, p_limit integer, p_want integer, p_window interval)
returns table (granted integer, remaining integer, wait_ms double precision)
language plpgsql as $$
declare
  v_taken bigint;
  v_now timestamptz;
  v_used integer;
  v_oldest timestamptz;
begin
  insert into rate_windows (subject, operation) values (p_subject, p_operation) on conflict do nothing;
  select w.taken, greatest(herald_now(), w.last_at) into v_taken, v_now
    from rate_windows w where w.subject = p_subject and w.operation = p_operation for update;
  -- Read again now that the row is ours: the expression above was evaluated before the wait for the lock.
  v_now := greatest(v_now, herald_now());
  delete from rate_hits h where h.subject = p_subject and h.operation = p_operation and h.at <= v_now - p_window;
  select count(*) into v_used from rate_hits h where h.subject = p_subject and h.operation = p_operation;
  granted := least(p_want, greatest(p_limit - v_used, 0));
  if granted > 0 then
    insert into rate_hits
      select p_subject, p_operation, v_taken + place, v_now from generate_series(1, granted) as place;
    update rate_windows w set taken = v_taken + granted, last_at = v_now
      where w.subject = p_subject and w.operation = p_operation;
  end if;
  remaining := greatest(p_limit - v_used - granted, 0);
  wait_ms := 0;
  if granted < p_want then
    -- The next place opens when the window holds fewer than the limit: that many of the oldest must have left.
    select h.at into v_oldest from rate_hits h where h.subject = p_subject and h.operation = p_operation
      order by h.seq offset greatest(v_used + granted - p_limit, 0) limit 1;
    wait_ms := extract(epoch from coalesce(v_oldest, v_now) + p_window - v_now) * 1000;
  end if;
  return next;
end $$;

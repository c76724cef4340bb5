-- A rollback whose process died can be taken up again after its time: the page is compared before it is written, so
-- that a second attempt at one that went through changes nothing.
alter table onpage_changes add column leased_until timestamptz(3);

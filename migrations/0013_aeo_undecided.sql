-- Places where a word may be a tracked name and nothing decides: reported beside the mentions, never counted as such.
-- Answers of older detectors are read again, so their empty list is never shown.
alter table aeo_answers add column undecided jsonb not null default '[]';

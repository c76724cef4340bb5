-- Tests are told apart from what happened: a range replay must not send them to other endpoints.
alter table events add column test boolean not null default false;
update events set test = true where event = 'webhook.test';

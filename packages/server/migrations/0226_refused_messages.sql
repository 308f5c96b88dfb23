-- owner: platform
-- Whether the service refused the recipient of a message and sent others since: its age says nothing about the service.
alter table outbox.message add column is_refused boolean not null default false;

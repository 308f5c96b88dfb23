-- owner: payments
alter table pay.booking validate constraint booking_kind_check;

-- What an alarm is about, and its figures. An alarm is unique while it is unsettled; new figures raise it again. Null in rows of the
-- former version, which needs `dedupe_key` to be unique.
alter table pay.alarm add column subject text;
alter table pay.alarm add column figures text;
-- brief lock: the table has a row for each finding that a person looks at.
create unique index alarm_unsettled on pay.alarm (subject, figures) where settled_at is null;
-- brief lock: as above.
create index alarm_by_subject on pay.alarm (subject, id);

-- owner: drafts
-- Until when the draft before this one ran: a due date of a weekend that it was still to take falls to this one.
alter table portal.draft add column former_until timestamptz;

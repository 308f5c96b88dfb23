-- owner: calendar
-- Payments that are taken by themselves join the calendar.
alter table portal.calendar_entry drop constraint calendar_entry_kind_check;
alter table portal.calendar_entry add constraint calendar_entry_kind_check
  check (kind in ('bill', 'arrangement', 'draft', 'autopay', 'scheduled')) not valid;

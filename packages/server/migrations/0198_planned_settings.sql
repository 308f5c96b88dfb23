-- owner: staff-settings
-- Changes of settings that staff have scheduled.
create table portal.planned_setting_change (
  planned_id integer generated always as identity primary key,
  starts_at timestamptz not null,
  -- When the former values return; null for never.
  ends_at timestamptz,
  -- [{"key", "value" as people write it or null for the default, "version" that the key must still have or null}]
  wanted jsonb not null,
  -- It returns the values from before a change that had an end.
  is_end boolean not null,
  planned_at timestamptz not null,
  planned_by text not null,
  reason text not null,
  -- Why it could not be made when it was due.
  refusal text,
  -- Made or canceled.
  ended_at timestamptz,
  canceled_by text
);
create index planned_setting_change_waiting on portal.planned_setting_change (starts_at, planned_id) where ended_at is null;
create index planned_setting_change_by_age on portal.planned_setting_change (ended_at);

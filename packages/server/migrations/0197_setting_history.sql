-- owner: site
-- Every change of a setting with its whole values, so that each can be put back. The audit cuts long values.
create table portal.setting_change (
  change_id integer generated always as identity primary key,
  key text not null,
  -- An array of one value, or an empty one for the default: a value itself may be null.
  before jsonb not null check (jsonb_typeof(before) = 'array'),
  after jsonb not null check (jsonb_typeof(after) = 'array'),
  changed_at timestamptz not null,
  changed_by text not null,
  -- Empty for changes at the command line.
  reason text not null
);
create index setting_change_by_key on portal.setting_change (key, change_id desc);
create index setting_change_by_age on portal.setting_change (changed_at);

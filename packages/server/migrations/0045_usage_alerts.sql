-- owner: insights
-- What a member wants to be alerted about. Another holder of the account has alerts of their own.
create table portal.usage_alert (
  account_number text primary key,
  member_number text not null,
  -- Whole kWh of a day; null: off.
  daily_kwh integer check (daily_kwh > 0),
  -- Whole cents of the projected bill; null: off.
  projected_bill bigint check (projected_bill > 0),
  continuous_water boolean not null,
  base_load_doubled boolean not null,
  -- The last day without alerts.
  snoozed_until date,
  -- The last day with readings that the job has looked at.
  evaluated_through date,
  changed_at timestamptz not null
);

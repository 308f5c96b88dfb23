-- owner: outage
-- Incidents of the outage system, active and restored.
create table portal.outage_incident (
  incident_id text primary key,
  is_active boolean not null,
  started_at timestamptz not null,
  -- Null while the incident is active.
  restored_at timestamptz,
  cause text not null,
  crew text not null,
  -- When power is expected back. Null: not known.
  estimate_at timestamptz,
  customers integer not null check (customers >= 0),
  longitude double precision,
  latitude double precision,
  -- Id of an area of the territory, or empty.
  area text not null default '',
  check ((restored_at is null) = is_active),
  check ((longitude is null) = (latitude is null))
);
create index outage_incident_active on portal.outage_incident (customers desc, incident_id) where is_active;
create index outage_incident_active_by_id on portal.outage_incident (incident_id) where is_active;
create index outage_incident_by_end on portal.outage_incident (restored_at);

-- How the estimate of an incident changed.
create table portal.outage_estimate (
  incident_id text not null references portal.outage_incident on delete cascade,
  stated_at timestamptz not null,
  -- Null: the earlier estimate was withdrawn.
  estimate_at timestamptz,
  primary key (incident_id, stated_at)
);

-- Accounts without power because of an incident.
create table portal.outage_incident_account (
  incident_id text not null references portal.outage_incident on delete cascade,
  account_number text not null,
  -- False: a later file no longer lists the account, whose power is back.
  is_affected boolean not null,
  primary key (incident_id, account_number)
);
create index outage_incident_of_account on portal.outage_incident_account (account_number);

-- When the outage system wrote the newest file that was imported.
create table portal.outage_file (
  only_row boolean primary key default true check (only_row),
  generated_at timestamptz not null
);

-- The areas of the cooperative as GeoJSON.
create table portal.territory (
  only_row boolean primary key default true check (only_row),
  body text not null
);

alter table cis.meter add column feeder text not null default '';
create index meter_by_number on cis.meter (meter_number);
create index meter_by_feeder on cis.meter (feeder) where feeder <> '';

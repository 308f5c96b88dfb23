-- owner: site
create schema portal;

create table portal.setting (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null,
  updated_by text not null
);

-- One row. Each change of a setting raises the version, so that every process reloads its settings within seconds.
create table portal.setting_version (
  singleton boolean primary key default true check (singleton),
  version bigint not null
);
insert into portal.setting_version (version) values (1);

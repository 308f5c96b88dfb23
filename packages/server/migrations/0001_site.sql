-- owner: site
create schema portal;

create table portal.setting (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null,
  updated_by text not null
);

-- One row: raised with every change, so that every process sees within seconds that it must read again.
create table portal.setting_version (
  singleton boolean primary key default true check (singleton),
  version bigint not null
);
insert into portal.setting_version (version) values (1);

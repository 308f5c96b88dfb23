-- owner: connected-apps
-- Apps that may ask members for their usage, the connections that members made, and what the authorization server keeps.
create table portal.connected_app (
  client_id text primary key,
  name text not null,
  home_url text,
  redirect_uris text[] not null,
  auth_method text not null check (auth_method in ('client_secret_basic', 'client_secret_post', 'none')),
  secret_hash bytea,
  is_self_registered boolean not null,
  created_at timestamptz not null,
  -- Null for apps that the cooperative added.
  expires_at timestamptz,
  check ((auth_method = 'none') = (secret_hash is null))
);
create index connected_app_by_expiry on portal.connected_app (expires_at);

create table portal.connected_grant (
  grant_id text primary key,
  member_number text not null,
  login_id uuid not null references portal.login,
  -- Null for an access token of the member's own.
  client_id text references portal.connected_app on delete cascade,
  token_hash bytea unique,
  name text not null,
  scope text not null,
  history_from date not null,
  created_at timestamptz not null,
  -- When it ends or has ended.
  ends_at timestamptz not null,
  end_reason text check (end_reason in ('member', 'app', 'copied-token')),
  last_read_at timestamptz,
  reads bigint not null default 0,
  bytes bigint not null default 0,
  check ((client_id is null) <> (token_hash is null))
);
create index connected_grant_by_member on portal.connected_grant (member_number, created_at);
create index connected_grant_by_login on portal.connected_grant (login_id);
create index connected_grant_by_app on portal.connected_grant (client_id);
create index connected_grant_by_end on portal.connected_grant (ends_at);

create table portal.connected_meter (
  grant_id text not null references portal.connected_grant on delete cascade,
  account_number text not null,
  meter_number text not null,
  primary key (grant_id, account_number, meter_number)
);

-- One row per hour and kind of read, so that a busy app does not fill the table.
create table portal.connected_access (
  grant_id text not null references portal.connected_grant on delete cascade,
  hour timestamptz not null,
  what text not null,
  reads bigint not null,
  bytes bigint not null,
  primary key (grant_id, hour, what)
);
create index connected_access_by_hour on portal.connected_access (hour);

-- Codes, tokens and requests of the authorization server. Their values are kept as hashes only.
create table portal.oauth_record (
  kind text not null,
  id_hash bytea not null,
  payload jsonb not null,
  grant_id text,
  consumed_at timestamptz,
  expires_at timestamptz not null,
  primary key (kind, id_hash)
);
create index oauth_record_by_grant on portal.oauth_record (grant_id);
create index oauth_record_by_expiry on portal.oauth_record (expires_at);

#!/bin/sh
# Run once by the database image, on an empty volume: one role owns the tables, the other serves and owns nothing.
set -eu
psql --username=postgres --dbname=postgres --set=ON_ERROR_STOP=1 \
  --set=owner_password="$OWNER_PASSWORD" --set=app_password="$APP_PASSWORD" <<'SQL'
create role coopline_owner login password :'owner_password';
create role coopline_app login password :'app_password';
create database coopline owner coopline_owner;
grant pg_read_all_stats to coopline_owner;
SQL

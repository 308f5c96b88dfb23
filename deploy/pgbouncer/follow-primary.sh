#!/bin/sh
# Points PgBouncer to the primary that the monitor of pg_auto_failover names, looked up every second. It needs psql, and the right
# to write the file and to reload PgBouncer. OPERATIONS.md tells how to run it.
#
# MONITOR         postgres://autoctl_node@monitor.internal/pg_auto_failover
# PGBOUNCER_INI   the file whose line `coopline = host=… port=… …` follows the primary
# RELOAD          how PgBouncer is told
set -u
: "${MONITOR:?}" "${PGBOUNCER_INI:=/etc/pgbouncer/pgbouncer.ini}" "${RELOAD:=systemctl reload pgbouncer}"
export PGCONNECT_TIMEOUT=3
query="select 'host=' || primary_host || ' port=' || primary_port from pgautofailover.get_primary()"
followed=
while :; do
  primary=$(psql "$MONITOR" --no-psqlrc --tuples-only --no-align --command "$query")
  if [ -n "$primary" ] && [ "$primary" != "$followed" ]; then
    # Written in place: the file keeps its owner and its mode.
    changed=$(sed "s/^\(coopline = \)host=[^ ]* port=[^ ]*/\1$primary/" "$PGBOUNCER_INI") &&
      printf '%s\n' "$changed" >"$PGBOUNCER_INI" && $RELOAD && followed=$primary && echo "PgBouncer now leads to $primary"
  fi
  sleep 1
done

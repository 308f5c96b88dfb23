#!/bin/sh
# /usr/local/bin/coopline, for root: `coopline COMMAND …` runs a command of the portal as its user, with the variables of portal.env, or
# with those of the owner for `backup`, `migrate` and `db`. Relative paths start at /var/lib/coopline.
case "$1" in
  backup) variables=/etc/coopline/backup.env ;;
  migrate | db) variables=/etc/coopline/migrate.env ;;
  *) variables=/etc/coopline/portal.env ;;
esac
exec systemd-run --quiet --pipe --wait --collect --uid=coopline --gid=coopline \
  --property=EnvironmentFile=$variables --setenv=NODE_ENV=production ${NO_COLOR:+--setenv=NO_COLOR=$NO_COLOR} --property=UMask=0077 \
  --working-directory=/var/lib/coopline \
  /opt/coopline/node_modules/.bin/node --disable-proto=delete /opt/coopline/packages/server/src/cli/coopline.ts "$@"

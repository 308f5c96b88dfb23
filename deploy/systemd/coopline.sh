#!/bin/sh
# /usr/local/bin/coopline, for root: `coopline COMMAND …` runs a command of the portal as its user, with the variables of portal.env.
# Relative paths start at /var/lib/coopline.
exec systemd-run --quiet --pipe --wait --collect --uid=coopline --gid=coopline \
  --property=EnvironmentFile=/etc/coopline/portal.env --setenv=NODE_ENV=production --property=UMask=0077 \
  --working-directory=/var/lib/coopline \
  /opt/coopline/node_modules/.bin/node --disable-proto=delete /opt/coopline/packages/server/src/cli/coopline.ts "$@"

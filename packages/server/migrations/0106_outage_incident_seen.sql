-- owner: outage
-- When the newest file that has the incident was written. Null before this version, which counts as the incident's start.
alter table portal.outage_incident add column seen_at timestamptz;
create index outage_incident_active_by_seen on portal.outage_incident (coalesce(seen_at, started_at), incident_id) where is_active;

-- owner: member-support
-- Finds the views that are open, among those that are kept after their end: the few that a job ends on time.
-- brief lock: the table has a row for each view of staff in 90 days
create index portal_view_open on portal.portal_view (ends_at) where ended_at is null;

-- owner: member-support
-- Staff who see the portal as a member, without changing anything (decision 0219). A view ends with the session of staff that
-- opened it, after 15 minutes at the latest.
create table portal.portal_view (
  view_id uuid primary key,
  session_id uuid not null references portal.staff_session on delete cascade,
  -- SHA-256.
  token_hash bytea not null unique,
  login_id uuid not null references portal.login on delete cascade,
  member_number text not null,
  opened_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz
);
create index portal_view_by_session on portal.portal_view (session_id);
create index portal_view_by_login on portal.portal_view (login_id);
create index portal_view_by_end on portal.portal_view (ends_at);

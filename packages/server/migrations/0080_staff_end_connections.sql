-- owner: connected-apps
-- Staff end a connection for a member who asks them to.
alter table portal.connected_grant drop constraint connected_grant_end_reason_check;
alter table portal.connected_grant add constraint connected_grant_end_reason_check
  check (end_reason in ('member', 'app', 'copied-token', 'staff')) not valid;

-- owner: shared-access
-- Staff end a person's access for a member who asks them to.
alter table portal.shared_access drop constraint shared_access_end_reason_check;
alter table portal.shared_access add constraint shared_access_end_reason_check
  check (end_reason in ('member', 'guest', 'password-reset', 'staff')) not valid;

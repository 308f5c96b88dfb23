-- owner: platform
-- What deletes old rows finds them by these, in the order of their age.
create index message_by_age on outbox.message (created_at);
create index event_by_acknowledgement on outbox.event (acknowledged_at) where acknowledged_at is not null;
create index audit_by_age on portal.audit (at);
create index second_step_by_age on portal.second_step (expires_at);
create index hand_off_by_age on portal.hand_off (expires_at);
create index passkey_challenge_by_age on portal.passkey_challenge (expires_at);
create index verification_code_by_age on portal.verification_code (expires_at);
create index registration_grant_by_age on portal.registration_grant (expires_at);
create index reset_link_by_age on portal.reset_link (expires_at);
create index sent_notice_by_age on portal.sent_notice (sent_at);
create index calendar_entry_by_age on portal.calendar_entry (due_on);

-- Sign-in asks whether a login was used from an address before.
create index session_by_address on portal.session (login_id, client_address, signed_in_at);

-- The audit stays append only for a year, whatever the portal is told to keep; older entries may be deleted, none be changed.
create function portal.refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.at < now() - interval '365 days' then
    return old;
  end if;
  raise exception 'entries of the audit are never changed, and not deleted within a year' using errcode = '55000';
end $$;
create or replace trigger append_only before update or delete on portal.audit
  for each row execute function portal.refuse_audit_change();

-- owner: drafts
-- A draft also ends without its member: by a row of the cooperative's system, or when the account gets another holder. What the
-- member authorized stays in the audit then, too.
create function portal.audit_ended_authorization() returns trigger language plpgsql as $$
begin
  insert into portal.audit (at, kind, member_number, account_number, detail)
  values (now(), 'drafts.ended', old.member_number, old.account_number,
    jsonb_build_object('authorization', old.authorized_text, 'authorizedAt', old.authorized_at));
  return null;
end $$;
create trigger audit_ended_authorization after delete on portal.draft
  for each row when (old.authorized_text is not null) execute function portal.audit_ended_authorization();

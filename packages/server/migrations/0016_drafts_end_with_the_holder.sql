-- owner: drafts
-- Bank numbers of a member leave with the member: the next holder of the account has no use for them.
create function portal.forget_former_draft() returns trigger language plpgsql as $$
begin
  delete from portal.draft where account_number = new.account_number and member_number <> new.member_number;
  return null;
end $$;
create trigger forget_former_draft after update of member_number on cis.account
  for each row when (old.member_number <> new.member_number) execute function portal.forget_former_draft();

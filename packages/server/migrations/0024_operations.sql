-- owner: platform
-- Migration 0013 renamed `account_number` to `subject`, so a process of the former version failed while an upgrade ran.
-- Both names work until the contract: a row that comes with one of them gets the other.
alter table portal.verification_code add column account_number text;
alter table portal.verification_code alter column subject set default '';
update portal.verification_code set account_number = subject;
create unique index verification_code_by_former_name on portal.verification_code (account_number);

create function portal.name_code_both_ways() returns trigger language plpgsql as $$
begin
  if new.subject = '' then new.subject := new.account_number; else new.account_number := new.subject; end if;
  return new;
end $$;
create trigger name_code_both_ways before insert on portal.verification_code
  for each row execute function portal.name_code_both_ways();

-- For the alarm that counts locked logins.
create index login_locked on portal.login (locked_until) where locked_until is not null;

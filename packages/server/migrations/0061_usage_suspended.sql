-- owner: usage
-- The cooperative's system says of which accounts no usage is shown for now.
alter table cis.account_detail add column usage_suspended boolean not null default false;

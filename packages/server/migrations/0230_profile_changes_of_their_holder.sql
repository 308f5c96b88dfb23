-- owner: account-profile
-- Who changed the profile: the change does not apply to the next holder of the account. Null: a process of the former version wrote
-- it, and its event names the member.
alter table portal.profile_change add column member_number text;

-- brief lock: the table has only the changes that the cooperative's copy does not have yet.
create index profile_change_by_member on portal.profile_change (member_number);

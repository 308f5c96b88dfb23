-- owner: arrangements
-- The next holder of an account may make an arrangement on the day of the former one's.
-- brief lock: the table has what members arranged in the years that the portal keeps.
alter table portal.arrangement
  drop constraint arrangement_account_number_made_on_key,
  add constraint arrangement_of_day unique (account_number, member_number, made_on);

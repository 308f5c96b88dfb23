-- owner: payments
-- Before the provider forgets a token, the portal looks for another method with it, of any member.
-- brief lock: the table has at most a few methods for each member.
create index stored_method_by_last_four on pay.stored_method (last_four) where removed_at is null;

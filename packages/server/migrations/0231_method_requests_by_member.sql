-- owner: payments
-- Erasing a member takes their number off the requests that the provider may still answer, and waits while a draft is requested.
-- brief lock: the table has the requests of a week.
create index method_request_by_member on pay.method_request (member_number);
-- brief lock: the table has the requests of a week.
create index draft_request_by_member on portal.draft_request (member_number) where outcome is null;

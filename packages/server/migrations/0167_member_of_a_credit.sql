-- owner: payments
-- Who made the payment: what is taken back from a former holder of the account is no debt of the next one. Null counts for
-- any holder: a former version of the portal wrote the row.
alter table pay.unacknowledged_credit add column member_number text;

-- owner: payments
-- Who held the account when the credit was booked: what a former holder paid since is no payment of the present one. Null for rows
-- of a former version and for bank debits, which only the holder's draft causes.
alter table pay.unacknowledged_credit add column holder_number text;

-- owner: payments
-- The newest payments of a member, which the index by request alone would read from end to end.
create index payment_of_member on pay.payment (member_number, requested_at desc, trans_no desc);

-- owner: auto-pay
-- What runs call the charge, where a former holder of the account had one for the same due date. Null: the account number.
alter table portal.autopay_charge add column enrollment_id text;

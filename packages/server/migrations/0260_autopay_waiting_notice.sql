-- owner: auto-pay
-- When the member was notified that the charge waits for another payment.
alter table portal.autopay_charge add column waiting_notified_at timestamptz;

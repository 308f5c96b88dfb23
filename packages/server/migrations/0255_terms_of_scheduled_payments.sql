-- owner: scheduled-payments
-- The arrangement that the payment is a part of, by its event: the part ends with it. The convenience fees that the member was shown, as
-- {cardFee, echeckFee}. Null: a payment of its own, and a payment that a former version scheduled.
alter table portal.scheduled_payment add column arrangement_event bigint, add column fee_terms jsonb;

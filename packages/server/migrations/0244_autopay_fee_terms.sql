-- owner: auto-pay
-- The convenience fees that the announcement of the charge named: as {cardFee, echeckFee}. Null: announced by a former version.
alter table portal.autopay_charge add column fee_terms jsonb;

-- owner: drafts
-- The convenience fees that the member was shown for the draft, as {cardFee, echeckFee}. Null: set up or requested by a former version.
alter table portal.draft add column fee_terms jsonb;
alter table portal.draft_request add column fee_terms jsonb;

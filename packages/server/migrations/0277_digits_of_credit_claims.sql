-- owner: capital-credits
-- The last digits of a Social Security number that came with the claim of an unclaimed credit, encrypted. The mail to the office
-- names the claim; staff read the digits in the console. A claim without digits has no row.
create table portal.claim_digits (
  claim_number text primary key,
  sealed_digits bytea not null,
  created_at timestamptz not null
);
create index claim_digits_by_age on portal.claim_digits (created_at);
create index claim_digits_by_key on portal.claim_digits (portal.key_id_of(sealed_digits), claim_number);

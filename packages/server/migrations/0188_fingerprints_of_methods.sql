-- owner: payments
-- What tells two bank accounts with the same last digits apart: a keyed hash of the provider's fingerprint, after the id of its key.
-- Null where the provider states none.
alter table pay.stored_method add column fingerprint text;

-- owner: payments
-- The provider of a payment, a request and a stored method, and its name for them. Null, also in rows of former versions: the hosted form,
-- which uses our numbers.
alter table pay.payment add column provider text, add column provider_reference text;
alter table pay.method_request add column provider text, add column provider_reference text;
alter table pay.stored_method add column provider text;

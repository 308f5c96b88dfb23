-- owner: payments
-- The provider's name of the request that stored a method, by which some providers name the method in their news.
alter table pay.stored_method add column provider_reference text;
-- brief lock: a few rows for each member, of which the index takes none yet
create index stored_method_by_reference on pay.stored_method (provider_reference)
  where removed_at is null and provider_reference is not null;

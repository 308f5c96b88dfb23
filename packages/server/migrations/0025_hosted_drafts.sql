-- owner: drafts
-- Drafts whose card or bank account the provider stores: they are set up once it has.

create table portal.draft_request (
  -- Of the request to store the method, at the provider.
  reference text primary key,
  member_number text not null,
  draft_option text not null check (draft_option in ('CREDIT', 'BANK')),
  -- The accounts, each with type, day and start date.
  items jsonb not null,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  -- Null while the provider has stored nothing.
  outcome text check (outcome in ('set-up', 'refused', 'expired'))
);
create index draft_request_by_expiry on portal.draft_request (expires_at);
create index draft_request_open on portal.draft_request (requested_at) where outcome is null;

-- The stored method that a draft is charged to; null for bank numbers and for a removed draft.
alter table portal.draft add column method_id text references pay.stored_method;
create index draft_by_method on portal.draft (method_id) where method_id is not null;

create or replace view pay.method_use as
  select method_id, 'autopay' as kind, account_number from portal.autopay where method_id is not null
  union all
  select method_id, 'draft' as kind, account_number from portal.draft where method_id is not null;

-- owner: payments
-- Cards and bank accounts that the provider keeps for a member, charged by its token.

-- A request to store one, until the provider has stored it.
create table pay.method_request (
  reference text primary key,
  member_number text not null,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  -- When the provider was last asked about it.
  status_checked_at timestamptz,
  -- Null: nothing is stored yet.
  method_id text
);
create index method_request_by_expiry on pay.method_request (expires_at);

create table pay.stored_method (
  method_id text primary key,
  member_number text not null,
  -- The provider's token, encrypted.
  token bytea not null,
  payment_type text not null check (payment_type in ('cc', 'echeck')),
  card_type text,
  last_four text not null check (length(last_four) = 4),
  -- The last month in which a card can be charged, yyyy-MM.
  expiry text check (expiry ~ '^[0-9]{4}-[0-9]{2}$'),
  nickname text not null default '',
  is_default boolean not null default false,
  added_at timestamptz not null,
  -- The member has removed it; the row goes once the provider has forgotten the token.
  removed_at timestamptz
);
create index stored_method_by_member on pay.stored_method (member_number, added_at) where removed_at is null;
create unique index stored_method_default on pay.stored_method (member_number) where is_default;
create index stored_method_by_key on pay.stored_method (portal.key_id_of(token), method_id);
create index stored_method_by_expiry on pay.stored_method (expiry, method_id) where expiry is not null;
create index stored_method_removed on pay.stored_method (removed_at) where removed_at is not null;

-- owner: account-profile
-- Who holds an account and where to reach them, as the cooperative's system says. An account without a row: it does not say.
create table cis.account_profile (
  account_number text primary key references cis.account,
  first_name text not null,
  middle_name text not null default '',
  last_name text not null,
  spouse_name text not null default '',
  street_number text not null default '',
  street_name text not null default '',
  street_type text not null default '',
  unit text not null default '',
  city text not null default '',
  state text not null default '',
  zip text not null default '',
  is_verified boolean not null default true,
  -- Up to three phones. They are columns so that a row replaces them all: a phone that is no longer sent is gone.
  phone_1_id text,
  phone_1_kind text,
  phone_1_digits text,
  phone_1_extension text not null default '',
  phone_2_id text,
  phone_2_kind text,
  phone_2_digits text,
  phone_2_extension text not null default '',
  phone_3_id text,
  phone_3_kind text,
  phone_3_digits text,
  phone_3_extension text not null default ''
);

-- What a member changed here and the cooperative's system has not sent back yet: it lies over the copy, block by block.
create table portal.profile_change (
  account_number text not null,
  block text not null check (block in ('name', 'address', 'phones')),
  -- The block as it is now, wholly.
  value jsonb not null,
  -- The event that tells it; an import that names this or a later one takes the change off.
  event_id bigint not null,
  -- True when the cooperative looks at it before it counts.
  is_pending_review boolean not null,
  changed_at timestamptz not null,
  primary key (account_number, block)
);

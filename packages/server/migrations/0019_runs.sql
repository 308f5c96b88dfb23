-- owner: runs
-- A run takes what is due on a banking day, and a bank file carries to the bank what is taken from bank accounts.

create table pay.run (
  run_date date primary key,
  -- The first day that the run covers: the day after the run before it.
  from_date date not null,
  -- The kind and key of the last enrollment that was looked at, where a run that was stopped continues.
  progress_kind text not null default '',
  progress_key text not null default '',
  started_at timestamptz not null,
  completed_at timestamptz
);
create index run_open on pay.run (run_date) where completed_at is null;

create table pay.bank_file (
  id bigint generated always as identity primary key,
  -- The day and the modifier (A to Z, 0 to 9) by which the bank tells its files apart.
  file_date date not null,
  modifier text not null,
  -- When the entries settle.
  effective_date date not null,
  -- The setting achOriginator as it was: a file is always written the same way.
  originator jsonb not null,
  created_at timestamptz not null,
  entries integer not null,
  debits bigint not null,
  -- Written, checked and complete. Null: the next export writes it again.
  released_at timestamptz,
  sha256 text,
  unique (file_date, modifier)
);
create index bank_file_open on pay.bank_file (id) where released_at is null;

create table pay.run_item (
  id bigint generated always as identity primary key,
  kind text not null,
  -- What is due again and again: the event of a draft, the number of a scheduled payment.
  enrollment_id text not null,
  due_date date not null,
  run_date date not null references pay.run,
  account_number text not null,
  member_number text not null,
  amount bigint not null check (amount >= 0),
  state text not null check (state in ('booked', 'pending', 'skipped', 'failed')),
  -- Why it was skipped or failed.
  reason text not null default '',
  trans_no text references pay.payment,
  created_at timestamptz not null,
  -- What a bank entry is written of. The numbers are encrypted, and removed once the file is released.
  payer_name text not null default '',
  account_kind text not null default '',
  bank_numbers bytea,
  file_id bigint references pay.bank_file,
  trace_number text,
  -- Each due date of an enrollment is taken once, however many processes run and however often they are stopped.
  unique (kind, enrollment_id, due_date)
);
create index run_item_by_run on pay.run_item (run_date, state);
create index run_item_by_payment on pay.run_item (trans_no) where trans_no is not null;
create index run_item_for_file on pay.run_item (id) where bank_numbers is not null and file_id is null;
create index run_item_by_file on pay.run_item (file_id, trace_number) where file_id is not null;
create index run_item_by_trace on pay.run_item (trace_number) where trace_number is not null;
create index run_item_by_key on pay.run_item (portal.key_id_of(bank_numbers), id) where bank_numbers is not null;

-- Entries of bank files are events of payments like those of the provider.
alter table pay.posting drop constraint posting_source_check;
alter table pay.posting add constraint posting_source_check
  check (source in ('postback', 'status', 'report', 'bank')) not valid;

-- owner: usage
-- The ledger of energy that a member sent to the grid and has not used yet, by billing period, as the cooperative's system has it.
create table cis.net_metering (
  account_number text not null references cis.account,
  period_end date not null,
  -- Energy of the period in kWh that went into the bank, was taken from it, and left it unused.
  added_kwh numeric not null check (added_kwh >= 0),
  used_kwh numeric not null check (used_kwh >= 0),
  expired_kwh numeric not null default 0 check (expired_kwh >= 0),
  -- The bank after the period.
  bank_kwh numeric not null check (bank_kwh >= 0),
  -- Null: the cooperative gives none.
  bank_value bigint,
  expires_on date,
  true_up_on date,
  primary key (account_number, period_end)
);

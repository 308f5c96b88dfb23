-- owner: notifications
-- Where the jobs that notify members begin: at what is new, due or out, and not at every account.
create index bill_by_day on cis.bill (bill_date, account_number);
create index balance_by_due_date on cis.balance (due_date, account_number);
create index balance_past_due on cis.balance (account_number) where past_due > 0;
create index outage_now on cis.outage (account_number) where is_out;
create index notified_outage_now on portal.notified_outage (account_number) where is_out;

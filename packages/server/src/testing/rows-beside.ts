/**
 * Rows for tables that endpoints only read, because the planner ignores sizes of tables that never had a row.
 *
 * @returns SQL that inserts one row of each for the account.
 */
export const rowsBeside = (account: string, day: string): string => `
  insert into cis.account_preference (account_number) values ('${account}');
  insert into cis.levelized_account (account_number, settlement_month) values ('${account}', 6) on conflict do nothing;
  insert into cis.net_metering (account_number, period_end, added_kwh, used_kwh, bank_kwh)
    values ('${account}', '${day}', 1, 0, 1) on conflict do nothing;
  insert into cis.draft (account_number) values ('${account}');
  insert into cis.outage (account_number, is_out) values ('${account}', false);
  insert into cis.payment (account_number, reference, paid_on, amount, method) values ('${account}', 'R', '${day}', 1, 'cash');
  insert into cis.arrangement (account_number, balance, next_amount, next_due) values ('${account}', 1, 1, '${day}');
  insert into pay.bank_file (file_date, modifier, effective_date, originator, created_at, entries, debits)
    values ('${day}', 'Z', '${day}', '{}', now(), 0, 0);
  insert into cis.outage_history (account_number, interrupted_at) values ('${account}', '${day}');
  insert into cis.service_order (account_number, so_number, description, requested_on) values ('${account}', 'S', 'D', '${day}');
  insert into portal.connected_notification (grant_id, since, next_attempt_at)
    select grant_id, '${day}', now() from portal.connected_grant where end_reason is null limit 1 on conflict do nothing;
  insert into portal.connected_notification_log (grant_id, day) values ('gone', '${day}');
  insert into portal.refused_import (directory, file, refused_at, has_report) values ('/watch', 'b', now(), false) on conflict do nothing;
  insert into cis.deposit (account_number, reference, received_on, kind, amount) values ('${account}', 'R', '${day}', 'K', 1);
`

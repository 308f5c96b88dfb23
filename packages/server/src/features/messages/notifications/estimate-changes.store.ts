import { sql } from 'kysely'
import type { Executor, Tx } from '../../../platform/db/open-database.ts'

/** An account whose restoration estimate is another one than its member knows. */
export interface EstimateChange {
  readonly accountNumber: string
  readonly memberNumber: string
  readonly estimate: Date
  readonly earlier: Date | null
}

/** Rows that one statement reads. */
const windowSize = 5_000
/** Smaller changes are not worth a message. */
const leastMinutes = 15
/** After a notice of an account's outage, another estimate waits this long: some outage systems switch between two. */
const holdMinutes = 30

/**
 * Scans a bounded number of accounts whose members have had a notice of their outage. An estimate that has passed or was
 * withdrawn causes no notice, and neither does one within half an hour of the last notice, unless that one had no estimate.
 *
 * @returns changes of members with a login; and the account where the next statement continues, `null` after the last one.
 */
export async function scanForEstimateChanges(
  executor: Executor,
  after: string,
  now: Date,
): Promise<{ readonly changes: readonly EstimateChange[]; readonly next: string | null }> {
  const { rows } = await sql<{
    account_number: string
    member_number: string | null
    estimate: Date | null
    earlier: Date | null
    changed_at: Date
  }>`
    with looked as materialized (
      select account_number, estimate_at, changed_at from portal.notified_outage where is_out and account_number > ${after}
      order by account_number limit ${windowSize})
    select looked.account_number, looked.estimate_at as earlier, looked.changed_at,
      (select outage.restored_at from cis.outage as outage
       where outage.account_number = looked.account_number and outage.is_out) as estimate,
      (select account.member_number from cis.account as account
       join portal.login as login on login.member_number = account.member_number
       where account.account_number = looked.account_number limit 1) as member_number
    from looked order by looked.account_number`.execute(executor)
  return {
    changes: rows.flatMap(
      ({ account_number: accountNumber, member_number: memberNumber, estimate, earlier, changed_at }) =>
        memberNumber !== null && estimate !== null && estimate > now && isNew(estimate, earlier, changed_at, now)
          ? [{ accountNumber, memberNumber, estimate, earlier }]
          : [],
    ),
    next: rows.length < windowSize ? null : (rows.at(-1)?.account_number ?? null),
  }
}

const minutesBetween = (one: Date, other: Date): number => Math.abs(one.getTime() - other.getTime()) / 60_000

const isNew = (estimate: Date, earlier: Date | null, notifiedAt: Date, now: Date): boolean =>
  earlier === null ||
  (minutesBetween(estimate, earlier) >= leastMinutes && minutesBetween(now, notifiedAt) >= holdMinutes)

/** Notes the estimates that notices name. @returns the accounts of which no other worker has noted it. */
export async function noteEstimates(
  tx: Tx,
  changes: readonly EstimateChange[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const given = JSON.stringify(
    changes.map(({ accountNumber, estimate }) => ({ account_number: accountNumber, estimate: estimate.toISOString() })),
  )
  const { rows } = await sql<{ account_number: string }>`
    update portal.notified_outage as noted set estimate_at = given.estimate, changed_at = ${now}
    from json_to_recordset(${given}::json) as given (account_number text, estimate timestamptz)
    where noted.account_number = given.account_number and noted.is_out
      and noted.estimate_at is distinct from given.estimate
    returning noted.account_number`.execute(tx)
  return new Set(rows.map((row) => row.account_number))
}

import type { Executor, Tx } from '../../../platform/db/open-database.ts'

/** Account fields for the outage page. */
export interface OutageAccount {
  readonly accountNumber: string
  readonly memberNumber: string
  readonly accountType: string
  readonly derivedStatus: string
  readonly locationId: string
  readonly serviceAddress: string
  readonly isOut: boolean
  readonly restoredAt: Date | null
}

const outageAccounts = (executor: Executor) =>
  executor
    .selectFrom('cis.account as account')
    .leftJoin('cis.outage as outage', 'outage.account_number', 'account.account_number')
    .select([
      'account.account_number',
      'account.member_number',
      'account.account_type',
      'account.derived_status',
      'account.location_id',
      'account.service_street',
      'account.service_city',
      'account.service_state',
      'account.service_zip',
      'outage.is_out',
      'outage.restored_at',
    ])

type AccountRow = Awaited<ReturnType<ReturnType<typeof outageAccounts>['executeTakeFirstOrThrow']>>

const toOutageAccount = (row: AccountRow): OutageAccount => ({
  accountNumber: row.account_number,
  memberNumber: row.member_number,
  accountType: row.account_type,
  derivedStatus: row.derived_status,
  locationId: row.location_id,
  serviceAddress: `${row.service_street}, ${row.service_city}, ${row.service_state} ${row.service_zip}`,
  isOut: row.is_out === true,
  restoredAt: row.restored_at,
})

/** Finds a member's account with its outage; `undefined` when it is not the member's. */
export async function findOutageAccount(
  executor: Executor,
  memberNumber: string,
  accountNumber: string,
): Promise<OutageAccount | undefined> {
  const row = await outageAccounts(executor)
    .where('account.account_number', '=', accountNumber)
    .where('account.member_number', '=', memberNumber)
    .executeTakeFirst()
  return row && toOutageAccount(row)
}

/** Finds an account by its number and one of its member's phone numbers, ten digits. */
export async function findOutageAccountByPhone(
  executor: Executor,
  accountNumber: string,
  digits: string,
): Promise<OutageAccount | undefined> {
  const row = await outageAccounts(executor)
    .where('account.account_number', '=', accountNumber)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('cis.phone as phone')
          .select('phone.digits')
          .whereRef('phone.member_number', '=', 'account.member_number')
          .where('phone.digits', '=', digits),
      ),
    )
    .executeTakeFirst()
  return row && toOutageAccount(row)
}

/** Most accounts that a text message can choose from. */
const mostAccounts = 50

/** Lists the accounts of some members with their outages, by number. */
export async function listOutageAccounts(
  executor: Executor,
  memberNumbers: readonly string[],
): Promise<readonly OutageAccount[]> {
  const rows = await outageAccounts(executor)
    .where('account.member_number', 'in', [...memberNumbers])
    .orderBy('account.account_number')
    .limit(mostAccounts)
    .execute()
  return rows.map(toOutageAccount)
}

/** Locks an account until the transaction ends, which serializes concurrent reports. */
export async function lockForReport(tx: Tx, accountNumber: string): Promise<void> {
  await tx
    .selectFrom('cis.account')
    .select('account_number')
    .where('account_number', '=', accountNumber)
    .forUpdate()
    .execute()
}

/** The time of the last report for an account after a given time. */
export async function findLastReport(
  executor: Executor,
  memberNumber: string,
  accountNumber: string,
  after: Date,
): Promise<Date | undefined> {
  const row = await executor
    .selectFrom('portal.outage_report')
    .select('created_at')
    .where('account_number', '=', accountNumber)
    .where('member_number', '=', memberNumber)
    .where('created_at', '>', after)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.created_at
}

export async function insertOutageReport(
  tx: Tx,
  report: { readonly memberNumber: string; readonly accountNumber: string; readonly now: Date },
): Promise<void> {
  await tx
    .insertInto('portal.outage_report')
    .values({ account_number: report.accountNumber, member_number: report.memberNumber, created_at: report.now })
    .execute()
}

/** A member's phone numbers, ten digits each, cell phones first. */
export async function listContactPhones(executor: Executor, memberNumber: string): Promise<readonly string[]> {
  const rows = await executor
    .selectFrom('cis.phone')
    .select(['digits', 'kind'])
    .where('member_number', '=', memberNumber)
    .orderBy('kind')
    .orderBy('digits')
    .limit(20)
    .execute()
  return rows.map(({ digits }) => digits)
}

export interface PastOutage {
  readonly account_number: string
  readonly interrupted_at: Date
  readonly restored_at: Date | null
  readonly description: string
}

/** Maximum outages in the list. */
const maxOutages = 500

/** Lists outages of the member's accounts at a location, newest first. */
export const listOutages = async (
  executor: Executor,
  memberNumber: string,
  locationId: string,
): Promise<readonly PastOutage[]> =>
  executor
    .selectFrom('cis.holder_outage_history as outage')
    .innerJoin('cis.account as account', 'account.account_number', 'outage.account_number')
    .select(['outage.account_number', 'outage.interrupted_at', 'outage.restored_at', 'outage.description'])
    .where('account.location_id', '=', locationId)
    .where('account.member_number', '=', memberNumber)
    .orderBy('outage.interrupted_at', 'desc')
    .orderBy('outage.account_number')
    .limit(maxOutages)
    .execute()

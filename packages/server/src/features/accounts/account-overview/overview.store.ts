import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { addCents, type Cents, cents } from '@coopline/rules/kernel/money'
import { sql } from 'kysely'
import type { Executor } from '../../../platform/db/open-database.ts'
import { type Account, accountRows, owedOn, toAccount, unacknowledgedCredit } from '../accounts/public.ts'

/** An account with all data of the cooperative's systems about it. */
export interface Overview extends Account {
  readonly locationId: string
  readonly billingType: string
  readonly cutoffDate: CalendarDate | null
  readonly cutoffMessage: string
  readonly billMessage: string
  readonly statementHeading: string
  readonly prepaidAlert: string
  readonly capitalCreditMessage: string
  readonly returnedItems: number
  readonly hasAutopay: boolean
  readonly draftDate: CalendarDate | null
  readonly yearToDateDifference: Cents | null
  readonly collectsMeterReadings: boolean
  readonly showsUsageHistory: boolean
  readonly isUsageSuspended: boolean
  readonly meterSenseUrl: string
  readonly capitalCreditDocument: string
  readonly capitalCreditTitle: string
  readonly meters: readonly string[]
  readonly arrangement: Arrangement | null
  readonly outage: { readonly isOut: boolean; readonly restoredAt: Date | null } | null
  /** The balance of this account and the linked ones; `null` without linked accounts. */
  readonly netBalance: Cents | null
}

interface Arrangement {
  readonly balance: Cents
  readonly nextAmount: Cents
  readonly nextDue: CalendarDate
  readonly notation: string
}

const overviewRows = (executor: Executor) =>
  accountRows(executor)
    .leftJoin('cis.account_detail as detail', 'detail.account_number', 'account.account_number')
    .leftJoin('portal.current_billing as billing', 'billing.account_number', 'account.account_number')
    .leftJoin('portal.current_draft as draft', 'draft.account_number', 'account.account_number')
    .leftJoin('portal.current_arrangement as arrangement', 'arrangement.account_number', 'account.account_number')
    .leftJoin('cis.outage as outage', 'outage.account_number', 'account.account_number')
    .select([
      'account.location_id',
      'billing.billing_type',
      'balance.cutoff_date',
      'detail.cutoff_message',
      'detail.bill_message',
      'detail.statement_heading',
      'detail.prepaid_alert',
      'detail.capital_credit_message',
      'detail.returned_items',
      'draft.has_autopay',
      'draft.next_date as draft_date',
      'detail.year_to_date_difference',
      'detail.collects_meter_readings',
      'detail.shows_usage_history',
      'detail.usage_suspended',
      'detail.meter_sense_url',
      'detail.capital_credit_document',
      'detail.capital_credit_document_title',
      'arrangement.balance as arrangement_balance',
      'arrangement.next_amount',
      'arrangement.next_due',
      'arrangement.notation',
      'outage.is_out',
      'outage.restored_at',
    ])
    .select([
      sql<readonly string[]>`(
        select coalesce(json_agg(meter.meter_number order by meter.meter_number), '[]')
        from cis.holder_meter as meter where meter.account_number = account.account_number)`.as('meters'),
      sql<Cents | null>`(
        select sum((case when other.is_prepaid then -1 else 1 end) * theirs.balance - ${unacknowledgedCredit('other')})::bigint
        from cis.linked_account as link
        join cis.account as other
          on other.account_number = link.linked_account_number and other.member_number = account.member_number
        join cis.balance as theirs on theirs.account_number = link.linked_account_number
        where link.account_number = account.account_number
          and link.linked_account_number <> account.account_number)`.as('linked_balance'),
    ])

type OverviewRow = Awaited<ReturnType<ReturnType<typeof overviewRows>['executeTakeFirstOrThrow']>>

const arrangementOf = (row: OverviewRow): Arrangement | null =>
  row.arrangement_balance === null || row.next_amount === null || row.next_due === null
    ? null
    : {
        balance: row.arrangement_balance,
        nextAmount: row.next_amount,
        nextDue: row.next_due,
        notation: row.notation ?? '',
      }

/** Converts the details of an account. Without a row, they are the defaults of `cis.account_detail`. */
const detailsOf = (row: OverviewRow) => ({
  cutoffMessage: row.cutoff_message ?? '',
  billMessage: row.bill_message ?? '',
  statementHeading: row.statement_heading ?? '',
  prepaidAlert: row.prepaid_alert ?? '',
  capitalCreditMessage: row.capital_credit_message ?? '',
  returnedItems: row.returned_items ?? 0,
  hasAutopay: row.has_autopay ?? false,
  draftDate: row.draft_date,
  yearToDateDifference: row.year_to_date_difference,
  collectsMeterReadings: row.collects_meter_readings ?? false,
  showsUsageHistory: row.shows_usage_history ?? true,
  isUsageSuspended: row.usage_suspended ?? false,
  meterSenseUrl: row.meter_sense_url ?? '',
  capitalCreditDocument: row.capital_credit_document ?? '',
  capitalCreditTitle: row.capital_credit_document_title ?? '',
})

/**
 * Finds an account of a member with its details, in one statement; `undefined` when it does not exist or is another member's.
 * Linked accounts count only when they belong to the same member.
 */
export async function findOverview(
  executor: Executor,
  memberNumber: string,
  accountNumber: string,
): Promise<Overview | undefined> {
  const row = await overviewRows(executor)
    .where('account.account_number', '=', accountNumber)
    .where('account.member_number', '=', memberNumber)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const account = toAccount(row)
  return {
    ...account,
    ...detailsOf(row),
    locationId: row.location_id,
    billingType: row.billing_type ?? '',
    cutoffDate: row.cutoff_date,
    meters: row.meters,
    arrangement: arrangementOf(row),
    outage: row.is_out === null ? null : { isOut: row.is_out, restoredAt: row.restored_at },
    netBalance: row.linked_balance === null ? null : addCents(owedOn(account), cents(row.linked_balance)),
  }
}

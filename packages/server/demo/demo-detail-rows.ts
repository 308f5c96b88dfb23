import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { addCents, type Cents, cents, formatDecimal, subtractCents, zeroCents } from '@coopline/rules/kernel/money'
import type { DemoBill } from './demo-bill.ts'
import { type DemoAccount, noDetails } from './demo-member.ts'
import { meterHeader, meterRows } from './demo-meters.ts'
import type { Cell, Rows } from './demo-rows.ts'
import { securityRows } from './named-securities.ts'

/** Headers of the files with details of accounts and bills. */
export const detailHeaders = {
  'account-details.csv': [
    'account_number',
    'cutoff_message',
    'bill_message',
    'statement_heading',
    'prepaid_alert',
    'capital_credit_message',
    'returned_items',
    'has_autopay',
    'draft_date',
    'year_to_date_difference',
    'collects_meter_readings',
    'meter_sense_url',
    'autopay_method',
    'draft_method',
    'usage_suspended',
  ],
  'drafts.csv': ['account_number', 'draft_type', 'draft_day', 'account_kind', 'account_ending', 'institution'],
  'account-preferences.csv': [
    'account_number',
    'email_bill_notice',
    'paperless_billing',
    'roundup',
    'roundup_amount',
    'roundup_expiration',
  ],
  'levelized-accounts.csv': [
    'account_number',
    'is_eligible',
    'not_eligible_message',
    'estimated_amount',
    'settlement_month',
  ],
  'meters.csv': meterHeader,
  'linked-accounts.csv': ['account_number', 'linked_account_number'],
  'arrangements.csv': ['account_number', 'balance', 'next_amount', 'next_due', 'notation'],
  'outages.csv': ['account_number', 'is_out', 'restored_at'],
  'outage-history.csv': ['account_number', 'interrupted_at', 'restored_at', 'description'],
  'service-orders.csv': ['account_number', 'so_number', 'description', 'requested_on', 'review_status'],
  'deposits.csv': ['account_number', 'reference', 'received_on', 'kind', 'amount', 'interest', 'refunded_on'],
  'delinquents.csv': [
    'account_number',
    'bill_date',
    'past_due',
    'late_fee',
    'cutoff_date',
    'processed_on',
    'can_be_viewed',
  ],
  'bills.csv': [
    'account_number',
    'bill_date',
    'due_date',
    'amount',
    'usage_kwh',
    'late_fee',
    'statement_start',
    'statement_end',
    'bill_type',
    'previous_balance',
    'payments_received',
    'ending_balance',
    'document',
    'can_be_viewed',
    'prepaid_daily_total',
    'prepaid_usage_dollars',
    'prepaid_charges',
    'prepaid_taxes',
  ],
  'bill-lines.csv': ['account_number', 'bill_date', 'line', 'description', 'quantity', 'unit', 'amount'],
} as const

type DetailFile = keyof typeof detailHeaders

/** The rows of an account and its bills, newest first, in the files of `detailHeaders`; only the newest bills have lines. */
export function detailRows(
  account: DemoAccount,
  bills: readonly DemoBill[],
  billsWithLines: number,
  today: CalendarDate,
): Readonly<Record<DetailFile, Rows>> {
  const { accountNumber, details } = account
  const { arrangement, outage } = details
  return {
    'account-details.csv': accountDetailRows(account, bills),
    'drafts.csv': draftRows(account),
    'account-preferences.csv': preferenceRows(account),
    'levelized-accounts.csv': [levelizedRow(account, bills)],
    'meters.csv': meterRows(accountNumber, account.type, details.meters, today),
    'linked-accounts.csv': details.linked.map((linked) => [accountNumber, linked]),
    'arrangements.csv':
      arrangement === null
        ? []
        : [[accountNumber, dollars(arrangement.balance), dollars(arrangement.next), arrangement.due, 'Payment plan']],
    'outages.csv': outage === null ? [] : [[accountNumber, outage.isOut, outage.restoredAt]],
    'outage-history.csv': details.pastOutages.map((one) => [accountNumber, one.from, one.until, one.description]),
    'service-orders.csv': details.serviceOrders.map((order) => [
      accountNumber,
      order.number,
      order.description,
      order.requestedOn,
      order.status,
    ]),
    ...securityRows(account, bills),
    'bills.csv': bills.map((bill) => billRow(accountNumber, bill)),
    'bill-lines.csv': bills
      .slice(0, billsWithLines)
      .flatMap((bill) =>
        bill.lines.map((line, index) => [
          accountNumber,
          bill.billDate,
          String(index + 1),
          line.description,
          line.quantity,
          line.unit,
          dollars(line.amount),
        ]),
      ),
  }
}

export const dollars = (amount: Cents): string => formatDecimal(amount)

/** The number of bills in the current year of budget or average billing. */
const billsThisYear = 7

/** This year's usage less what was billed for it; `null` where actual usage is billed. */
function yearToDateDifference(bills: readonly DemoBill[]): Cents | null {
  const leveled = bills.slice(0, billsThisYear).map((bill) => bill.leveled)
  return leveled.every((one) => one === 0) ? null : subtractCents(zeroCents, addCents(...leveled))
}

/** An account without details has no row. */
function accountDetailRows({ accountNumber, details }: DemoAccount, bills: readonly DemoBill[]): Rows {
  const difference = yearToDateDifference(bills)
  const row = [
    details.cutoffMessage,
    details.billMessage,
    details.statementHeading,
    details.prepaidAlert,
    details.capitalCreditMessage,
    String(details.returnedItems),
    details.hasAutopay,
    details.draftDate,
    difference === null ? null : dollars(difference),
    details.collectsReadings,
    details.meterSenseUrl,
    details.autopayMethod,
    details.draftMethod,
    details.isUsageSuspended,
  ]
  const empty = row.every((value) => value === '' || value === null || value === false || value === nothingReturned)
  return empty ? [] : [[accountNumber, ...row]]
}

const draftRows = ({ accountNumber, details: { draft } }: DemoAccount): Rows =>
  draft === null ? [] : [[accountNumber, draft.type, String(draft.day), draft.kind, draft.ending, draft.institution]]

/** An account without choices has no row. A paperless bill is announced by email. */
function preferenceRows({ accountNumber, details: { isPaperless, roundUp } }: DemoAccount): Rows {
  if (!isPaperless && roundUp === null) return []
  const amount = roundUp?.amount ?? null
  return [
    [
      accountNumber,
      isPaperless,
      isPaperless,
      roundUp !== null,
      amount === null ? null : dollars(amount),
      roundUp?.expiration ?? null,
    ],
  ]
}

/** Average Billing settles in June. */
const settlementMonth = '6'
const billsPerYear = 12

/** The estimate is the mean of the last twelve bills at actual usage. */
function levelizedRow(account: DemoAccount, bills: readonly DemoBill[]): readonly Cell[] {
  const reason = notEligibleReason(account)
  const lastYear = bills.slice(0, billsPerYear)
  const charged = lastYear.map(({ amount, lateFee, leveled }) => subtractCents(amount, addCents(lateFee, leveled)))
  const estimate =
    reason !== '' || lastYear.length < billsPerYear
      ? null
      : dollars(cents(Math.round(addCents(...charged) / billsPerYear)))
  return [account.accountNumber, reason === '', reason, estimate, settlementMonth]
}

function notEligibleReason({ type, isPrepaid, billing, balance }: DemoAccount): string {
  if (type !== 'Electric') return 'Average Billing is for electric accounts.'
  if (isPrepaid) return 'Average Billing is not available for prepaid accounts.'
  if (billing === 'Budget')
    return 'Your account is on Budget Billing until June. Call (715) 555-0100 to switch before then.'
  return balance.pastDue > 0 ? 'Pay your past-due balance to sign up for Average Billing.' : ''
}

const nothingReturned = String(noDetails.returnedItems)

const billRow = (accountNumber: string, bill: DemoBill): readonly Cell[] => [
  accountNumber,
  bill.billDate,
  bill.dueDate,
  dollars(bill.amount),
  bill.usageKwh,
  dollars(bill.lateFee),
  bill.statementStart,
  bill.statementEnd,
  bill.billType,
  dollars(bill.previousBalance),
  dollars(bill.paymentsReceived),
  dollars(bill.endingBalance),
  bill.document,
  bill.canBeViewed,
  ...(bill.prepaid === null
    ? [null, null, null, null]
    : [bill.amount, bill.prepaid.usage, bill.prepaid.charges, bill.prepaid.taxes].map(dollars)),
]

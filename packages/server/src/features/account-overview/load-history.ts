import type { BillRow, PaymentRow } from '@coopline/contract/account-overview/account-overview.contract'
import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { paymentMethodName } from '@coopline/rules/payment-method/payment-method.messages'
import type { Deps } from '../../platform/deps.ts'
import type { MemberRequest } from '../../platform/http/call.ts'
import { requireOwnAccount } from '../../platform/http/require-own.ts'
import { documentHandle } from './document-handle.ts'
import { findBills, findPayments, type HistoryPage, type PastBill } from './history.store.ts'

/** The requested page of a history; both days are included. */
export interface HistoryQuery {
  readonly from?: CalendarDate | undefined
  readonly to?: CalendarDate | undefined
  readonly page?: string | undefined
  readonly pageSize?: string | undefined
}

const usualPageSize = 25

function pageOf({ from, to, page = '1', pageSize = String(usualPageSize) }: HistoryQuery): HistoryPage {
  const limit = Number(pageSize)
  return { from: from ?? null, to: to ?? null, offset: (Number(page) - 1) * limit, limit }
}

/**
 * Lists payments to an account, newest first, including those that were just made in the portal.
 *
 * @throws NotOwned.
 */
export async function loadPayments(
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  { caller, request }: MemberRequest,
  accountNumber: string,
  query: HistoryQuery,
): Promise<{ readonly results: PaymentRow[]; readonly totalRecords: number }> {
  const account = { memberNumber: caller.memberNumber, accountNumber }
  const found = await findPayments(deps.db, account, deps.settings.current().timeZone, pageOf(query))
  const history = requireOwnAccount(found, accountNumber)
  return {
    totalRecords: history.total,
    results: history.entries.map((entry) => ({
      paymentAmount: entry.amount,
      paymentDate: entry.day,
      reference: entry.reference,
      kind: entry.amount >= 0 ? 'payment' : entry.is_returned ? 'return' : 'refund',
      method:
        entry.payment_type === null ? (entry.method ?? '') : paymentMethodName(entry.payment_type, request.language),
    })),
  }
}

/**
 * Bills of an account, newest first, each with a handle to open it.
 *
 * @throws NotOwned.
 */
export async function loadBills(
  deps: Pick<Deps, 'db' | 'clock' | 'keys'>,
  { caller }: MemberRequest,
  accountNumber: string,
  query: HistoryQuery,
): Promise<{ readonly results: BillRow[]; readonly totalRecords: number }> {
  const { memberNumber } = caller
  const found = await findBills(deps.db, { memberNumber, accountNumber }, pageOf(query))
  const history = requireOwnAccount(found, accountNumber)
  const handleOf = (bill: PastBill): string =>
    bill.can_be_viewed
      ? documentHandle(deps, { kind: 'bill', memberNumber, accountNumber, billDate: bill.bill_date })
      : ''
  return {
    totalRecords: history.total,
    results: history.entries.map((bill) => billRow(bill, handleOf(bill))),
  }
}

const billRow = (bill: PastBill, billViewUrl: string): BillRow => ({
  billDate: bill.bill_date,
  endingBalance: bill.ending_balance ?? bill.amount,
  dueDate: bill.due_date,
  statementStartDate: bill.statement_start,
  billType: bill.bill_type,
  billViewUrl,
  amount: bill.amount,
  usageKwh: bill.usage_kwh,
  prepaidDailyTotal: bill.prepaid_daily_total,
  prepaidUsageDollars: bill.prepaid_usage_dollars,
  prepaidCharges: bill.prepaid_charges,
  prepaidTaxes: bill.prepaid_taxes,
})

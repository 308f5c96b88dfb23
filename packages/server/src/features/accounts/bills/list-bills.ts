import type { BillRow } from '@coopline/contract/accounts/bills/bills.contract'
import { type HistoryQuery, pageOf } from '../../../platform/db/history-page.ts'
import type { Deps } from '../../../platform/deps.ts'
import { documentHandle } from '../../../platform/documents/document-handle.ts'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { requireOwnAccount } from '../../../platform/http/require-own.ts'
import { findBills, type PastBill } from './bills.store.ts'

/**
 * Lists bills of an account, newest first, each with a handle to open it.
 *
 * @throws NotOwned when the account is not the member's.
 */
export async function listBills(
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

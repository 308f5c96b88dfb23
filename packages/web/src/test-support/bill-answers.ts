import type { PaymentRow } from '@coopline/contract/accounts/account-overview/account-overview.contract'
import type { BillRow } from '@coopline/contract/accounts/bills/bills.contract'
import type { BillChangeAnswer } from '@coopline/contract/usage/insights/insights.contract'
import { anAccount } from '@coopline/testing/builders/account'
import { aBill } from '@coopline/testing/builders/bill'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'

export const billAccount = '000100200300'
export const billsLine = `GET /v3/members/M1001/accounts/${billAccount}/bills`
export const paymentsLine = `GET /v3/members/M1001/accounts/${billAccount}/payments`
export const infoLine = `GET /v3/members/M1001/accounts/${billAccount}`
export const billLine = 'POST /v3/members/M1001/bills/view'
export const billPdfLine = 'POST /v3/members/M1001/bills/pdf'

export const changeLine = `${billsLine}/2026-11-13/change`
/** The response for a first bill. */
export const noChange: BillChangeAnswer = {
  billDate: calendarDate('2026-11-13'),
  amount: cents(14_237),
  previous: null,
  yearAgo: null,
}

/** The account whose bills these are. */
export const billedAccount = anAccount(billAccount).owing(14_238)

/** A bill whose figures differ from each other. */
export const theirBill = aBill(
  { usage_kwh: '1896.6', payments_received: cents(-13_103), ending_balance: cents(14_238) },
  billedAccount,
)

export const aPaymentRow = (changes: Partial<PaymentRow> = {}): PaymentRow => ({
  paymentAmount: cents(13_102),
  kind: 'payment',
  paymentDate: calendarDate('2026-11-02'),
  reference: 'P-1',
  method: 'Check',
  ...changes,
})

export const billsOf = (...results: readonly BillRow[]) => ({ results, totalRecords: results.length })

import type { AccountInfo, PaymentRow } from '@coopline/contract/account-overview/account-overview.contract'
import type { BillDetail, BillRow } from '@coopline/contract/bills/bills.contract'
import type { BillChangeAnswer } from '@coopline/contract/insights/insights.contract'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { anAccountInfo as ofOverview } from './overview-answers.ts'

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

export const aBillRow = (changes: Partial<BillRow> = {}): BillRow => ({
  billDate: calendarDate('2026-11-13'),
  endingBalance: cents(14_238),
  dueDate: calendarDate('2026-12-04'),
  statementStartDate: calendarDate('2026-10-12'),
  billType: 'Standard',
  billViewUrl: 'handle-1',
  amount: cents(14_237),
  usageKwh: 896,
  prepaidDailyTotal: null,
  prepaidUsageDollars: null,
  prepaidCharges: null,
  prepaidTaxes: null,
  ...changes,
})

export const aBill = (changes: Partial<BillDetail> = {}): BillDetail => ({
  accountNumber: billAccount,
  accountHolderName: 'Ada Lindqvist',
  serviceAddress: '1234 Oak St, Eau Claire, WI 54701',
  billDate: calendarDate('2026-11-13'),
  dueDate: calendarDate('2026-12-04'),
  statementStartDate: calendarDate('2026-10-12'),
  statementEndDate: calendarDate('2026-11-11'),
  usageKwh: 1_896.6,
  previousBalance: cents(13_102),
  paymentsReceived: cents(-13_103),
  lines: [
    { description: 'Service charge', quantity: null, unit: '', amount: cents(2_800) },
    { description: 'Energy', quantity: 1_896.6, unit: 'kWh', amount: cents(11_437) },
  ],
  amount: cents(14_237),
  endingBalance: cents(14_238),
  ...changes,
})

export const aPaymentRow = (changes: Partial<PaymentRow> = {}): PaymentRow => ({
  paymentAmount: cents(13_102),
  kind: 'payment',
  paymentDate: calendarDate('2026-11-02'),
  reference: 'P-1',
  method: 'Check',
  ...changes,
})

export const billsOf = (...results: readonly BillRow[]) => ({ results, totalRecords: results.length })

/** The account whose bills these are. */
export const anAccountInfo = (changes: Partial<AccountInfo> = {}): AccountInfo =>
  ofOverview({
    accountNumber: billAccount,
    serviceAddress: '1234 Oak St, Eau Claire, WI 54701',
    accountBalance: cents(14_238),
    dueDate: calendarDate('2026-12-04'),
    ...changes,
  })

import type {
  AccountInfo,
  LinkedAccount,
  PaymentRow,
} from '@coopline/contract/accounts/account-overview/account-overview.contract'
import type { BillRow } from '@coopline/contract/accounts/bills/bills.contract'
import { aBill } from '@coopline/testing/builders/bill'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { accountsLine, theirAccounts } from './sign-in-answers.ts'
import { theirAccount } from './their-account.ts'

const account = '000100200300'
const own = `/v3/members/M1001/accounts/${account}`

export const infoLine = `GET ${own}`
export const paymentsLine = `GET ${own}/payments`
export const billsLine = `GET ${own}/bills`
export const linkedLine = `GET ${own}/linked`
export const myMeterLine = `GET ${own}/my-meter`
export const settingsLine = 'GET /v3/site/ats-config-settings'
export const billPdfLine = 'POST /v3/members/M1001/bills/pdf'
export const capitalCreditPdfLine = 'POST /v3/members/M1001/capital-credits/pdf'

export const aPayment = (paymentDate: string, changes: Partial<PaymentRow> = {}): PaymentRow => ({
  paymentDate: calendarDate(paymentDate),
  paymentAmount: cents(5_000),
  kind: 'payment',
  reference: '',
  method: '',
  ...changes,
})

/** A bill whose usage is not known. */
export const aBillOf = (billDate: string, changes: Partial<BillRow> = {}): BillRow =>
  aBill({ bill_date: calendarDate(billDate), usage_kwh: null }).toRow({ ...billed, ...changes })

const billed = {
  amount: cents(15_234),
  dueDate: calendarDate('2026-02-20'),
  endingBalance: cents(15_234),
  statementStartDate: calendarDate('2026-01-01'),
}

export const aLinkedAccount = (changes: Partial<LinkedAccount> = {}): LinkedAccount => ({
  accountNumber: '000100200301',
  accountType: 'Water',
  billedBalance: cents(3_820),
  ...changes,
})

export const pageOf = <Row>(...results: readonly Row[]) => ({ results, totalRecords: results.length })

/** Builds the answer of the overview's fourth load, the settings. By default, the time zone is Chicago and nothing is hidden. */
export const theirSettings = (changes: Readonly<Record<string, string>> = {}) => ({
  results: Object.entries({
    timeZone: 'America/Chicago',
    hideNonElectricOutage: 'N',
    hideNonElectricUsage: 'N',
    ...changes,
  }).map(([key, value]) => ({ key, value })),
})

/** Everything that the overview loads, answered. */
export const overviewAnswers = (info: Partial<AccountInfo> = {}): Record<string, unknown> => ({
  [accountsLine]: theirAccounts(),
  [infoLine]: theirAccount.toInfo(info),
  [paymentsLine]: pageOf(),
  [billsLine]: pageOf(),
  [settingsLine]: theirSettings(),
})

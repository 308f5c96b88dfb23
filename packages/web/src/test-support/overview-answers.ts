import type {
  AccountInfo,
  LinkedAccount,
  PaymentRow,
} from '@coopline/contract/account-overview/account-overview.contract'
import type { BillRow } from '@coopline/contract/bills/bills.contract'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { accountsLine, aListedAccount, theirAccounts } from './sign-in-answers.ts'

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

/** An account of member M1001 that is in order: $152.34 are due on 03/18/2099. */
export const anAccountInfo = (changes: Partial<AccountInfo> = {}): AccountInfo => ({
  accountNumber: account,
  accountHolderName: 'Ada Lindqvist',
  serviceAddress: '1400 Prairie View Rd, Cloverdale, WI 54001',
  accountType: 'Electric',
  accountStatus: 'Active',
  derivedStatus: 'Current',
  accountBalance: cents(15_234),
  pastDueAmount: cents(0),
  dueDate: calendarDate('2099-03-18'),
  cutOffDate: null,
  cutOffMsg: '',
  isPrepaidAccount: 'N',
  prepaidLabel: '',
  billingType: 'Standard',
  yearToDateBudgetDifference: null,
  netAccountBalance: null,
  autoPayExists: 'N',
  draftDate: null,
  outageStatus: 'N',
  estimatedTimeOfRestoration: null,
  isLinkedAccount: 'N',
  hasArrangement: 'N',
  arrangement: null,
  billMessages: '',
  statementHeadingMessage: '',
  meters: ['M-1'],
  locationId: 'L-77',
  collectMeterReading: 'N',
  viewUsageHistory: 'Y',
  meterSenseccUrl: '',
  ccPdfLinkText: '',
  viewccPdfUrl: '',
  activeReturnedItems: 0,
  prepaidDisconnectAlert: '',
  capitalCreditRefundMessage: '',
  ...changes,
})

export const aPayment = (paymentDate: string, changes: Partial<PaymentRow> = {}): PaymentRow => ({
  paymentDate: calendarDate(paymentDate),
  paymentAmount: cents(5_000),
  kind: 'payment',
  reference: '',
  method: '',
  ...changes,
})

export const aBill = (billDate: string, changes: Partial<BillRow> = {}): BillRow => ({
  billDate: calendarDate(billDate),
  endingBalance: cents(15_234),
  dueDate: calendarDate('2026-02-20'),
  statementStartDate: calendarDate('2026-01-01'),
  billType: 'Standard',
  billViewUrl: `handle-${billDate}`,
  amount: cents(15_234),
  usageKwh: null,
  prepaidDailyTotal: null,
  prepaidUsageDollars: null,
  prepaidCharges: null,
  prepaidTaxes: null,
  ...changes,
})

export const aLinkedAccount = (changes: Partial<LinkedAccount> = {}): LinkedAccount => ({
  accountNumber: '000100200301',
  accountType: 'Water',
  billedBalance: cents(3_820),
  ...changes,
})

export const pageOf = <Row>(...results: readonly Row[]) => ({ results, totalRecords: results.length })

/** What the settings of the overview's fourth load say; Chicago, and nothing is hidden, when nothing is changed. */
export const theirSettings = (changes: Readonly<Record<string, string>> = {}) => ({
  results: Object.entries({
    timeZone: 'America/Chicago',
    hideNonElectricOutage: 'N',
    hideNonElectricUsage: 'N',
    myMeterAvailable: 'Y',
    ...changes,
  }).map(([key, value]) => ({ key, value })),
})

/** Everything that the overview loads, answered. */
export const overviewAnswers = (info: Partial<AccountInfo> = {}): Record<string, unknown> => ({
  [accountsLine]: theirAccounts(aListedAccount()),
  [infoLine]: anAccountInfo(info),
  [paymentsLine]: pageOf(),
  [billsLine]: pageOf(),
  [settingsLine]: theirSettings(),
})

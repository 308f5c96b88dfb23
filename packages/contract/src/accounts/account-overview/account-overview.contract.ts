import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import {
  wireAccountNumber,
  wireCents,
  wireDate,
  wireFlag,
  wireHistoryQuery,
  wireInstant,
  wireMemberNumber,
  wireOpaque,
} from '../../wire.ts'

const own = z.strictObject({ memberNumber: wireMemberNumber, accountNumber: wireAccountNumber })
const arrangement = z.strictObject({
  arrangementBalance: wireCents,
  nextPaymentAmount: wireCents,
  nextPaymentDueDate: wireDate,
  arrangementNotation: z.string(),
})

/** Account info (DE-06), with the names on the wire. */
const accountInfo = z.strictObject({
  accountNumber: wireAccountNumber,
  accountHolderName: z.string(),
  serviceAddress: z.string(),
  accountType: z.string(),
  accountStatus: z.string(),
  derivedStatus: z.string(),
  accountBalance: wireCents,
  pastDueAmount: wireCents,
  /** The amount that keeps the service, or has it restored (addition); null when nothing is past due. */
  amountForService: wireCents.nullable(),
  dueDate: wireDate.nullable(),
  cutOffDate: wireDate.nullable(),
  cutOffMsg: z.string(),
  isPrepaidAccount: wireFlag,
  prepaidLabel: z.string(),
  billingType: z.string(),
  yearToDateBudgetDifference: wireCents.nullable(),
  /** Balance of this account and the ones linked to it; null without linked accounts. */
  netAccountBalance: wireCents.nullable(),
  autoPayExists: wireFlag,
  draftDate: wireDate.nullable(),
  /** Y, N or empty (AO-45 to AO-47). */
  outageStatus: z.enum(['Y', 'N', '']),
  estimatedTimeOfRestoration: wireInstant.nullable(),
  isLinkedAccount: wireFlag,
  hasArrangement: wireFlag,
  arrangement: arrangement.nullable(),
  billMessages: z.string(),
  statementHeadingMessage: z.string(),
  meters: z.array(z.string()),
  locationId: z.string(),
  collectMeterReading: wireFlag,
  viewUsageHistory: wireFlag,
  /** Y when usage calls are refused. */
  showUsageSuspendedMsg: wireFlag,
  meterSenseccUrl: z.string(),
  ccPdfLinkText: z.string(),
  /** A short-lived handle for the capital-credit document, valid for this member only; empty when there is none. */
  viewccPdfUrl: z.string(),
  activeReturnedItems: z.int(),
  prepaidDisconnectAlert: z.string(),
  capitalCreditRefundMessage: z.string(),
})

const paymentRow = z.strictObject({
  /**
   * Below zero unless `kind` is `payment` or `reinstatement`. `return`: the payer's bank or card company took the payment back.
   * `return-fee`: the fee for that. `reinstatement`: the money came back, so the payment counts again.
   */
  paymentAmount: wireCents,
  kind: z.enum(['payment', 'refund', 'return', 'return-fee', 'reinstatement']),
  paymentDate: wireDate,
  reference: z.string(),
  method: z.string(),
})

const linkedAccount = z.strictObject({
  accountNumber: wireAccountNumber,
  accountType: z.string(),
  billedBalance: wireCents,
})

export const accountOverview = {
  info: endpoint('accountOverview.info', 'GET /v3/members/{memberNumber}/accounts/{accountNumber}', {
    auth: 'member',
    portalView: true,
    summary: 'Get an account overview',
    source: 'AC-05, DE-06',
    params: own,
    answer: accountInfo,
    errors: [401, 404],
  }),
  payments: endpoint('accountOverview.payments', 'GET /v3/members/{memberNumber}/accounts/{accountNumber}/payments', {
    auth: 'member',
    portalView: true,
    summary: 'List payments on an account, newest first',
    source: 'AC-06, DE-08',
    params: own,
    query: wireHistoryQuery,
    answer: z.strictObject({ results: z.array(paymentRow), totalRecords: z.int() }),
    errors: [401, 404],
  }),
  linked: endpoint('accountOverview.linked', 'GET /v3/members/{memberNumber}/accounts/{accountNumber}/linked', {
    auth: 'member',
    portalView: true,
    summary: 'List accounts billed together with this account',
    source: 'AC-12, DE-10',
    params: own,
    answer: z.strictObject({ results: z.array(linkedAccount) }),
    errors: [401, 404],
  }),
  capitalCreditPdf: endpoint(
    'accountOverview.capitalCreditPdf',
    'POST /v3/members/{memberNumber}/capital-credits/pdf',
    {
      auth: 'member',
      portalView: true,
      summary: 'Get a member’s capital credits as a PDF',
      source: 'AC-10, DE-41',
      params: z.strictObject({ memberNumber: wireMemberNumber }),
      body: z.strictObject({ viewccPdfUrl: wireOpaque, timeTick: z.string().regex(/^[0-9]{1,20}$/u) }),
      answer: z.strictObject({ fileName: z.string(), ccViewUrlFileBytes: z.base64() }),
      errors: [401, 404],
    },
  ),
  myMeter: endpoint('accountOverview.myMeter', 'GET /v3/members/{memberNumber}/accounts/{accountNumber}/my-meter', {
    auth: 'member',
    summary: 'Get the MyMeter link for an account',
    source: 'AC-11, DE-42',
    params: own,
    answer: z.strictObject({ link: z.string() }),
    errors: [401, 404],
  }),
}

export type AccountInfo = z.output<typeof accountInfo>
export type PaymentRow = z.output<typeof paymentRow>
export type LinkedAccount = z.output<typeof linkedAccount>

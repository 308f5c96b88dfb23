import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import {
  givenBackDate,
  wireAccountNumber,
  wireCents,
  wireDate,
  wireHistoryQuery,
  wireMemberNumber,
  wireOpaque,
} from '../../wire.ts'

const own = z.strictObject({ memberNumber: wireMemberNumber, accountNumber: wireAccountNumber })

const billRow = z.strictObject({
  billDate: wireDate,
  endingBalance: wireCents,
  dueDate: wireDate,
  statementStartDate: wireDate.nullable(),
  billType: z.string(),
  /** A short-lived handle for the bill, valid for this member only; empty when the bill cannot be shown. */
  billViewUrl: z.string(),
  /** The amount billed, and the usage of the period in kWh (additions). */
  amount: wireCents,
  usageKwh: z.number().nullable(),
  prepaidDailyTotal: wireCents.nullable(),
  prepaidUsageDollars: wireCents.nullable(),
  prepaidCharges: wireCents.nullable(),
  prepaidTaxes: wireCents.nullable(),
})

const billLine = z.strictObject({
  description: z.string(),
  quantity: z.number().nullable(),
  unit: z.string(),
  amount: wireCents,
})

/** Everything on a bill, for the page of the bill. The PDF has the same figures. */
const billDetail = z.strictObject({
  accountNumber: wireAccountNumber,
  accountHolderName: z.string(),
  serviceAddress: z.string(),
  billDate: wireDate,
  dueDate: wireDate,
  statementStartDate: wireDate.nullable(),
  statementEndDate: wireDate.nullable(),
  usageKwh: z.number().nullable(),
  previousBalance: wireCents.nullable(),
  paymentsReceived: wireCents.nullable(),
  lines: z.array(billLine),
  amount: wireCents,
  endingBalance: wireCents,
  /** The amount of this bill that is still unpaid: its balance less later payments. `null` once there is a newer bill. */
  amountDueNow: wireCents.nullable(),
  /** The part of it that is past due, and the day of a disconnection to come; `null` without one. */
  pastDueNow: z
    .strictObject({ amount: wireCents, dueDate: wireDate.nullable(), cutoffDate: wireDate.nullable() })
    .nullable(),
  /** The energy bank after the billing period; `null` without net metering. */
  energyBank: z
    .strictObject({
      bankKwh: z.number(),
      /** Its value if the cooperative gives one. */
      bankValue: wireCents.nullable(),
      expiresOn: wireDate.nullable(),
      trueUpOn: wireDate.nullable(),
    })
    .nullable(),
})

export const bills = {
  list: endpoint('bills.list', 'GET /v3/members/{memberNumber}/accounts/{accountNumber}/bills', {
    auth: 'member',
    portalView: true,
    summary: 'List bills of an account, newest first',
    source: 'AC-07, DE-09',
    params: own,
    query: wireHistoryQuery,
    answer: z.strictObject({ results: z.array(billRow), totalRecords: z.int() }),
    errors: [401, 404],
  }),
  view: endpoint('bills.view', 'POST /v3/members/{memberNumber}/bills/view', {
    auth: 'member',
    portalView: true,
    summary: 'Get a bill as data, with its line items',
    source: 'addition: bill as a page',
    params: z.strictObject({ memberNumber: wireMemberNumber }),
    body: z.strictObject({ billViewUrl: wireOpaque }),
    answer: billDetail,
    errors: [401, 404],
  }),
  pdf: endpoint('bills.pdf', 'POST /v3/members/{memberNumber}/bills/pdf', {
    auth: 'member',
    portalView: true,
    summary: 'Get a bill as a PDF',
    source: 'AC-09, DE-40',
    params: z.strictObject({ memberNumber: wireMemberNumber }),
    body: z.strictObject({
      billViewUrl: wireOpaque,
      /** .NET ticks in UTC as text (REQ-D-226); says when the member asked. */
      timeTick: z.string().regex(/^[0-9]{1,20}$/u),
      statementStartDate: givenBackDate.nullable(),
    }),
    answer: z.strictObject({ fileName: z.string(), billViewUrlFileBytes: z.base64() }),
    errors: [401, 404],
  }),
}

export type BillRow = z.output<typeof billRow>
export type BillDetail = z.output<typeof billDetail>

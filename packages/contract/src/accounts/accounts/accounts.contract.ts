import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { wireAccountNumber, wireCents, wireDate, wireFlag, wireMemberNumber } from '../../wire.ts'

/** The columns by which a member's accounts are put in order. */
const accountSorts = [
  'accountNumber',
  'accountHolderName',
  'accountType',
  'serviceAddress',
  'derivedStatus',
  'accountBalance',
  'pastDueAmount',
  'dueDate',
] as const

export type AccountSort = (typeof accountSorts)[number]

const listedAccount = z.strictObject({
  accountNumber: wireAccountNumber,
  accountHolderName: z.string(),
  accountType: z.string(),
  serviceAddress: z.string(),
  accountStatus: z.string(),
  derivedStatus: z.string(),
  isPrimaryAccount: z.boolean(),
  isPrepaidAccount: wireFlag,
  /** The cooperative's name for the remaining prepaid balance; empty for other accounts. */
  prepaidLabel: z.string(),
  /** The amount owed; for a prepaid account, the remaining balance. */
  accountBalance: wireCents,
  pastDueAmount: wireCents,
  dueDate: wireDate.nullable(),
})

export const accounts = {
  list: endpoint('accounts.list', 'GET /v3/members/{memberNumber}/accounts', {
    auth: 'member',
    portalView: true,
    summary: 'List a member’s accounts, primary first by default',
    source: 'AP-16, AS-29, REQ-D-095',
    params: z.strictObject({ memberNumber: wireMemberNumber }),
    query: z.strictObject({
      page: z
        .string()
        .regex(/^[1-9][0-9]{0,5}$/u)
        .optional(),
      pageSize: z
        .string()
        .regex(/^(?:[1-9][0-9]?|100)$/u)
        .optional(),
      /** The account to list before all others; without effect when it is not the member's. */
      first: wireAccountNumber.optional(),
      /** Words that all occur in number, address, holder or type of an account; the others are left out. */
      search: z.string().max(60).optional(),
      sort: z.enum(accountSorts).optional(),
      order: z.enum(['asc', 'desc']).optional(),
    }),
    answer: z.strictObject({ results: z.array(listedAccount), totalRecords: z.int() }),
    errors: [401, 404],
  }),
  totals: endpoint('accounts.totals', 'GET /v3/members/{memberNumber}/accounts/totals', {
    auth: 'member',
    portalView: true,
    summary: 'Get the total due on all accounts of a member',
    source: 'REQ-D-095',
    params: z.strictObject({ memberNumber: wireMemberNumber }),
    answer: z.strictObject({
      totalRecords: z.int(),
      /** Sum of the balances above zero: a credit on one account does not settle another. */
      totalOwed: wireCents,
      totalPastDue: wireCents,
    }),
    errors: [401, 404],
  }),
}

export type AccountTotals = z.output<typeof accounts.totals.answer>
export type ListedAccount = z.output<typeof listedAccount>

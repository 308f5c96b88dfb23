import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { wireAccountNumber, wireCents, wireDate, wireMemberNumber } from '../wire.ts'

const listedAccount = z.strictObject({
  accountNumber: wireAccountNumber,
  accountHolderName: z.string(),
  accountType: z.string(),
  serviceAddress: z.string(),
  accountStatus: z.string(),
  derivedStatus: z.string(),
  isPrimary: z.boolean(),
  accountBalance: wireCents,
  pastDueAmount: wireCents,
  dueDate: wireDate.nullable(),
})

export const accounts = {
  list: endpoint('accounts.list', 'GET /v3/members/{memberNumber}/accounts', {
    auth: 'member',
    summary: "The member's accounts, the primary one first",
    source: 'spec 000 §7, "get accounts and details"; 002 §3',
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
    }),
    answer: z.strictObject({ results: z.array(listedAccount), totalRecords: z.int() }),
    errors: [401, 404],
  }),
}

export type ListedAccount = z.output<typeof listedAccount>

import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { givenBackDate, wireAccountNumber, wireCents, wireDate, wireMemberNumber } from '../../wire.ts'

const member = z.strictObject({ memberNumber: wireMemberNumber })
const mostAccounts = 5_000

const roundUpAccount = z.strictObject({
  accountNumber: wireAccountNumber,
  accountType: z.string(),
  address: z.string(),
  operationRoundup: z.boolean(),
  operationRoundupAmount: wireCents.nullable(),
  operationRoundupExpiration: wireDate.nullable(),
})

const roundUpItem = z.strictObject({
  accountNumber: wireAccountNumber,
  isRoundUp: z.boolean(),
  /** Null: no amount. */
  amount: wireCents.nullable(),
  /** Null: no end. */
  expireDate: givenBackDate.nullable(),
})

export const operationRoundUp = {
  list: endpoint('operationRoundUp.list', 'GET /v3/members/{memberNumber}/roundup', {
    auth: 'member',
    portalView: true,
    summary: 'List accounts with their Operation RoundUp enrollment',
    source: 'AS-13, DU-11',
    params: member,
    answer: z.strictObject({
      results: z.array(roundUpAccount),
      /** Today in the cooperative's time zone, for checking dates. */
      today: wireDate,
    }),
    errors: [401, 403],
  }),
  update: endpoint('operationRoundUp.update', 'PUT /v3/members/{memberNumber}/roundup', {
    auth: 'member',
    proof: 'always',
    summary: 'Update Operation RoundUp for several accounts in one transaction',
    source: 'AS-14, DU-12',
    params: member,
    body: z.strictObject({ items: z.array(roundUpItem).min(1).max(mostAccounts) }),
    answer: z.strictObject({ message: z.string() }),
    errors: [401, 403, 404],
  }),
}

export type RoundUpAccount = z.output<typeof roundUpAccount>
export type RoundUpItem = z.output<typeof roundUpItem>

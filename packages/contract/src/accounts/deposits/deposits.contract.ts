import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { wireAccountNumber, wireCents, wireDate, wireMemberNumber } from '../../wire.ts'

const deposit = z.strictObject({
  reference: z.string(),
  depositDate: wireDate,
  depositType: z.string(),
  depositAmount: wireCents,
  interestAmount: wireCents,
  /** The day on which the cooperative refunded the deposit; null before that. */
  refundDate: wireDate.nullable(),
})

export const deposits = {
  list: endpoint('deposits.list', 'GET /v3/members/{memberNumber}/accounts/{accountNumber}/deposits', {
    auth: 'member',
    portalView: true,
    summary: 'List deposits of an account, newest first',
    source: 'REQ-D-092',
    params: z.strictObject({ memberNumber: wireMemberNumber, accountNumber: wireAccountNumber }),
    answer: z.strictObject({ results: z.array(deposit) }),
    errors: [401, 404],
  }),
}

export type Deposit = z.output<typeof deposit>

import { changeNotes, figureKinds, partCodes } from '@coopline/rules/insights/bill-change'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { wireAccountNumber, wireCents, wireDate, wireMemberNumber } from '../wire.ts'

const ownAccount = z.strictObject({ memberNumber: wireMemberNumber, accountNumber: wireAccountNumber })

const changeFigure = z.strictObject({
  kind: z.enum(figureKinds),
  /** The unit of a quantity or price, the description of a line; empty for days and degree days. */
  name: z.string(),
  /** Days, degree days, a quantity, cents for one unit (with a fraction) or whole cents of a line. */
  before: z.number().nullable(),
  after: z.number().nullable(),
})

const billChange = z.strictObject({
  /** The bill that this one is compared with. */
  billDate: wireDate,
  before: wireCents,
  after: wireCents,
  difference: wireCents,
  /** They add up to the difference. */
  parts: z.array(z.strictObject({ code: z.enum(partCodes), amount: wireCents, figures: z.array(changeFigure) })),
  notes: z.array(z.enum(changeNotes)),
})

export const insights = {
  billChange: endpoint(
    'insights.billChange',
    'GET /v3/members/{memberNumber}/accounts/{accountNumber}/bills/{billDate}/change',
    {
      auth: 'member',
      summary: 'Explain why a bill differs from the previous one and from the same month last year',
      source: 'addition: why did my bill change',
      params: ownAccount.extend({ billDate: wireDate }),
      answer: z.strictObject({
        billDate: wireDate,
        amount: wireCents,
        /** Null for a first bill. */
        previous: billChange.nullable(),
        /** Null without a bill of the same month last year. */
        yearAgo: billChange.nullable(),
      }),
      errors: [401, 404],
    },
  ),
}

export type BillChangeAnswer = z.output<typeof insights.billChange.answer>
export type WireBillChange = NonNullable<BillChangeAnswer['previous']>

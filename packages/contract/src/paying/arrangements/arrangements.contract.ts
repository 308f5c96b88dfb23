import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { wireMethodId } from '../payment-profile/payment-profile.contract.ts'
import { givenBackDate, wireAccountNumber, wireCents, wireDate, wireFlag, wireMemberNumber } from '../../wire.ts'

const ofAccount = z.strictObject({ memberNumber: wireMemberNumber, accountNumber: wireAccountNumber })

const source = 'addition: REQ-D-392'

/** A way to pay later. */
const choice = z.strictObject({
  kind: z.enum(['extension', 'installments']),
  /** Installments after the down payment; 1 for an extension. */
  count: z.int(),
  /** Every payment with its date; a down payment is due today. They sum to what is owed. */
  payments: z.array(z.strictObject({ dueOn: givenBackDate, amount: wireCents })),
})

export const arrangements = {
  choices: endpoint(
    'arrangements.choices',
    'GET /v3/members/{memberNumber}/accounts/{accountNumber}/arrangement-choices',
    {
      auth: 'member',
      portalView: true,
      summary: 'List the ways to pay a past-due account later',
      source,
      params: ofAccount,
      answer: z.strictObject({
        /** The amount owed, past due or not: an arrangement covers all of it. */
        owed: wireCents,
        pastDue: wireCents,
        /** The day of the choices, where the cooperative is. */
        today: givenBackDate,
        /** The reason that the account cannot have an arrangement; null when it can. */
        obstacle: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
        results: z.array(choice),
        /** When the account could have its next arrangement, if one is made today. */
        againOn: wireDate,
        /** Y: a disconnection of the service is announced. */
        hasCutoff: wireFlag,
      }),
      errors: [401, 403, 404],
    },
  ),
  make: endpoint('arrangements.make', 'POST /v3/members/{memberNumber}/accounts/{accountNumber}/arrangements', {
    auth: 'member',
    proof: 'sometimes',
    summary: 'Make a payment arrangement; a repeat on the same day returns the same one',
    source,
    params: ofAccount,
    /** The choice with the figures that the member confirmed. */
    body: z.strictObject({
      kind: choice.shape.kind,
      count: z.int().min(1).max(12),
      owed: wireCents,
      today: givenBackDate,
      /** The payments that the member saw: the cooperative's limits may have changed since. */
      payments: choice.shape.payments.max(13),
      /** The stored method with which the payments after today are scheduled; null to pay each one by hand. */
      methodId: wireMethodId.nullable().default(null),
      /** The fees of the payments to schedule, in all, as the member saw them. */
      convenienceFee: wireCents,
    }),
    /** `scheduled`: how many of the payments the portal has scheduled; `convenienceFee`: the fees that are added to them, in all. */
    answer: choice.extend({ scheduled: z.int(), convenienceFee: wireCents }),
    errors: [401, 403, 404, 409],
  }),
}

export type ArrangementChoices = z.output<(typeof arrangements)['choices']['answer']>

import { billChoiceKinds } from '@coopline/rules/paying/task-links/bill-choices'
import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { outageStatus } from '../../service/outage/outage.contract.ts'
import { paymentSettings, requisition } from '../payments/payment-request.ts'
import { paymentOutcome } from '../payments/payments.contract.ts'
import { wireCents, wireDate, wireInstant, wireOpaque } from '../../wire.ts'

const source = 'addition: decision 0100'
const link = z.strictObject({ token: wireOpaque })
const paymentType = z.enum(['cc', 'echeck'])

/** The bill behind a pay link. It has no name, no address, no history and no other account. Money is whole cents. */
const linkedBill = z.strictObject({
  /** The last four digits of the account. */
  accountEnding: z.string(),
  expiresAt: wireInstant,
  /**
   * `due`: one of `choices` can be paid. `in-progress`: payments under way cover it. `nothing-due`: nothing is owed. `elsewhere`:
   * the account cannot be paid by a link.
   */
  state: z.enum(['due', 'in-progress', 'nothing-due', 'elsewhere']),
  amountDue: wireCents,
  dueDate: wireDate.nullable(),
  /** The sum of payments under way. */
  inProgress: wireCents,
  /** When the last of them expires; null without one, or while staff review it. */
  inProgressUntil: wireInstant.nullable(),
  choices: z.array(z.strictObject({ kind: z.enum(billChoiceKinds), amount: wireCents })),
  methods: z.strictObject({
    card: z.boolean(),
    echeck: z.boolean(),
    restriction: z.enum(['none', 'card', 'echeck', 'both']),
    forced: paymentType.nullable(),
  }),
  /** The payment settings of the cooperative; the same for every account. */
  settings: paymentSettings,
})

export const taskLinks = {
  bill: endpoint('taskLinks.bill', 'POST /v3/task-links/bill', {
    auth: 'public',
    summary: 'Get the bill that a link in a message pays',
    source,
    body: link,
    answer: linkedBill,
  }),
  pay: endpoint('taskLinks.pay', 'POST /v3/task-links/bill/pay', {
    auth: 'public',
    summary: 'Create a payment of the linked bill and return the hand-off form',
    source,
    body: z.strictObject({
      ...link.shape,
      amount: wireCents,
      paymentType,
      /** As in a payment request (REQ-D-406). */
      convenienceFee: wireCents.optional(),
    }),
    answer: requisition,
    idempotent: true,
    errors: [404, 409],
  }),
  status: endpoint('taskLinks.status', 'POST /v3/task-links/bill/status', {
    auth: 'public',
    summary: 'Get the status of a payment that was made with the link',
    source,
    body: z.strictObject({ ...link.shape, encryptedPayload: wireOpaque }),
    answer: z.strictObject({
      outcome: paymentOutcome,
      accountEnding: z.string(),
      postbackMessage: z.string().nullable(),
      /** The total, fee included. */
      paymentAmount: wireCents,
      convenienceFee: wireCents,
      /** The amount that was refunded, fee included (addition); absent while nothing was. */
      refundedAmount: wireCents.exactOptional(),
      confirmationNumber: z.string().nullable(),
    }),
    errors: [404],
  }),
  outage: endpoint('taskLinks.outage', 'POST /v3/task-links/outage', {
    auth: 'public',
    summary: 'Get the outage status that a link in a message shows',
    source,
    body: link,
    answer: z.strictObject({
      ...outageStatus.omit({ reportedAt: true }).shape,
      accountEnding: z.string(),
      timeZone: z.string(),
    }),
  }),
}

export type LinkedBill = z.output<typeof linkedBill>

import { staffRights } from '@coopline/rules/staff/staff-sign-in/staff-rights'
import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { givenBackInstant, wireCents, wireInstant, wirePositiveCents } from '../../wire.ts'

const source = 'addition: staff console'
const transNo = z.string().regex(/^[A-Za-z0-9-]{1,64}(?![\s\S])/u)

/** Kept in the audit. Longer texts than the rule allows are refused by rule; this bound only keeps bodies small. */
const reason = z.string().max(1000)

const accountAmount = z.strictObject({ accountNumber: z.string(), amount: wireCents })

const listedPayment = z.strictObject({
  transNo: z.string(),
  memberNumber: z.string(),
  /** A `PaymentOrigin`, or one of a former version. */
  origin: z.string(),
  state: z.string(),
  /** Without the convenience fee. */
  amount: wireCents,
  fee: wireCents.nullable(),
  requestedAt: wireInstant,
  confirmationNumber: z.string().nullable(),
  accounts: z.array(accountAmount),
})

/** The last payment of a page. */
const paymentPosition = z.strictObject({
  isUnderReview: z.boolean(),
  requestedAt: wireInstant,
  transNo,
})

const alarmId = z.int().min(1).max(Number.MAX_SAFE_INTEGER)

const alarm = z.strictObject({
  id: alarmId,
  /** An `AlarmKind`, or one of a former version. */
  kind: z.string(),
  /** `null` when the alarm is about no single payment. */
  transNo: z.string().nullable(),
  raisedAt: wireInstant,
  /** The payment waits for a decision, which settles the alarm. */
  isUnderReview: z.boolean(),
  /** The facts behind the alarm. The pages have a label for each name; amounts are dollars as text. */
  facts: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  /** `null` while the alarm is open. */
  settled: z
    .strictObject({
      at: wireInstant,
      /** `null` when a decision about its payment settled it. */
      by: z.string().nullable(),
      reason: z.string().nullable(),
    })
    .nullable(),
})

/** The last alarm of a page; `settledAt` is null among open ones. */
const alarmPosition = z.strictObject({ id: alarmId, settledAt: givenBackInstant.nullable() })

const paymentStory = listedPayment.extend({
  paymentType: z.enum(['cc', 'echeck']),
  cardType: z.string().nullable(),
  lastFour: z.string().nullable(),
  /** The address of the person with access who paid; `null` for a payment of anyone else. */
  paidBy: z.string().nullable(),
  expiresAt: wireInstant,
  settledAt: wireInstant.nullable(),
  /** The provider's message to the payer, such as why it declined. */
  message: z.string().nullable(),
  /** The provider's last answer about the payment; `null` before the first one. `sum` is the amount that it holds, fee included. */
  provider: z.strictObject({ status: z.string(), sum: wireCents.nullable() }).nullable(),
  canRefund: z.boolean(),
  /** The refunds that staff can ask for; `null` when there is none. */
  refund: z
    .strictObject({
      /** Fee included, without the refunds that were asked for and have no answer yet. */
      left: wireCents,
      /** Any amount up to `left`; otherwise all of it. */
      isPart: z.boolean(),
      /** The amount of a refund without an answer, which can be asked for again; `null` when there is none. */
      again: wireCents.nullable(),
    })
    .nullable(),
  /** The sums in the ledger, fee included; `null` while nothing is booked. */
  booked: z
    .strictObject({
      received: wireCents,
      /** The refunds, without what a bank took back. */
      refunded: wireCents,
      /** The rest of the payment; below zero when more went back than was paid. */
      left: wireCents,
    })
    .nullable(),
  /** The refunds of the payment, oldest first. */
  refunds: z.array(
    z.strictObject({
      at: wireInstant,
      /** Whole cents, fee included. */
      amount: wireCents,
      /** The staff member who asked for it; `null` for a refund that was made at the provider. */
      by: z.string().nullable(),
      /** `asked`: the provider has not answered yet. `booked`: it is in the ledger. `refused`: the provider refused it. */
      state: z.enum(['asked', 'booked', 'refused']),
    }),
  ),
  moves: z.array(
    z.strictObject({
      at: wireInstant,
      from: z.string(),
      to: z.string(),
      source: z.string(),
      /** The provider corrected an earlier final state. */
      isCorrection: z.boolean(),
    }),
  ),
  /** The reports of the provider or the bank, oldest first. */
  reports: z.array(
    z.strictObject({
      at: wireInstant,
      /** Names the report when it is accepted. */
      eventId: z.string(),
      type: z.string(),
      source: z.string(),
      outcome: z.string(),
      amount: wireCents.nullable(),
      fee: wireCents.nullable(),
      /** The part of the payment that moved, fee included; `null` where the report is about all of it. */
      moved: wireCents.nullable(),
      confirmationNumber: z.string().nullable(),
      message: z.string().nullable(),
    }),
  ),
  ledger: z.array(z.strictObject({ at: wireInstant, kind: z.string(), ledgerAccount: z.string(), amount: wireCents })),
  /** Events for the cooperative's system. */
  events: z.array(
    z.strictObject({
      id: z.int(),
      at: wireInstant,
      kind: z.string(),
      accountNumber: z.string().nullable(),
      /** Above zero for reversals too. */
      amount: wireCents.nullable(),
      acknowledgedAt: wireInstant.nullable(),
    }),
  ),
  /** Messages to the payer; retention removes them after a while. */
  notices: z.array(
    z.strictObject({
      at: wireInstant,
      channel: z.enum(['email', 'text']),
      subject: z.string(),
      /** `null` while the message waits. */
      sentAt: wireInstant.nullable(),
    }),
  ),
  /** The actions of staff on the payment. */
  actions: z.array(
    z.strictObject({ at: wireInstant, kind: z.string(), by: z.string(), reason: z.string().nullable() }),
  ),
  alarms: z.array(alarm),
})

const onPayment = {
  auth: 'staff',
  roles: staffRights.payments,
  source,
  params: z.strictObject({ transNo }),
  /** The payment as it is now. */
  answer: paymentStory,
} as const

export const staffPayments = {
  search: endpoint('staffPayments.search', 'POST /v3/staff/payments/search', {
    auth: 'staff',
    roles: staffRights.payments,
    summary: 'Find payments by transaction, confirmation, account or member number, those under review first',
    source,
    // In the body, so that no access log has what staff search for.
    body: z.strictObject({
      /** Empty: every payment. */
      text: z.string().max(100),
      after: paymentPosition.nullable(),
    }),
    answer: z.strictObject({
      payments: z.array(listedPayment),
      /** The position after which the next page begins; `null` on the last page. */
      next: paymentPosition.nullable(),
    }),
    errors: [401, 403],
  }),
  view: endpoint('staffPayments.view', 'GET /v3/staff/payments/{transNo}', {
    ...onPayment,
    summary: 'Get a payment with its history; the member sees the view in their activity',
    errors: [401, 403, 404],
  }),
  accept: endpoint('staffPayments.accept', 'POST /v3/staff/payments/{transNo}/accept', {
    ...onPayment,
    summary: 'Book what the provider collected for a payment under review',
    body: z.strictObject({
      reason,
      /** The report whose figures are booked. */
      eventId: z.string().max(200),
    }),
    errors: [401, 403, 404, 409],
  }),
  reject: endpoint('staffPayments.reject', 'POST /v3/staff/payments/{transNo}/reject', {
    ...onPayment,
    summary: 'End the review of a payment without booking anything',
    body: z.strictObject({ reason }),
    errors: [401, 403, 404, 409],
  }),
  refund: endpoint('staffPayments.refund', 'POST /v3/staff/payments/{transNo}/refund', {
    ...onPayment,
    summary: 'Ask the provider to refund some or all of a confirmed payment, and book the reversal',
    body: z.strictObject({
      reason,
      /** Fee included. Absent: all that is left. */
      amount: wirePositiveCents.exactOptional(),
    }),
    errors: [401, 403, 404, 409],
  }),
  alarms: endpoint('staffPayments.alarms', 'POST /v3/staff/alarms/search', {
    auth: 'staff',
    roles: staffRights.payments,
    summary: 'List open alarms, oldest first, or those settled within 90 days, newest first',
    source,
    body: z.strictObject({ isSettled: z.boolean(), after: alarmPosition.nullable() }),
    answer: z.strictObject({
      alarms: z.array(alarm),
      /** The position after which the next page begins; `null` on the last page. */
      next: alarmPosition.nullable(),
    }),
    errors: [401, 403],
  }),
  countAlarms: endpoint('staffPayments.countAlarms', 'GET /v3/staff/alarms/count', {
    auth: 'staff',
    roles: staffRights.payments,
    summary: 'Count the open alarms, up to 100',
    source,
    background: true,
    answer: z.strictObject({ open: z.int() }),
    errors: [401, 403],
  }),
  settleAlarm: endpoint('staffPayments.settleAlarm', 'POST /v3/staff/alarms/settle', {
    auth: 'staff',
    roles: staffRights.payments,
    summary: 'Settle an open alarm once its cause is resolved',
    source,
    body: z.strictObject({ id: alarmId, reason }),
    answer: z.strictObject({ alarm }),
    errors: [401, 403, 409],
  }),
}

export type StaffListedPayment = z.output<typeof listedPayment>
export type StaffPaymentPosition = z.output<typeof paymentPosition>
export type StaffPaymentStory = z.output<typeof paymentStory>
export type StaffAlarm = z.output<typeof alarm>
export type StaffAlarmPosition = z.output<typeof alarmPosition>

/**
 * The payer's proof of access to the account: Quick Pay or a `link` in a mail, for that account alone, or a sign-in, now or when
 * the payment was set up. A `guest` signed in and pays an account that its member shares. A `bank` payment is a debit that the
 * cooperative's own bank collects by file; the provider knows nothing of it.
 */
export type PaymentOrigin = 'quick-pay' | 'link' | 'member' | 'guest' | 'bank' | 'autopay' | 'scheduled' | 'draft'

/** The kinds of alarms. docs/OPERATIONS.md says for each what happened and what to do. */
export const alarmKinds = [
  'quarantined',
  'figures-differ',
  'illegal-move',
  'corrected',
  'unknown-payment',
  'contradiction',
  'declined-velocity',
  'double-charge',
  'reversed-twice',
  'former-holder',
  'return-rate',
  'bank-correction',
  'draft-missed',
  'inferred-return',
  'repeat-after-reversal',
  'sum-differs',
  'reconciliation-extra',
  'reconciliation-different',
  'reconciliation-missing',
  'reconciliation-event',
  'reconciliation-behind',
  'unreadable',
  'unanswered',
  'unread-news',
  'provider-review',
  'return-fee-withheld',
  'second-person',
  'dispute-opened',
  'wrong-mode',
] as const
export type AlarmKind = (typeof alarmKinds)[number]

import { calendarDateIn } from '@coopline/rules/kernel/calendar-date'
import { type Cents, cents, zeroCents } from '@coopline/rules/kernel/money'
import type { Language } from '@coopline/rules/kernel/problem'
import {
  type PaymentEvent,
  type PaymentMove,
  type Posting,
  postingsFor,
} from '@coopline/rules/payment-state/payment-state'
import type { Tx } from '../../platform/db/open-database.ts'
import type { Deps } from '../../platform/deps.ts'
import type { ProviderEvent } from '../../platform/payment-gateway/payment-gateway.ts'
import { findAccountReader } from '../../platform/notices/tell-account.ts'
import { countTry } from '../../platform/tries/count-try.ts'
import { composeReceipt } from './compose-receipt.ts'
import { tellOfFailure, tellOfReceipt } from './tell-of-payment.ts'
import { insertBooking } from './ledger.store.ts'
import { ledgerLines } from './ledger-lines.ts'
import type { Payment, PaymentItem } from './payment.ts'
import type { EventSource } from './postings.store.ts'
import { raiseAlarm } from './raise-alarm.ts'
import { settlePayment } from './settle-payment.store.ts'

export interface LegalEvent {
  readonly payment: Payment
  readonly items: readonly PaymentItem[]
  readonly event: ProviderEvent
  readonly source: EventSource
  readonly paymentEvent: PaymentEvent
  readonly to: Extract<PaymentMove, { kind: 'move' }>
}

export type ApplyDeps = Pick<Deps, 'env' | 'keys' | 'clock' | 'log' | 'settings'>

/** More declined payments of one account in an hour than a payer with a stubborn card makes: somebody tries cards. */
const declinedPerHour = 5

/** Moves the payment and books what the event says of money: once, whatever was told before. Part of one transaction. */
export async function moveAndBook(deps: ApplyDeps, tx: Tx, legal: LegalEvent): Promise<void> {
  const { payment, event, source, paymentEvent, to } = legal
  const now = deps.clock.now()
  const corrected = to.corrected === true
  await settlePayment(tx, payment.transNo, {
    move: { from: payment.state, to: to.to, event: paymentEvent, corrected, source, at: now },
    event,
    settledAt: settledAt(payment, event, paymentEvent, now),
    audit: {
      kind: `payment.${to.to}`,
      at: now,
      memberNumber: payment.memberNumber,
      accountNumber: payment.accountNumber,
      detail: { transNo: payment.transNo, amount: payment.amount, source, corrected },
    },
  })
  for (const kind of postingsFor(paymentEvent)) await book(deps, tx, kind, legal)
  if (corrected)
    await raiseAlarm(tx, deps.log, {
      kind: 'corrected',
      transNo: payment.transNo,
      detail: { from: payment.state, to: to.to, source },
      dedupeKey: `corrected:${payment.transNo}:${to.to}`,
      now,
    })
  if (paymentEvent !== 'declined') return
  await tellOfFailure(tx, deps, payment)
  await noteDeclined(deps, tx, payment, now)
}

/** When the money moved, by the provider's clock, but never in the future; a refund leaves the day of the payment. */
function settledAt(payment: Payment, event: ProviderEvent, paymentEvent: PaymentEvent, now: Date): Date {
  if (paymentEvent === 'refunded' && payment.state === 'confirmed' && payment.settledAt !== null)
    return payment.settledAt
  return new Date(Math.min(Date.parse(event.occurredAt), now.getTime()))
}

async function book(deps: ApplyDeps, tx: Tx, kind: Posting, { payment, items, event }: LegalEvent): Promise<void> {
  const now = deps.clock.now()
  const day = calendarDateIn(deps.settings.current().timeZone, new Date(event.occurredAt))
  // Who has a login has chosen whether and where to be told; everybody else is sent the receipt where there is an address.
  const reader = await findAccountReader(tx, deps, payment.accountNumber, 'payment-received')
  const receipt = (language: Language) => composeReceipt({ kind, payment, event, items, day, language, now })
  await insertBooking(tx, {
    transNo: payment.transNo,
    kind,
    now,
    lines: ledgerLines(kind, items, event.convenienceFee),
    eventKind: kind === 'payment' ? 'payment-confirmed' : 'payment-refunded',
    credits: items.map((item) => ({
      accountNumber: item.accountNumber,
      amount: kind === 'payment' ? item.amount : negated(item.amount),
      body: eventBody(payment, event, item),
    })),
    receipt: reader === undefined ? { memberNumber: payment.memberNumber, message: receipt(payment.language) } : null,
  })
  if (reader !== undefined) await tellOfReceipt(tx, deps, reader, receipt)
}

const negated = (amount: Cents): Cents => cents(zeroCents - amount)

/** What the cooperative's system is told; amounts in whole cents. */
const eventBody = (payment: Payment, event: ProviderEvent, item: PaymentItem) => ({
  transNo: payment.transNo,
  memberNumber: payment.memberNumber,
  accountNumber: item.accountNumber,
  amount: item.amount,
  currency: payment.currency,
  paymentType: event.paymentType,
  confirmationNumber: event.confirmationNumber,
  reconnectMeter: payment.reconnectMeter ? 'Y' : 'N',
  occurredAt: event.occurredAt,
})

async function noteDeclined(deps: ApplyDeps, tx: Tx, payment: Payment, now: Date): Promise<void> {
  const limit = {
    kind: 'payment.declined',
    subject: payment.accountNumber,
    windowSeconds: 3600,
    limit: declinedPerHour,
  }
  const count = await countTry(tx, limit, now)
  if (count.allowed) return
  await raiseAlarm(tx, deps.log, {
    kind: 'declined-velocity',
    transNo: payment.transNo,
    detail: { declinedPerHour },
    dedupeKey: `declined-velocity:${payment.accountNumber}:${now.toISOString().slice(0, 13)}`,
    now,
  })
}

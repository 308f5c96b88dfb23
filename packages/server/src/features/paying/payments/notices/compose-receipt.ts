import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { Language } from '@coopline/rules/kernel/problem'
import { addCents, type Cents } from '@coopline/rules/kernel/money'
import type { Posting } from '@coopline/rules/paying/payment-state/payment-state'
import type { NewMessage } from '../../../../platform/messages/message.store.ts'
import type { ProviderEvent } from '../../../../platform/payment-gateway/payment-gateway.ts'
import { type BookingKind, plainKind } from '../ledger/ledger-lines.ts'
import type { Payment, PaymentItem } from '../payment.ts'
import { receiptMail } from './receipt.messages.ts'

/** Builds the receipt of a payment, or the notice of its refund, return or reinstatement. Its dedupe key makes it one message. */
export function composeReceipt(receipt: {
  readonly kind: Exclude<BookingKind, 'return-fee'>
  readonly payment: Pick<Payment, 'transNo' | 'origin' | 'handOff' | 'lastFour' | 'confirmationNumber'>
  readonly event: ProviderEvent
  readonly items: readonly PaymentItem[]
  /** The fee for the return, in whole cents; zero otherwise. */
  readonly returnFee: Cents
  /** The day of the payment or its reversal, where the cooperative is. */
  readonly day: CalendarDate
  readonly language: Language
  readonly now: Date
}): Omit<NewMessage, 'recipient' | 'unsubscribeUrl'> {
  const { kind, payment, event, items, returnFee, day, language, now } = receipt
  const mail = receiptMail(
    {
      kind: plainKind(kind) as Posting,
      isGuests: payment.origin === 'guest',
      utilityName: payment.handOff.utilityName,
      transNo: payment.transNo,
      items,
      convenienceFee: event.convenienceFee,
      returnFee,
      total: addCents(event.convenienceFee, ...items.map((item) => item.amount)),
      paymentType: event.paymentType,
      lastFour: event.lastFour ?? payment.lastFour,
      confirmationNumber: event.confirmationNumber ?? payment.confirmationNumber,
      day,
    },
    language,
  )
  return {
    dedupeKey: `${kind === 'payment' ? 'receipt' : kind}:${payment.transNo}`,
    channel: 'email',
    ...mail,
    language,
    now,
  }
}

import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { Language } from '@coopline/rules/kernel/problem'
import { type Cents, cents } from '@coopline/rules/kernel/money'
import type { PaymentType } from '@coopline/rules/payment-method/payment-methods'
import type { Posting } from '@coopline/rules/payment-state/payment-state'
import type { NewMessage } from '../../platform/messages/message.store.ts'
import type { ProviderNews } from '../../platform/payment-gateway/payment-gateway.ts'
import type { Payment, PaymentItem } from './payment.ts'
import { receiptMail } from './receipt.messages.ts'

/** What a receipt tells. Amounts in whole cents. */
export interface Receipt {
  readonly kind: Posting
  readonly utilityName: string
  readonly transNo: string
  readonly items: readonly PaymentItem[]
  readonly convenienceFee: Cents
  readonly total: Cents
  readonly paymentType: PaymentType
  readonly lastFour: string | null
  readonly confirmationNumber: string | null
  readonly day: CalendarDate
}

/** The receipt of a payment, or the notice of its refund: one message, however often it is put into the outbox. */
export function composeReceipt(occasion: {
  readonly kind: Posting
  readonly payment: Payment
  readonly news: ProviderNews
  readonly items: readonly PaymentItem[]
  /** The day of the payment or the refund, where the cooperative is. */
  readonly day: CalendarDate
  readonly language: Language
  readonly now: Date
}): Omit<NewMessage, 'recipient' | 'unsubscribeUrl'> {
  const { kind, payment, news, items, day, language, now } = occasion
  const mail = receiptMail(
    {
      kind,
      utilityName: payment.handOff.utilityName,
      transNo: payment.transNo,
      items,
      convenienceFee: news.convenienceFee,
      total: cents(payment.amount + news.convenienceFee),
      paymentType: news.paymentType,
      lastFour: news.lastFour,
      confirmationNumber: news.confirmationNumber,
      day,
    },
    language,
  )
  return {
    dedupeKey: `${kind === 'payment' ? 'receipt' : 'refund'}:${payment.transNo}`,
    channel: 'email',
    ...mail,
    language,
    now,
  }
}

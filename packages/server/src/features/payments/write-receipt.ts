import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { type Cents, cents } from '@coopline/rules/kernel/money'
import type { PaymentType } from '@coopline/rules/payment-method/payment-methods'
import type { Posting } from '@coopline/rules/payment-state/payment-state'
import type { Tx } from '../../platform/db/open-database.ts'
import { insertMessage } from '../../platform/messages/message.store.ts'
import type { ProviderNews } from '../../platform/payment-gateway/payment-gateway.ts'
import { findEmail } from '../accounts/public.ts'
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

/**
 * Puts the receipt of a payment, or the notice of its refund, into the outbox, once. A member without an e-mail address
 * on file gets none.
 */
export async function writeReceipt(
  tx: Tx,
  occasion: {
    readonly kind: Posting
    readonly payment: Payment
    readonly news: ProviderNews
    readonly items: readonly PaymentItem[]
    /** The day of the payment or the refund, where the cooperative is. */
    readonly day: CalendarDate
    readonly now: Date
  },
): Promise<void> {
  const { kind, payment, news, items, day, now } = occasion
  const recipient = await findEmail(tx, payment.memberNumber)
  if (recipient === undefined) return
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
    payment.language,
  )
  await insertMessage(tx, {
    dedupeKey: `${kind === 'payment' ? 'receipt' : 'refund'}:${payment.transNo}`,
    channel: 'email',
    recipient,
    ...mail,
    language: payment.language,
    now,
  })
}

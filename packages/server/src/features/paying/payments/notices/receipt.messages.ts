import { lastFour } from '@coopline/rules/kernel/digits'
import { type CalendarDate, formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { type Cents, formatUsd } from '@coopline/rules/kernel/money'
import type { Language } from '@coopline/rules/kernel/problem'
import { paymentMethodName } from '@coopline/rules/paying/payment-method/payment-method.messages'
import type { PaymentType } from '@coopline/rules/paying/payment-method/payment-methods'
import type { Posting } from '@coopline/rules/paying/payment-state/payment-state'
import type { PaymentItem } from '../payment.ts'

/** The facts of a receipt. Amounts are whole cents. */
export interface Receipt {
  readonly kind: Posting
  /** The recipient paid another person's account; that person owes what a return leaves unpaid. */
  readonly isGuests: boolean
  readonly utilityName: string
  readonly transNo: string
  readonly items: readonly PaymentItem[]
  readonly convenienceFee: Cents
  readonly total: Cents
  /** The whole payment, fee included; more than `total` when only a part of it moved. */
  readonly whole: Cents
  /** The fee for the return; zero otherwise. */
  readonly returnFee: Cents
  readonly paymentType: PaymentType
  readonly lastFour: string | null
  readonly confirmationNumber: string | null
  readonly day: CalendarDate
}

const texts = {
  en: {
    payment: {
      subject: (total: string) => `We received your payment of ${total}`,
      opening: 'Thank you. We have received your payment.',
    },
    refund: {
      subject: (total: string) => `Your payment of ${total} was refunded`,
      opening: 'We refunded your payment to the card or bank account you used.',
      part: {
        subject: (total: string, whole: string) => `Refunded ${total} of ${whole}`,
        opening: 'We refunded a part of your payment to the card or bank account you used.',
      },
    },
    return: {
      subject: (total: string) => `Your payment of ${total} was returned`,
      opening:
        'Your bank or card company took this payment back. We removed it from your account, so you owe the amount again. Pay another way or call us.',
      openingForGuest:
        'Your bank or card company took this payment back, and we removed it from the account that you paid.',
      part: {
        subject: (total: string, whole: string) => `${total} of your payment of ${whole} was returned`,
        opening:
          'Your bank or card company took a part of this payment back. We removed it from your account, so you owe that part again. Pay another way or call us.',
        openingForGuest:
          'Your bank or card company took a part of this payment back, and we removed it from the account that you paid.',
      },
    },
    reinstatement: {
      subject: (total: string) => `We credited your payment of ${total} again`,
      opening:
        'This payment had been taken back, and we have received the money again. We credited it to your account, so you no longer owe this amount.',
      openingForGuest:
        'This payment had been taken back, and we have received the money again. We credited it to the account that you paid.',
      part: {
        subject: (total: string, whole: string) => `We credited ${total} of your payment of ${whole} again`,
        opening:
          'A part of this payment had been taken back, and we have received the money again. We credited it to your account, so you no longer owe that part.',
        openingForGuest:
          'A part of this payment had been taken back, and we have received the money again. We credited it to the account that you paid.',
      },
    },
    returnFeeAdded: (fee: string) => `We added a returned payment fee of ${fee} to your account.`,
    day: 'Date',
    account: (digits: string) => `Account ending in ${digits}`,
    fee: 'Convenience fee',
    total: 'Total',
    method: 'Paid with',
    endingIn: (digits: string) => `ending in ${digits}`,
    confirmation: 'Confirmation number',
    transaction: 'Transaction number',
    closing: 'Keep this message for your records. Please do not reply. We do not monitor this mailbox.',
  },
  es: {
    payment: {
      subject: (total: string) => `Recibimos su pago de ${total}`,
      opening: 'Gracias. Hemos recibido su pago.',
    },
    refund: {
      subject: (total: string) => `Su pago de ${total} fue reembolsado`,
      opening: 'Reembolsamos su pago a la tarjeta o cuenta bancaria que usó.',
      part: {
        subject: (total: string, whole: string) => `Reembolsamos ${total} de ${whole}`,
        opening: 'Reembolsamos una parte de su pago a la tarjeta o cuenta bancaria que usó.',
      },
    },
    return: {
      subject: (total: string) => `Su pago de ${total} fue devuelto`,
      opening:
        'Su banco o la compañía de su tarjeta revirtió este pago. Lo quitamos de su cuenta, así que usted vuelve a deber ese monto. Pague de otra forma o llámenos.',
      openingForGuest:
        'Su banco o la compañía de su tarjeta revirtió este pago, y lo quitamos de la cuenta que usted pagó.',
      part: {
        subject: (total: string, whole: string) => `Se devolvieron ${total} de su pago de ${whole}`,
        opening:
          'Su banco o la compañía de su tarjeta revirtió una parte de este pago. La quitamos de su cuenta, así que usted vuelve a deber esa parte. Pague de otra forma o llámenos.',
        openingForGuest:
          'Su banco o la compañía de su tarjeta revirtió una parte de este pago, y la quitamos de la cuenta que usted pagó.',
      },
    },
    reinstatement: {
      subject: (total: string) => `Acreditamos de nuevo su pago de ${total}`,
      opening:
        'Este pago había sido revertido y hemos recibido el dinero de nuevo. Lo acreditamos a su cuenta, así que usted ya no debe este monto.',
      openingForGuest:
        'Este pago había sido revertido y hemos recibido el dinero de nuevo. Lo acreditamos a la cuenta que usted pagó.',
      part: {
        subject: (total: string, whole: string) => `Acreditamos de nuevo ${total} de su pago de ${whole}`,
        opening:
          'Una parte de este pago había sido revertida y hemos recibido el dinero de nuevo. La acreditamos a su cuenta, así que usted ya no debe esa parte.',
        openingForGuest:
          'Una parte de este pago había sido revertida y hemos recibido el dinero de nuevo. La acreditamos a la cuenta que usted pagó.',
      },
    },
    returnFeeAdded: (fee: string) => `Agregamos a su cuenta un cargo por pago devuelto de ${fee}.`,
    day: 'Fecha',
    account: (digits: string) => `Cuenta que termina en ${digits}`,
    fee: 'Cargo por conveniencia',
    total: 'Total',
    method: 'Pagado con',
    endingIn: (digits: string) => `que termina en ${digits}`,
    confirmation: 'Número de confirmación',
    transaction: 'Número de transacción',
    closing: 'Guarde este mensaje como comprobante. No lo responda. No revisamos este buzón.',
  },
} as const satisfies Record<Language, object>

export interface Mail {
  readonly subject: string
  readonly bodyText: string
}

/** Writes the email about a payment, its refund, its return or its reinstatement. */
export function receiptMail(receipt: Receipt, language: Language): Mail {
  const text = texts[language]
  const ofKind = text[receipt.kind]
  const kind = receipt.total < receipt.whole && 'part' in ofKind ? ofKind.part : ofKind
  const opening = receipt.isGuests && 'openingForGuest' in kind ? kind.openingForGuest : kind.opening
  const lines = linesOf(receipt, language)
  return {
    subject: kind.subject(formatUsd(receipt.total), formatUsd(receipt.whole)),
    bodyText: [
      opening,
      ...(receipt.returnFee === 0 || receipt.isGuests ? [] : [text.returnFeeAdded(formatUsd(receipt.returnFee))]),
      '',
      ...lines.map(([label, value]) => `${label}: ${value}`),
      '',
      text.closing,
      receipt.utilityName,
      '',
    ].join('\n'),
  }
}

// Email is not confidential, so it has only the last four digits of the account.
function linesOf(receipt: Receipt, language: Language): readonly (readonly [string, string])[] {
  const text = texts[language]
  const method = paymentMethodName(receipt.paymentType, language)
  return [
    [text.day, formatUsDate(receipt.day)],
    ...receipt.items.map((item) => [text.account(lastFour(item.accountNumber)), formatUsd(item.amount)] as const),
    ...(receipt.convenienceFee === 0 ? [] : [[text.fee, formatUsd(receipt.convenienceFee)] as const]),
    [text.total, formatUsd(receipt.total)],
    [text.method, receipt.lastFour === null ? method : `${method} ${text.endingIn(receipt.lastFour)}`],
    ...(receipt.confirmationNumber === null ? [] : [[text.confirmation, receipt.confirmationNumber] as const]),
    [text.transaction, receipt.transNo],
  ]
}

import { addCents, type Cents } from '@coopline/rules/kernel/money'
import type { Language } from '@coopline/rules/kernel/problem'
import type { PaymentAtProvider } from '../payment-gateway.ts'
import { type Transaction, toDollars } from './objects.ts'

/** The facts that every event about a payment has. */
export interface MarkedPayment {
  readonly transNo: string
  readonly accountNumber: string
  readonly convenienceFee: Cents
  readonly total: Cents
  readonly language: Language
}

const feeItem = 'fee'
const texts = {
  en: { payment: 'Payment', fee: 'Convenience fee', account: (ending: string) => `account ending in ${ending}` },
  es: {
    payment: 'Pago',
    fee: 'Cargo por conveniencia',
    account: (ending: string) => `cuenta que termina en ${ending}`,
  },
} as const satisfies Record<Language, object>

const accountOf = ({ accountAlias, accountNumber }: PaymentAtProvider): string => accountAlias ?? accountNumber

/**
 * Writes the parts of a transaction that say what it pays, in the order of the vendor's schema. The vendor returns them with the
 * transaction: the number of the payment, the account, the fee and the mark of this portal.
 */
export function orderOf(
  payment: PaymentAtProvider,
  mark: string,
): { readonly order: object; readonly lineItems: object } {
  const { language, utilityName, transNo, amount, convenienceFee: fee, items } = payment
  const text = texts[language]
  const [first] = items
  const isOne = payment.accountAlias === undefined && items.length === 1 && first !== undefined
  const what = isOne ? text.account(first.accountNumber.slice(-4)) : text.payment
  const line = (itemId: string, name: string, price: Cents, description: string): object => ({
    itemId: itemId.slice(0, 31),
    name,
    description,
    quantity: '1',
    unitPrice: toDollars(price),
  })
  return {
    order: { invoiceNumber: transNo, description: `${utilityName}: ${what}`.slice(0, 255).toWellFormed() },
    lineItems: {
      lineItem: [
        line(accountOf(payment), text.payment, amount, `${markPrefix}${mark}-${language}`),
        ...(fee > 0 ? [line(feeItem, text.fee, fee, text.fee)] : []),
      ],
    },
  }
}

const markPrefix = 'coopline-'

/**
 * False for a sale of something else. A charge without line items may be ours, as the page may not keep them, and so may one with the mark
 * of a former `PUBLIC_ORIGIN`.
 */
export const isOfPortal = ({ lineItems }: Transaction): boolean =>
  lineItems.length === 0 || lineItems.some(({ description }) => description?.startsWith(markPrefix) === true)

/** Returns the facts of a payment that the portal asks about. */
export const factsOf = (payment: PaymentAtProvider): MarkedPayment => ({
  transNo: payment.transNo,
  accountNumber: accountOf(payment),
  convenienceFee: payment.convenienceFee,
  total: addCents(payment.amount, payment.convenienceFee),
  language: payment.language,
})

/**
 * Reads the facts of a payment from its charge; `null` for a transaction that no portal began. `isForeign`: another portal did, or this one
 * under a former `PUBLIC_ORIGIN`.
 */
export function readMarks(
  { order, lineItems, settleAmount }: Transaction,
  mark: string,
): (MarkedPayment & { readonly isForeign: boolean }) | null {
  const [payment, fee] = lineItems
  const text = payment?.description ?? ''
  const language = (['en', 'es'] as const).find((one) => text.startsWith(markPrefix) && text.endsWith(`-${one}`))
  const transNo = order?.invoiceNumber ?? ''
  if (payment === undefined || language === undefined || transNo === '') return null
  return {
    isForeign: text !== `${markPrefix}${mark}-${language}`,
    transNo,
    accountNumber: payment.itemId,
    convenienceFee: fee?.itemId === feeItem ? fee.unitPrice : (0 as Cents),
    total: settleAmount,
    language,
  }
}

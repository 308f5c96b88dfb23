import { z } from 'zod'
import { type Cents, cents } from '@coopline/rules/kernel/money'

/** The parts of the answers of Authorize.net that the portal reads. */

/** An amount in dollars, as a number. Read as whole cents. */
const dollars = z
  .number()
  .min(0)
  .max(100_000_000)
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 0.001)
  .transform((value): Cents => cents(Math.round(value * 100)))

/** Writes an amount of whole cents as the API takes it: `102.95`. */
export const toDollars = (amount: Cents): string =>
  `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`

const idText = z.string().regex(/^[0-9]{1,30}(?![\s\S])/u)
/** An id that may be missing, empty or `0`. Read as `null`. */
const noId = z
  .string()
  .max(30)
  .nullish()
  .transform((value) => (value === undefined || value === '' || value === '0' ? null : value))
const time = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text))
const word = z.string().max(100)

/** A list, which is missing when it is empty, and which has another object around it in some answers. */
const listOf = <T>(item: z.ZodType<T>, name: string) =>
  z.preprocess((value) => {
    const inner =
      typeof value === 'object' && value !== null && name in value ? value[name as keyof typeof value] : value
    if (inner === undefined || inner === null) return []
    return Array.isArray(inner) ? inner : [inner]
  }, z.array(item))

const lineItem = z.object({
  itemId: word,
  description: z.string().max(300).nullish(),
  unitPrice: dollars,
})

const transaction = z.object({
  transId: idText,
  refTransId: noId,
  submitTimeUTC: time,
  transactionType: word,
  transactionStatus: word,
  responseReasonCode: z.int().nullish(),
  order: z.object({ invoiceNumber: word.nullish(), description: z.string().max(300).nullish() }).nullish(),
  authAmount: dollars.nullish(),
  settleAmount: dollars,
  lineItems: listOf(lineItem, 'lineItem'),
  payment: z
    .object({
      creditCard: z.object({ cardNumber: word, expirationDate: word.nullish(), cardType: word.nullish() }).nullish(),
      bankAccount: z
        .object({ routingNumber: word, accountNumber: word, nameOnAccount: word.exactOptional() })
        .nullish(),
    })
    .nullish(),
  returnedItems: listOf(z.object({ id: word, dateUTC: time, code: word.nullish() }), 'returnedItem'),
})
export const transactionAnswer = z.object({ transaction })

const summary = z.object({
  transId: idText,
  submitTimeUTC: time,
  transactionStatus: word,
  invoiceNumber: word.nullish(),
})
export const transactionsAnswer = z.object({
  transactions: listOf(summary, 'transaction'),
  totalNumInResultSet: z.int().nullish(),
})
export const batchesAnswer = z.object({
  batchList: listOf(z.object({ batchId: idText, settlementTimeUTC: time.nullish() }), 'batch'),
})

export const customerMade = z.object({ customerProfileId: idText })

const storedMethod = z.object({
  customerPaymentProfileId: idText,
  payment: z.object({
    creditCard: z.object({ cardNumber: word, expirationDate: word.nullish(), cardType: word.nullish() }).nullish(),
    bankAccount: z.object({ accountNumber: word }).nullish(),
  }),
})
export const customerAnswer = z.object({
  profile: z.object({
    description: z.string().max(300).nullish(),
    paymentProfiles: listOf(storedMethod, 'paymentProfile'),
  }),
})

export const pageAnswer = z.object({ token: z.string().min(1).max(4000) })

export const madeAnswer = z.object({
  transactionResponse: z.object({
    responseCode: z.string().max(3),
    transId: noId,
    errors: listOf(z.object({ errorCode: z.string().max(20) }), 'error'),
  }),
})

/** The transaction that a call made, or the reason for which it made none. */
export type Made = z.output<typeof madeAnswer>['transactionResponse']
/** A transaction with all of its facts: a charge, a refund, or what a bank took back. */
export type Transaction = z.output<typeof transaction>
/** A card or a bank account that is stored for a customer. */
export type StoredMethod = z.output<typeof storedMethod>
/** A customer with its stored methods. */
export type Customer = z.output<typeof customerAnswer>['profile']
/** A transaction as lists have it. */
export type Summary = z.output<typeof summary>

import { z } from 'zod'
import { cents } from '@coopline/rules/kernel/money'
import type { PaymentAtProvider } from '../payment-gateway.ts'
import type { MarkedPayment } from './events-of.ts'
import { readObject } from '../read-object.ts'

type Metadata = Readonly<Record<string, string>>

/** The facts that the portal writes on a payment's objects. Stripe copies those of a payment intent to its charges. */
export const metadataOf = (payment: PaymentAtProvider, mark: string) => ({
  coopline_kind: 'payment',
  coopline_portal: mark,
  coopline_trans_no: payment.transNo,
  coopline_account: payment.accountAlias ?? payment.accountNumber,
  coopline_fee: String(payment.convenienceFee),
  coopline_method: payment.paymentType,
  coopline_language: payment.language,
})

/** The facts that the portal writes on the objects of a request to store a method. */
export const methodMetadataOf = (reference: string, mark: string) => ({
  coopline_kind: 'method',
  coopline_portal: mark,
  coopline_reference: reference,
})

const marked = z.object({
  coopline_trans_no: z.string().min(1).max(64),
  coopline_account: z.string().min(1).max(100),
  coopline_fee: z
    .string()
    .regex(/^[0-9]{1,12}(?![\s\S])/u)
    .transform((text) => cents(Number(text))),
  coopline_method: z.enum(['cc', 'echeck']),
  coopline_language: z.enum(['en', 'es']),
})

/** Reads the facts of a payment. @throws UnreadableObject when they are not complete. */
export function readMarks(metadata: Metadata): MarkedPayment {
  const read = readObject(marked, metadata)
  return {
    transNo: read.coopline_trans_no,
    accountNumber: read.coopline_account,
    convenienceFee: read.coopline_fee,
    paymentType: read.coopline_method,
    language: read.coopline_language,
  }
}

/** The number of the payment on an object; `null` when no portal of ours wrote it. */
export const transNoOn = (metadata: Metadata): string | null =>
  metadata['coopline_kind'] === 'payment' ? (metadata['coopline_trans_no'] ?? null) : null

import type { PaymentAtProvider, RefundAnswer, RefundOrder, RefusedRefund } from '../payment-gateway.ts'
import type { StripeClient } from './client.ts'
import { StripeRefusal } from './errors.ts'
import { readObject } from '../read-object.ts'
import { refund as refundSchema } from './objects.ts'
import { fetchIntent, fetchPayment, fetchSession } from './snapshot.ts'

const why = new Map<string, RefusedRefund>([
  ['amount_too_large', 'too-much'],
  ['charge_already_refunded', 'too-much'],
  ['balance_insufficient', 'balance'],
])

/** Refunds a payment or a part of it, once for each order, also after Stripe forgot the idempotency key. */
export async function refundPayment(
  client: StripeClient,
  payment: PaymentAtProvider,
  { order, mark }: { readonly order: RefundOrder; readonly mark: string },
): Promise<RefundAnswer> {
  const before = await fetchPayment(client, payment)
  if (before.kind !== 'events') return before.kind === 'unreadable' ? before : { kind: 'refused', why: 'state' }
  const charge = before.events.find(({ type }) => type === 'payment.succeeded')
  const intent = await intentOf(client, payment.reference)
  if (intent === null || charge === undefined) return { kind: 'refused', why: 'state' }
  if (intent.status === 'processing') return { kind: 'refused', why: 'not-settled' }
  if (await isMade(client, intent.id, order.refundId)) return before
  try {
    const metadata = { coopline_portal: mark, coopline_refund_id: order.refundId, coopline_trans_no: payment.transNo }
    await client.ask((stripe) =>
      stripe.refunds.create(
        { payment_intent: intent.id, amount: order.amount, metadata },
        { idempotencyKey: `${mark}-refund-${order.refundId}` },
      ),
    )
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error
    return { kind: 'refused', why: why.get(error.code) ?? 'state' }
  }
  return fetchPayment(client, payment)
}

async function intentOf(client: StripeClient, reference: string | null) {
  if (reference === null) return null
  if (reference.startsWith('pi_')) return fetchIntent(client, reference)
  const { payment_intent: intent } = await fetchSession(client, reference)
  return typeof intent === 'object' ? (intent ?? null) : null
}

async function isMade(client: StripeClient, intent: string, refundId: string): Promise<boolean> {
  const { data } = await client.ask((stripe) => stripe.refunds.list({ payment_intent: intent, limit: 100 }))
  return data.some((one) => readObject(refundSchema, one).metadata['coopline_refund_id'] === refundId)
}

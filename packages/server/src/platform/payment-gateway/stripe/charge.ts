import type { Stripe } from 'stripe'
import { addCents } from '@coopline/rules/kernel/money'
import type { PaymentAtProvider, ProviderPayment } from '../payment-gateway.ts'
import type { StripeClient } from './client.ts'
import { StripeRefusal } from './errors.ts'
import { metadataOf } from './marks.ts'
import { readToken } from './methods.ts'
import { type Intent, intent as intentSchema, readObject } from './objects.ts'
import { fetchIntent, fetchPayment, readIntent, withCharge } from './snapshot.ts'

interface ChargeOptions {
  readonly mark: string
  readonly token: string
  readonly remember: (reference: string) => Promise<void>
}

/**
 * Charges a stored method: creates the payment, which moves no money, stores its reference, and only then confirms it. No charge exists
 * whose reference the portal does not know, however long ago Stripe forgot the idempotency key (decision 0294).
 */
export async function chargeMethod(
  client: StripeClient,
  payment: PaymentAtProvider,
  { mark, token, remember }: ChargeOptions,
): Promise<ProviderPayment> {
  let id = payment.reference
  if (id === null) {
    const created = await create(client, payment, token, mark)
    if (created === null) return refusedMethod(payment)
    id = created.id
    await remember(id)
  } else if ((await fetchIntent(client, id)).status !== 'requires_confirmation') return fetchPayment(client, payment)
  return confirm(client, { ...payment, reference: id }, id, mark)
}

/** Creates the payment. @returns `null` when Stripe does not take the method, for example because it was forgotten there. */
async function create(
  client: StripeClient,
  payment: PaymentAtProvider,
  token: string,
  mark: string,
): Promise<Intent | null> {
  const stored = readToken(token)
  if (stored === null) return null
  const parameters: Stripe.PaymentIntentCreateParams = {
    amount: addCents(payment.amount, payment.convenienceFee),
    currency: 'usd',
    customer: stored.customer,
    payment_method: stored.method,
    allowed_payment_method_types: [payment.paymentType === 'echeck' ? 'us_bank_account' : 'card'],
    metadata: metadataOf(payment, mark),
    description: payment.transNo,
  }
  try {
    const idempotencyKey = `${mark}-charge-${payment.transNo}`
    return readObject(
      intentSchema,
      await client.ask((stripe) => stripe.paymentIntents.create(parameters, { idempotencyKey })),
    )
  } catch (error) {
    if (error instanceof StripeRefusal) return null
    throw error
  }
}

async function confirm(
  client: StripeClient,
  payment: PaymentAtProvider,
  id: string,
  mark: string,
): Promise<ProviderPayment> {
  try {
    const idempotencyKey = `${mark}-confirm-${payment.transNo}`
    const confirmed = await client.ask((stripe) =>
      stripe.paymentIntents.confirm(id, { off_session: true, ...withCharge }, { idempotencyKey }),
    )
    if (!needsMember(confirmed.status)) return await readIntent(client, payment.transNo, confirmed)
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error
    // Another process was faster, or a repeat is late.
    if (error.code === 'payment_intent_unexpected_state') return fetchPayment(client, payment)
  }
  await cancelIntent(client, id)
  return fetchPayment(client, payment)
}

/** True when a bank refused, or asks the member, who is not there. */
const needsMember = (status: string): boolean => status === 'requires_payment_method' || status === 'requires_action'

/** Ends a payment, so that nobody completes it elsewhere. One that is paid, being paid or over stays as it is. */
export async function cancelIntent(client: StripeClient, id: string): Promise<void> {
  try {
    await client.ask((stripe) => stripe.paymentIntents.cancel(id))
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error
  }
}

/** The decline of a method that Stripe no longer has. Nothing was created there, so that the portal's own number names it. */
const refusedMethod = (payment: PaymentAtProvider): ProviderPayment => ({
  kind: 'events',
  events: [
    {
      eventId: `${payment.transNo}/no-method`,
      type: 'payment.declined',
      transNo: payment.transNo,
      accountNumber: payment.accountAlias ?? payment.accountNumber,
      currency: 'USD',
      amount: payment.amount,
      convenienceFee: payment.convenienceFee,
      totalAmount: addCents(payment.amount, payment.convenienceFee),
      paymentType: payment.paymentType,
      cardType: null,
      lastFour: null,
      confirmationNumber: null,
      message: null,
      occurredAt: payment.requestedAt.toISOString(),
    },
  ],
  standing: { status: 'declined', netAmount: null },
})

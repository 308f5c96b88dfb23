import type { Stripe } from 'stripe'
import { addCents } from '@coopline/rules/kernel/money'
import type { PaymentAtProvider, ProviderPayment } from '../payment-gateway.ts'
import type { StripeClient } from './client.ts'
import { isAboutMethod, StripeRefusal } from './errors.ts'
import { metadataOf, transNoOn } from './marks.ts'
import { readToken } from './methods.ts'
import { readObject } from '../read-object.ts'
import { refusedCharge } from '../refused-charge.ts'
import { type Intent, intent as intentSchema } from './objects.ts'
import { cancelIntent, fetchIntent, fetchPayment, needsMember, readIntent, withCharge } from './snapshot.ts'

type StoredMethod = NonNullable<ReturnType<typeof readToken>>

interface ChargeOptions {
  readonly mark: string
  readonly token: string
  readonly remember: (reference: string) => Promise<boolean>
}

/**
 * Charges a stored method: creates the payment, which moves no money, stores its reference, and only then confirms it (decision 0294). A
 * database that was restored may have lost the reference: a payment that Stripe already has under our number is never created again,
 * however long ago Stripe forgot the idempotency key.
 */
export async function chargeMethod(
  client: StripeClient,
  payment: PaymentAtProvider,
  { mark, token, remember }: ChargeOptions,
): Promise<ProviderPayment> {
  const { reference } = payment
  const intent =
    reference === null ? await findOrCreate(client, payment, token, mark) : await fetchIntent(client, reference)
  // It no longer has the method.
  if (intent === null) return refusedCharge(payment, 'no-method', null)
  if (reference === null) await remember(intent.id)
  const known = { ...payment, reference: intent.id }
  return intent.status === 'requires_confirmation'
    ? confirm(client, known, intent.id, mark)
    : fetchPayment(client, known)
}

/** @returns `null` when Stripe does not take the method, for example because it was forgotten there. */
async function findOrCreate(
  client: StripeClient,
  payment: PaymentAtProvider,
  token: string,
  mark: string,
): Promise<Intent | null> {
  const stored = readToken(token)
  if (stored === null) return null
  try {
    return (await find(client, payment.transNo, stored)) ?? (await create(client, payment, stored, mark))
  } catch (error) {
    if (error instanceof StripeRefusal && isAboutMethod(error)) return null
    throw error
  }
}

/** Finds the payment under our number. Each method has a customer of its own, so that the newest 100 payments are enough. */
async function find(client: StripeClient, transNo: string, { customer }: StoredMethod): Promise<Intent | undefined> {
  const { data } = await client.ask((stripe) => stripe.paymentIntents.list({ customer, limit: 100 }))
  return data.map((one) => readObject(intentSchema, one)).find(({ metadata }) => transNoOn(metadata) === transNo)
}

async function create(
  client: StripeClient,
  payment: PaymentAtProvider,
  stored: StoredMethod,
  mark: string,
): Promise<Intent> {
  const parameters: Stripe.PaymentIntentCreateParams = {
    amount: addCents(payment.amount, payment.convenienceFee),
    currency: 'usd',
    customer: stored.customer,
    payment_method: stored.method,
    allowed_payment_method_types: [payment.paymentType === 'echeck' ? 'us_bank_account' : 'card'],
    metadata: metadataOf(payment, mark),
    description: payment.transNo,
  }
  const idempotencyKey = `${mark}-charge-${payment.transNo}`
  return readObject(
    intentSchema,
    await client.ask((stripe) => stripe.paymentIntents.create(parameters, { idempotencyKey })),
  )
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
    if (!isAboutMethod(error)) throw error
  }
  await cancelIntent(client, id)
  return fetchPayment(client, payment)
}

import type { Stripe } from 'stripe'
import type { PaymentAtProvider, ProviderPayment } from '../payment-gateway.ts'
import type { StripeClient } from './client.ts'
import { StripeRefusal } from './errors.ts'
import { paymentOf, type Snapshot } from './events-of.ts'
import { readMarks } from './marks.ts'
import { describeObject, readObject, UnreadableObject } from '../read-object.ts'
import {
  type Charge,
  charge as chargeSchema,
  dispute as disputeSchema,
  type Intent,
  intent as intentSchema,
  refund as refundSchema,
  type Session,
  session as sessionSchema,
} from './objects.ts'

/** No payment has more refunds or disputes than this; Stripe lists at most as many at once. */
const listed = 100

/** Fetches a payment by its reference: a Checkout Session, or a payment intent for a charge of a stored method. */
export async function fetchPayment(client: StripeClient, payment: PaymentAtProvider): Promise<ProviderPayment> {
  const { reference, transNo } = payment
  if (reference === null) return { kind: 'unknown' }
  return asAnswer(transNo, async () => {
    if (reference.startsWith('pi_'))
      return fromIntent(client, transNo, null, await fetchCharged(client, payment, reference))
    const session = await fetchSession(client, reference)
    const intent = session.payment_intent
    if (typeof intent !== 'object' || intent === null) return unpaid(session)
    return fromIntent(client, transNo, session, intent)
  })
}

const unpaid = ({ status }: Session): ProviderPayment => ({ kind: status === 'expired' ? 'over' : 'open' })

/** The payment of an intent that was just read. */
export const readIntent = (client: StripeClient, transNo: string, value: unknown): Promise<ProviderPayment> =>
  asAnswer(transNo, async () => fromIntent(client, transNo, null, readObject(intentSchema, value)))

export async function fetchSession(client: StripeClient, id: string): Promise<Session> {
  const expand = ['payment_intent.latest_charge.failure_balance_transaction']
  return readObject(sessionSchema, await client.ask((stripe) => stripe.checkout.sessions.retrieve(id, { expand })))
}

export const withCharge = { expand: ['latest_charge.failure_balance_transaction'] }

export const fetchIntent = async (client: StripeClient, id: string): Promise<Intent> =>
  readObject(intentSchema, await client.ask((stripe) => stripe.paymentIntents.retrieve(id, withCharge)))

/** True when a bank refused, or asks the member, who is not there. */
export const needsMember = (status: string): boolean =>
  status === 'requires_payment_method' || status === 'requires_action'

/** Ends a payment, so that nobody completes it elsewhere. One that is paid, being paid or over stays as it is. */
export async function cancelIntent(client: StripeClient, id: string): Promise<void> {
  try {
    await client.ask((stripe) => stripe.paymentIntents.cancel(id))
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error
  }
}

/**
 * Fetches the charge of a stored method. One that was refused at once, before the portal heard that it was accepted, is ended: a process may
 * have died before it could. So it is a decline, and not a debit that a bank returned days later.
 */
async function fetchCharged(
  client: StripeClient,
  { confirmationNumber = null }: PaymentAtProvider,
  id: string,
): Promise<Intent> {
  const found = await fetchIntent(client, id)
  if (confirmationNumber !== null || !needsMember(found.status)) return found
  await cancelIntent(client, id)
  return fetchIntent(client, id)
}

async function fromIntent(
  client: StripeClient,
  transNo: string,
  session: Session | null,
  intent: Intent,
): Promise<ProviderPayment> {
  const marks = readMarks(intent.metadata)
  if (marks.transNo !== transNo) throw new UnreadableObject(describeObject(intent, ['metadata.coopline_trans_no']))
  const charge = await chargeOf(client, intent)
  return paymentOf({ session, intent, charge, ...(await fetchMovedBack(client, charge)) }, marks)
}

async function chargeOf(client: StripeClient, { latest_charge: latest }: Intent): Promise<Charge | null> {
  if (typeof latest !== 'string') return latest ?? null
  return readObject(chargeSchema, await client.ask((stripe) => stripe.charges.retrieve(latest)))
}

/**
 * Fetches what went back of a charge. A refund that failed is no longer in the charge's own sum, so that the list is asked for unless the
 * caller knows of none; `disputed` stays true for ever.
 */
export async function fetchMovedBack(
  client: StripeClient,
  charge: Charge | null,
  mayHaveRefunds = true,
): Promise<Pick<Snapshot, 'refunds' | 'disputes'>> {
  if (charge === null) return { refunds: [], disputes: [] }
  const of = { charge: charge.id, limit: listed }
  const isRefundable = charge.status === 'succeeded' && (mayHaveRefunds || charge.amount_refunded > 0)
  const refunds = isRefundable ? await listOf(client, (stripe) => stripe.refunds.list(of)) : []
  const disputes = charge.disputed ? await listOf(client, (stripe) => stripe.disputes.list(of)) : []
  return {
    refunds: refunds.map((one) => readObject(refundSchema, one)),
    disputes: disputes.map((one) => readObject(disputeSchema, one)),
  }
}

const listOf = async <T>(client: StripeClient, list: (stripe: Stripe) => Promise<Stripe.ApiList<T>>): Promise<T[]> =>
  (await client.ask(list)).data

/** Turns what concerns one payment only into an answer about it. */
async function asAnswer(transNo: string, read: () => Promise<ProviderPayment>): Promise<ProviderPayment> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof UnreadableObject) return { kind: 'unreadable', payment: { ...error.payment, transNo } }
    if (error instanceof StripeRefusal && error.code === 'resource_missing') return { kind: 'unknown' }
    throw error
  }
}

import type { MethodChange, MethodNews } from '../method-news.ts'
import type { CardFacts, MethodAtProvider, MethodEvent, MethodStatus } from '../payment-gateway.ts'
import type { StripeClient } from './client.ts'
import { StripeRefusal } from './errors.ts'
import { cardTypeOf, lastFourOf } from './events-of.ts'
import { describeObject, readObject, UnreadableObject } from '../read-object.ts'
import { mandate, type PaymentMethod, paymentMethod, session as sessionSchema } from './objects.ts'

/** The token of a stored method: the customer and the payment method, because Stripe charges one only with the other. */
const tokenOf = (customer: string, method: string): string => `${customer}|${method}`

/** Reads a token; `null` when it is not one of Stripe's. */
export function readToken(token: string): { readonly customer: string; readonly method: string } | null {
  const [, customer = '', method = ''] =
    /^(cus_[A-Za-z0-9_]{1,100})\|(pm_[A-Za-z0-9_]{1,100})(?![\s\S])/u.exec(token) ?? []
  return customer === '' ? null : { customer, method }
}

/** Fetches a request to store a method. */
export async function fetchMethod(client: StripeClient, request: MethodAtProvider): Promise<MethodStatus> {
  const { providerReference: id } = request
  if (id === null) return { kind: 'unknown' }
  try {
    const expand = ['setup_intent.payment_method']
    const session = readObject(
      sessionSchema,
      await client.ask((stripe) => stripe.checkout.sessions.retrieve(id, { expand })),
    )
    if (session.client_reference_id !== request.reference)
      throw new UnreadableObject(describeObject(session, ['client_reference_id']))
    const setUp = session.setup_intent
    if (typeof setUp === 'object' && setUp?.status === 'succeeded')
      return { kind: 'stored', event: storedEvent(request.reference, setUp.id, setUp.payment_method) }
    return { kind: session.status === 'expired' ? 'canceled' : 'open' }
  } catch (error) {
    if (error instanceof UnreadableObject) return { kind: 'unreadable', payment: error.payment }
    if (error instanceof StripeRefusal && error.code === 'resource_missing') return { kind: 'unknown' }
    throw error
  }
}

function storedEvent(reference: string, setUpId: string, value: unknown): MethodEvent {
  const method = readObject(paymentMethod, value)
  const { card, customer, id } = method
  const details = method.type === 'us_bank_account' ? method.us_bank_account : card
  const lastFour = lastFourOf(details?.last4)
  if (customer === null || lastFour === null) throw new UnreadableObject(describeObject(method, ['customer', 'last4']))
  return {
    eventId: `${setUpId}/stored`,
    type: 'method.stored',
    reference,
    token: tokenOf(customer, id),
    paymentType: method.type === 'us_bank_account' ? 'echeck' : 'cc',
    cardType: cardTypeOf(card?.brand),
    lastFour,
    expiry: expiryOf(card?.exp_year, card?.exp_month),
    ...(typeof details?.fingerprint === 'string' && { fingerprint: details.fingerprint }),
  }
}

const expiryOf = (year: number | null | undefined, month: number | null | undefined): string | null =>
  typeof year === 'number' && typeof month === 'number' ? `${year}-${String(month).padStart(2, '0')}` : null

/** Fetches a stored card as it is now. @returns `null` for one that Stripe does not have for the customer, or that cannot be read. */
export async function fetchCard(client: StripeClient, token: string): Promise<CardFacts | null> {
  const stored = readToken(token)
  if (stored === null) return null
  try {
    const found = await client.ask((stripe) => stripe.paymentMethods.retrieve(stored.method))
    const { card, customer } = readObject(paymentMethod, found)
    const [lastFour, expiry] = [lastFourOf(card?.last4), expiryOf(card?.exp_year, card?.exp_month)]
    if (customer !== stored.customer || lastFour === null || expiry === null) return null
    return { cardType: cardTypeOf(card?.brand), lastFour, expiry }
  } catch (error) {
    if (error instanceof StripeRefusal || error instanceof UnreadableObject) return null
    throw error
  }
}

/**
 * Finds what an object of Stripe says of a stored method: a mandate that is inactive, or a payment method without a customer, which nobody
 * can charge any more. @returns `null` for any other object.
 */
export async function findMethodNews(client: StripeClient, reference: string): Promise<MethodNews | null> {
  try {
    if (reference.startsWith('pm_')) {
      const method = await fetchPaymentMethod(client, reference)
      return method.customer === null ? newsOf(method, { kind: 'gone' }) : null
    }
    if (!reference.startsWith('mandate_')) return null
    const found = readObject(mandate, await client.ask((stripe) => stripe.mandates.retrieve(reference)))
    if (found.status !== 'inactive') return null
    return newsOf(await fetchPaymentMethod(client, found.payment_method), { kind: 'refused' })
  } catch (error) {
    if (error instanceof StripeRefusal && error.code === 'resource_missing') return null
    throw error
  }
}

const fetchPaymentMethod = async (client: StripeClient, id: string): Promise<PaymentMethod> =>
  readObject(paymentMethod, await client.ask((stripe) => stripe.paymentMethods.retrieve(id)))

function newsOf({ id, card, us_bank_account: account }: PaymentMethod, change: MethodChange): MethodNews | null {
  const lastFour = lastFourOf((card ?? account)?.last4)
  return lastFour === null
    ? null
    : { of: { lastFour }, changeOf: (token) => (readToken(token)?.method === id ? change : null) }
}

/** Makes Stripe forget a method. One that it does not know is forgotten. @throws Unavailable; StripeRefusal. */
export async function forget(client: StripeClient, token: string): Promise<void> {
  const stored = readToken(token)
  if (stored === null) return
  try {
    await client.ask((stripe) => stripe.paymentMethods.detach(stored.method))
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error
    if (error.code === 'resource_missing') return
    const found = await client.ask((stripe) => stripe.paymentMethods.retrieve(stored.method))
    // A repeat: it belongs to no customer any more, so that nobody can charge it.
    if (found.customer !== null) throw error
  }
}

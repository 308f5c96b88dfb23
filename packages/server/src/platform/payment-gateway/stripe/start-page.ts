import type { Stripe } from 'stripe'
import { addCents, type Cents, zeroCents } from '@coopline/rules/kernel/money'
import type { Language } from '@coopline/rules/kernel/problem'
import type { CardType, PaymentType } from '@coopline/rules/paying/payment-method/payment-methods'
import { type MethodHandOff, PageOver, type PaymentAtProvider, type StartedPage } from '../payment-gateway.ts'
import type { StripeClient } from './client.ts'
import { StripeRefusal } from './errors.ts'
import { metadataOf, methodMetadataOf } from './marks.ts'
import { readObject } from '../read-object.ts'
import { type Session, session as sessionSchema } from './objects.ts'
import { fetchSession } from './snapshot.ts'

const texts = {
  en: {
    account: (utility: string, ending: string) => `${utility}: account ending in ${ending}`,
    accounts: (utility: string) => `${utility}: payment`,
    fee: 'Convenience fee',
  },
  es: {
    account: (utility: string, ending: string) => `${utility}: cuenta que termina en ${ending}`,
    accounts: (utility: string) => `${utility}: pago`,
    fee: 'Cargo por conveniencia',
  },
} as const satisfies Record<Language, object>

/** Stripe's least life of a page, 30 minutes, and a minute for the way to Stripe. */
const leastLifeMs = 31 * 60_000

/** Creates the page on which a payment is paid, or finds the one that it has. @throws PageOver, Unavailable. */
export async function startPage(client: StripeClient, payment: PaymentAtProvider, mark: string): Promise<StartedPage> {
  if (payment.reference !== null) return toPage(await fetchSession(client, payment.reference))
  const idempotencyKey = `${mark}-page-${payment.transNo}`
  try {
    const created = await client.ask((stripe) =>
      stripe.checkout.sessions.create(pageOf(payment, mark), { idempotencyKey }),
    )
    return toPage(readObject(sessionSchema, created))
  } catch (error) {
    if (error instanceof StripeRefusal && error.param === 'expires_at') throw new PageOver('The page ended')
    throw error
  }
}

function toPage({ id, status, url }: Pick<Session, 'id' | 'status' | 'url'>): StartedPage {
  if (status !== 'open' || url === null) throw new PageOver('The page ended')
  return { target: { kind: 'redirect', url }, reference: id }
}

/** The page is the same for each call about a payment, or Stripe would refuse the second one. */
function pageOf(payment: PaymentAtProvider, mark: string): Stripe.Checkout.SessionCreateParams {
  const metadata = metadataOf(payment, mark)
  const least = payment.requestedAt.getTime() + leastLifeMs
  return {
    mode: 'payment',
    ui_mode: 'hosted_page',
    locale: payment.language,
    client_reference_id: payment.transNo,
    line_items: linesOf(payment),
    ...methodsOf([payment.paymentType], payment.acceptedCardTypes),
    metadata,
    payment_intent_data: { metadata, description: payment.transNo },
    success_url: payment.returnUrl,
    cancel_url: payment.cancelUrl,
    expires_at: Math.floor(Math.max(payment.expiresAt.getTime(), least) / 1000),
  }
}

const line = (name: string, amount: Cents) => ({
  quantity: 1,
  price_data: { currency: 'usd', unit_amount: amount, product_data: { name: name.slice(0, 200) } },
})

/** One line for each account, and one for the fee. Stripe gets no account number, only its last four characters. */
function linesOf(payment: PaymentAtProvider): Stripe.Checkout.SessionCreateParams.LineItem[] {
  const { items, amount, accountAlias, convenienceFee: fee, language, utilityName } = payment
  const text = texts[language]
  const isWhole = addCents(zeroCents, ...items.map((item) => item.amount)) === amount
  const accounts =
    accountAlias === undefined && isWhole && items.length > 0
      ? items.map((item) => line(text.account(utilityName, item.accountNumber.slice(-4)), item.amount))
      : [line(text.accounts(utilityName), amount)]
  return fee > 0 ? [...accounts, line(text.fee, fee)] : accounts
}

const brands: Readonly<Record<CardType, 'american_express' | 'discover_global_network' | 'mastercard' | 'visa'>> = {
  AX: 'american_express',
  DI: 'discover_global_network',
  MC: 'mastercard',
  VI: 'visa',
}

const typesOf = {
  // Apple Pay and Google Pay are cards for Stripe.
  cc: ['card', 'link', 'cashapp'],
  echeck: ['us_bank_account'],
} as const satisfies Record<PaymentType, readonly string[]>

/** The methods of a page. Stripe leaves out those that the account has turned off. */
function methodsOf(
  types: readonly PaymentType[],
  accepted: readonly CardType[],
): Pick<Stripe.Checkout.SessionCreateParams, 'allowed_payment_method_types' | 'payment_method_options'> {
  const blocked = (Object.keys(brands) as CardType[]).filter((type) => !accepted.includes(type))
  const isCard = types.includes('cc')
  return {
    allowed_payment_method_types: types.flatMap((type) => [...typesOf[type]]),
    payment_method_options: {
      ...(isCard &&
        blocked.length > 0 && { card: { restrictions: { brands_blocked: blocked.map((type) => brands[type]) } } }),
      // Deposits of some cents take days to verify an account, longer than a page lives.
      ...(types.includes('echeck') && { us_bank_account: { verification_method: 'instant' as const } }),
    },
  }
}

/**
 * Creates the page on which a method is stored. Each method has a customer of its own at Stripe, which bears no name and no number of the
 * member: nothing tells Stripe which methods belong together, and there is nothing to store or to look up.
 *
 * @throws Unavailable.
 */
export async function startMethodPage(
  client: StripeClient,
  request: MethodHandOff,
  mark: string,
): Promise<StartedPage> {
  const customer = await client.ask((stripe) =>
    stripe.customers.create(
      { metadata: { coopline_portal: mark } },
      { idempotencyKey: `${mark}-customer-${request.reference}` },
    ),
  )
  const types = [
    ...(request.enableCard ? (['cc'] as const) : []),
    ...(request.enableEcheck ? (['echeck'] as const) : []),
  ]
  const metadata = methodMetadataOf(request.reference, mark)
  const { allowed_payment_method_types: allowed = [], payment_method_options } = methodsOf(
    types,
    request.acceptedCardTypes,
  )
  const least = request.requestedAt.getTime() + leastLifeMs
  const created = await client.ask((stripe) =>
    stripe.checkout.sessions.create(
      {
        mode: 'setup',
        ui_mode: 'hosted_page',
        currency: 'usd',
        locale: request.language,
        client_reference_id: request.reference,
        customer: customer.id,
        // A wallet's account is not a card that can be charged by its number.
        allowed_payment_method_types: allowed.filter((type) => type === 'card' || type === 'us_bank_account'),
        ...(payment_method_options === undefined ? {} : { payment_method_options }),
        metadata,
        setup_intent_data: { metadata },
        success_url: request.returnUrl,
        cancel_url: request.cancelUrl,
        expires_at: Math.floor(Math.max(request.expiresAt.getTime(), least) / 1000),
      },
      { idempotencyKey: `${mark}-method-${request.reference}` },
    ),
  )
  return toPage(readObject(sessionSchema, created))
}

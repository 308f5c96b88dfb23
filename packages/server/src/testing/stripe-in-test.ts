import { type RunningStripeDouble, startStripeDouble } from '@coopline/provider-sandbox/start-stripe-double'
import { cents } from '@coopline/rules/kernel/money'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { createLog } from '../platform/log.ts'
import type { MethodHandOff, PaymentAtProvider, PaymentGateway } from '../platform/payment-gateway/payment-gateway.ts'
import { createStripe, type StripeOptions } from '../platform/payment-gateway/stripe/stripe.ts'
import { createTestClock, type TestClock } from './test-clock.ts'
import { type TestPortal, type TestPortalOptions, useTestPortal } from './test-portal.ts'

const secretKey = 'sk_test_adapter'
/** Signs the events of the double. */
export const webhookSecret = 'whsec_adapter'
/** The keys of the double, and of the portals that speak to it. */
export const stripeKeys = { secretKey, webhookSecret } as const

type Fields = Readonly<Record<string, string>>

interface StripeInTest {
  /** The double, and the adapter that speaks to it. Both are empty until the tests begin. */
  readonly double: RunningStripeDouble
  readonly stripe: PaymentGateway
  readonly clock: TestClock
  readonly newPayment: (fields?: Partial<PaymentAtProvider>) => PaymentAtProvider
  readonly newRequest: (fields?: Partial<MethodHandOff>) => MethodHandOff
  readonly gatewayWith: (options: Partial<StripeOptions>) => PaymentGateway
  /** Lets time pass here and at Stripe. */
  readonly pass: (seconds: number) => void
  readonly enter: (url: string, fields: Fields) => Promise<number>
  readonly open: (payment: PaymentAtProvider) => Promise<PaymentAtProvider & { readonly url: string }>
  readonly payBy: (fields: Fields, payment?: PaymentAtProvider) => Promise<PaymentAtProvider>
  /** Stores a method and returns its token. */
  readonly store: (fields: Fields) => Promise<string>
  readonly chargeIdOf: (payment: PaymentAtProvider) => Promise<string>
}

/** Starts Stripe's double for the tests of a file, without a portal that would take its events. */
export function useStripe(): StripeInTest {
  const clock = createTestClock()
  const log = createLog('silent')
  const double = {} as RunningStripeDouble
  const stripe = {} as PaymentGateway
  const gatewayWith = (options: Partial<StripeOptions>): PaymentGateway =>
    createStripe({
      apiOrigin: double.origin,
      secretKey,
      webhookSecrets: [webhookSecret],
      publicOrigin: 'https://portal.example',
      clock,
      log,
      ...options,
    })
  beforeAll(async () => {
    const webhookUrl = 'http://127.0.0.1:9/postback'
    Object.assign(double, await startStripeDouble({ ...stripeKeys, webhookUrl, now: () => clock.now().getTime() }))
    double.notices.hold()
    Object.assign(stripe, gatewayWith({}))
  })
  afterEach(() => double.faults.clear())
  afterAll(async () => double.close())

  return {
    double,
    stripe,
    clock,
    gatewayWith,
    pass: (seconds) => {
      clock.advance(seconds)
      double.advance(0)
    },
    ...payerOf(stripe, clock),
  }
}

/**
 * Starts a portal whose payment provider is Stripe's double, for the tests of a file. The double has the portal's clock and sends no
 * events: tests post those that they want.
 */
export function useStripePortal(settings: TestPortalOptions['settings'] = {}): {
  readonly portal: TestPortal
  readonly double: RunningStripeDouble
} {
  const double = {} as RunningStripeDouble
  beforeAll(async () => {
    Object.assign(double, await startSilentDouble(() => portal.clock?.now() ?? new Date()))
  })
  const portal = useTestPortal(() => ({ settings, env: stripeEnvironment(double) }))
  afterAll(async () => double.close())
  return { portal, double }
}

/** Starts Stripe's double with the clock of a portal. It sends no events. */
export async function startSilentDouble(now: () => Date): Promise<RunningStripeDouble> {
  const webhookUrl = 'http://127.0.0.1:9/none'
  const double = await startStripeDouble({ ...stripeKeys, webhookUrl, now: () => now().getTime() })
  double.notices.hold()
  return double
}

/** The environment of a portal whose payment provider is this double. */
export const stripeEnvironment = ({ origin }: RunningStripeDouble) => ({
  PAYMENT_PROVIDER: 'stripe',
  STRIPE_SECRET_KEY: secretKey,
  STRIPE_WEBHOOK_SECRETS: webhookSecret,
  STRIPE_API_ORIGIN: origin,
})

type Payer = Pick<StripeInTest, 'newPayment' | 'newRequest' | 'enter' | 'open' | 'payBy' | 'store' | 'chargeIdOf'>

function payerOf(stripe: PaymentGateway, clock: TestClock): Payer {
  const newPayment: Payer['newPayment'] = (fields) => paymentAt(clock.now(), fields)
  const newRequest: Payer['newRequest'] = (fields) => requestAt(clock.now(), fields)
  const open: Payer['open'] = async (payment) => {
    const { target, reference } = await stripe.start(payment)
    if (target.kind !== 'redirect') throw new Error('Stripe has no form')
    return { ...payment, reference, url: target.url }
  }
  return {
    newPayment,
    newRequest,
    enter: enterAtStripe,
    open,
    payBy: async (fields, payment = newPayment()) => {
      const opened = await open(payment)
      expect(await enterAtStripe(opened.url, fields)).toBe(303)
      return opened
    },
    store: async (fields) => {
      const request = newRequest()
      const { target, reference } = await stripe.startMethod(request)
      if (target.kind !== 'redirect') throw new Error('Stripe has no form')
      expect(await enterAtStripe(target.url, fields)).toBe(303)
      const found = await stripe.fetchMethod({ ...request, providerReference: reference })
      if (found.kind !== 'stored') throw new Error(`The method is ${found.kind}`)
      return found.event.token
    },
    chargeIdOf: async (payment) => {
      const read = await stripe.fetch(payment)
      const id = read.kind === 'events' ? read.events[0]?.confirmationNumber : null
      if (typeof id !== 'string') throw new Error('There is no charge')
      return id
    },
  }
}

/** Enters a method on a page of the double, as a payer does. @returns the status. */
export async function enterAtStripe(url: string, fields: Fields): Promise<number> {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  await answer.body?.cancel()
  return answer.status
}

export const visa = '4242424242424242'
/** A card that lacks money. */
export const declinedCard = '4000000000009995'

export const cardFields = (cardNumber: string): Fields => ({
  method: 'cc',
  cardNumber,
  cardExpiry: '08/30',
  cardCvc: '123',
})
export const bankFields = (bankAccount: string): Fields => ({
  method: 'echeck',
  bankAccount,
  routingNumber: '110000000',
})

let made = 0

/** A payment of $142.37 for two accounts with a fee of $4.20. */
export const paymentAt = (start: Date, fields: Partial<PaymentAtProvider> = {}): PaymentAtProvider => {
  made += 1
  return {
    transNo: `T${made}`,
    reference: null,
    accountNumber: '100200300',
    memberNumber: 'M1',
    amount: cents(14_237),
    convenienceFee: cents(420),
    items: [
      { accountNumber: '100200300', amount: cents(10_000) },
      { accountNumber: '100200417', amount: cents(4237) },
    ],
    language: 'en',
    paymentType: 'cc',
    enableCard: true,
    enableEcheck: false,
    acceptedCardTypes: ['VI', 'MC', 'DI'],
    cardFee: { kind: 'percent', value: '2.95', count: 1 },
    echeckFee: { kind: 'flat', value: '0', count: 1 },
    maxCardAmount: null,
    coopNumber: '001',
    utilityName: 'Pine Lake Electric',
    applicationId: 'portal',
    quickPay: false,
    returnUrl: 'https://portal.example/api/v3/payments/return/pointer',
    cancelUrl: 'https://portal.example/api/v3/payments/return/pointer?canceled=1',
    requestedAt: start,
    expiresAt: new Date(start.getTime() + 20 * 60_000),
    ...fields,
  }
}

/** A request to store a card or a bank account. */
export const requestAt = (start: Date, fields: Partial<MethodHandOff> = {}): MethodHandOff => {
  made += 1
  return {
    reference: `R${made}`,
    memberNumber: 'M1',
    language: 'es',
    coopNumber: '001',
    utilityName: 'Pine Lake Electric',
    applicationId: 'portal',
    enableCard: true,
    enableEcheck: true,
    acceptedCardTypes: ['VI', 'MC', 'AX', 'DI'],
    returnUrl: 'https://portal.example/api/v3/payments/return/pointer',
    cancelUrl: 'https://portal.example/api/v3/payments/return/pointer?canceled=1',
    requestedAt: start,
    expiresAt: new Date(start.getTime() + 20 * 60_000),
    ...fields,
  }
}

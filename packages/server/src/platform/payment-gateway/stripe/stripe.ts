import type { Clock } from '../../clock.ts'
import { Unavailable } from '../../errors.ts'
import type { Log } from '../../log.ts'
import { type PaymentAtProvider, type PaymentGateway, type ProviderPayment, RefusedMethod } from '../payment-gateway.ts'
import { chargeMethod } from './charge.ts'
import { createStripeClient, type StripeClient } from './client.ts'
import { StripeRefusal } from './errors.ts'
import { portalMark } from '../portal-mark.ts'
import { transNoOn } from './marks.ts'
import { fetchCard, fetchMethod, findMethodNews, forget } from './methods.ts'
import { readObject, UnreadableObject } from '../read-object.ts'
import { charge as chargeSchema, dispute, intent as intentSchema, refund } from './objects.ts'
import { prove } from './prove.ts'
import { readEvents } from './read-events.ts'
import { refundPayment } from './refund.ts'
import { readDay } from './report.ts'
import { cancelIntent, fetchPayment } from './snapshot.ts'
import { startMethodPage, startPage } from './start-page.ts'

export interface StripeOptions {
  readonly apiOrigin: string
  readonly secretKey: string
  readonly webhookSecrets: readonly string[]
  readonly publicOrigin: string
  readonly clock: Clock
  readonly log: Log
}

/** The adapter for Stripe: pages of Checkout, payment intents for stored methods, and events that are only reasons to look. */
export function createStripe(options: StripeOptions): PaymentGateway {
  const { apiOrigin, clock, log, publicOrigin, secretKey, webhookSecrets } = options
  const client = createStripeClient({ origin: apiOrigin, secretKey, clock, log })
  const mark = portalMark(publicOrigin)
  /** A refusal that no one expected is an error of ours: nothing may follow from it. */
  const calling = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof StripeRefusal || error instanceof UnreadableObject)) throw error
      log.error({ err: error }, 'Stripe did not take a call')
      throw new Unavailable('The payment provider')
    }
  }
  return {
    name: 'stripe',
    capabilities: { methods: ['cc', 'echeck'], storedMethods: ['cc', 'echeck'], refunds: 'parts' },
    start: (payment) => calling(() => startPage(client, payment, mark)),
    startMethod: (request) => calling(() => startMethodPage(client, request, mark)),
    readEvents: async (headers, rawBody) =>
      readEvents(client, headers, rawBody, { secrets: webhookSecrets, now: clock.now() }),
    fetch: (payment) => calling(() => fetchPayment(client, payment)),
    fetchMethod: (request) => calling(() => fetchMethod(client, request)),
    findNumber: (reference) => calling(() => findPayment(client, reference)),
    charge: (payment, token, remember) => calling(() => chargeMethod(client, payment, { mark, token, remember })),
    refund: (payment, order) => calling(() => refundPayment(client, payment, { order, mark })),
    end: (payment) => calling(() => end(client, payment)),
    findMethodNews: (reference) => calling(() => findMethodNews(client, reference)),
    fetchCard: (token) => fetchCard(client, token),
    forget: async (token) => {
      try {
        await forget(client, token)
      } catch (error) {
        throw error instanceof StripeRefusal ? new RefusedMethod(error.status) : error
      }
    },
    report: (day) => readDay(client, day, mark),
    prove: () => prove(client, `${publicOrigin}/api/v3/payments/postback/stripe`),
    ping: () =>
      calling(async () => {
        await client.ask((stripe) => stripe.balance.retrieve())
      }),
    // The browser is sent to the page by a redirect.
    formOrigins: [],
  }
}

/**
 * Ends the page or the unconfirmed charge of a payment, and returns what it was paid before.
 *
 * @throws Unavailable when it cannot be ended yet, as while a charge is being made: the payment would expire and then be paid.
 */
async function end(client: StripeClient, payment: PaymentAtProvider): Promise<ProviderPayment> {
  const { reference } = payment
  if (reference === null) return { kind: 'unknown' }
  if (reference.startsWith('pi_')) await cancelIntent(client, reference)
  else
    await client
      .ask((stripe) => stripe.checkout.sessions.expire(reference))
      .catch((error: unknown) => {
        // Complete or over already: the answer says which.
        if (!(error instanceof StripeRefusal)) throw error
      })
  const ended = await fetchPayment(client, payment)
  if (ended.kind === 'open') throw new Unavailable('The payment provider')
  return ended
}

/** Finds the number of the payment that a payment intent, charge, refund (`pyr_…`: of a bank debit) or dispute is about. */
async function findPayment(client: StripeClient, reference: string): Promise<string | null> {
  if (/^(?:pm|mandate)_/u.test(reference)) return null
  try {
    if (reference.startsWith('pi_')) {
      const found = await client.ask((stripe) => stripe.paymentIntents.retrieve(reference))
      return transNoOn(readObject(intentSchema, found).metadata)
    }
    if (/^(?:re|pyr)_/u.test(reference)) {
      const { charge } = readObject(refund, await client.ask((stripe) => stripe.refunds.retrieve(reference)))
      return charge === null ? null : await findPayment(client, charge)
    }
    if (/^(?:dp|du)_/u.test(reference)) {
      const { charge } = readObject(dispute, await client.ask((stripe) => stripe.disputes.retrieve(reference)))
      return charge === null ? null : await findPayment(client, charge)
    }
    const found = await client.ask((stripe) => stripe.charges.retrieve(reference))
    return transNoOn(readObject(chargeSchema, found).metadata)
  } catch (error) {
    if (error instanceof StripeRefusal && error.code === 'resource_missing') return null
    throw error
  }
}

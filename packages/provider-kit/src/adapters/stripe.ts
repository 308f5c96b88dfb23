import { randomBytes } from 'node:crypto'
import { startStripeDouble } from '@coopline/provider-sandbox/start-stripe-double'
import type { HandOffTarget } from '@coopline/server/payment-gateway'
import { Stripe } from 'stripe'
import { type AdapterUnderTest, apiFaults, type Counterpart, type Instrument } from '../adapter-under-test.ts'

const card = (cardNumber: string): Record<string, string> => ({
  method: 'cc',
  cardNumber,
  cardExpiry: '08/30',
  cardCvc: '123',
})
const bank = (bankAccount: string): Record<string, string> => ({
  method: 'echeck',
  routingNumber: '110000000',
  bankAccount,
})

const typed: Readonly<Record<Instrument, Readonly<Record<string, string>>>> = {
  card: card('4242424242424242'),
  'declined-card': card('4000000000000002'),
  'card-declined-later': card('4000000000000002'),
  bank: bank('000123456789'),
  'closed-bank': bank('000111111113'),
}

const urlOf = (target: HandOffTarget): string => {
  if (target.kind !== 'redirect') throw new Error('Checkout is reached by a redirect.')
  return target.url
}

async function startCounterpart(clock: () => number): Promise<Counterpart> {
  const secretKey = `sk_test_${randomBytes(12).toString('hex')}`
  const secrets = [1, 2].map(() => `whsec_${randomBytes(16).toString('hex')}`)
  const [webhookSecret = '', secondSecret = ''] = secrets
  const double = await startStripeDouble({
    secretKey,
    webhookSecret,
    // Nothing is sent there: the kit sends. The check of the set-up expects it.
    webhookUrl: 'http://127.0.0.1:8080/api/v3/payments/postback/stripe',
    now: clock,
  })
  double.notices.hold()
  const { hostname, port } = new URL(double.origin)
  // The vendor's own library on the other side of the adapter: it signs, and it says what the account holds.
  const stripe = new Stripe(secretKey, {
    host: hostname,
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  })
  const chargesOf = async (transNo: string): Promise<readonly Stripe.Charge[]> => {
    const charges = await stripe.charges.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 })
    return charges.filter(({ metadata }) => metadata['coopline_trans_no'] === transNo)
  }
  const paidChargeOf = async (transNo: string): Promise<Stripe.Charge> => {
    const charge = (await chargesOf(transNo)).find(({ status }) => status !== 'failed')
    if (charge === undefined) throw new Error(`Payment ${transNo} was not charged.`)
    return charge
  }
  const disputesOf = async (charge: string): Promise<readonly Stripe.Dispute[]> =>
    (await stripe.disputes.list({ charge })).data
  const counts = (status: Stripe.Dispute.Status): boolean =>
    !['won', 'prevented'].includes(status) && !status.startsWith('warning')
  return {
    env: {
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_WEBHOOK_SECRETS: secrets.join(','),
      STRIPE_API_ORIGIN: double.origin,
    },
    secrets: [secretKey, webhookSecret, secondSecret],
    lacks: {
      'list-totals': 'A list of Stripe says whether more pages follow, and no total.',
    },
    async pay(target, instrument) {
      const address = urlOf(target)
      const body = new URLSearchParams(typed[instrument])
      const answer = await fetch(address, { method: 'POST', body, redirect: 'manual' })
      return answer.headers.get('location')
    },
    async cancel(target) {
      const answer = await fetch(`${urlOf(target)}/back`, { redirect: 'manual' })
      return answer.headers.get('location') ?? ''
    },
    news: async () => double.notices.list().map(({ id, body }) => ({ id, body })),
    sign({ body }, { age = 0, key } = {}) {
      const secret = { wrong: 'whsec_that_no_one_has', second: secondSecret, right: webhookSecret }[key ?? 'right']
      const timestamp = Math.floor(clock() / 1000) - age
      const header = stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp })
      return { body, headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': header } }
    },
    vendor: {
      async refund(transNo, amount) {
        double.atVendor.refund((await paidChargeOf(transNo)).id, amount)
      },
      async failRefund(transNo) {
        const { data } = await stripe.refunds.list({ charge: (await paidChargeOf(transNo)).id })
        const [refund] = data
        if (refund !== undefined) double.atVendor.failRefund(refund.id)
      },
      async dispute(transNo) {
        double.atVendor.dispute((await paidChargeOf(transNo)).id)
      },
      async closeDispute(transNo, result) {
        const [dispute] = await disputesOf((await paidChargeOf(transNo)).id)
        if (dispute !== undefined) double.atVendor.closeDispute(dispute.id, result)
      },
      async endDebit(transNo) {
        double.atVendor.endDebit((await paidChargeOf(transNo)).id)
      },
    },
    passTime: async () => double.advance(0),
    async setFault(fault) {
      double.faults.clear()
      if (fault !== null) double.faults.set(apiFaults[fault], { times: Number.POSITIVE_INFINITY })
    },
    async held(transNo) {
      const charges = await chargesOf(transNo)
      let held = 0
      for (const { id, amount, amount_refunded } of charges.filter(({ status }) => status !== 'failed')) {
        const disputed = (await disputesOf(id)).filter(({ status }) => counts(status))
        held += amount - amount_refunded - disputed.reduce((sum, one) => sum + one.amount, 0)
      }
      return held
    },
    charges: async (transNo) => (await chargesOf(transNo)).filter(({ status }) => status !== 'failed').length,
    close: async () => double.close(),
  }
}

/** Stripe, with the double of its API on the other side. */
export const stripe: AdapterUnderTest = { name: 'stripe', startCounterpart }

import type { Requisition } from '@coopline/contract/paying/payments/payment-request'
import { startStripeDouble } from '@coopline/provider-sandbox/start-stripe-double'
import { Stripe } from 'stripe'
import { usesStripe } from './chaos-provider.ts'
import { signPostback, tell } from './provider-double.ts'
import { cardFields, enterAtStripe, stripeEnvironment, stripeKeys, visa } from './stripe-in-test.ts'

/** The other side of processes that are killed, by the real clock. */
export interface KillProvider {
  /** The environment of every process. */
  readonly env: Readonly<Record<string, string>>
  /** The environment of a process that looks at what news is about. */
  readonly reader: Readonly<Record<string, string>>
  /** The points at which a process can die that takes news of a payment. */
  readonly points: readonly string[]
  /** The number of pages at the provider that a payment has. */
  readonly pagesOf: (transNo: string) => Promise<number>
  /** Pays at the provider. @returns a function that sends the news, the same each time, to a process. */
  readonly pay: (form: Requisition) => Promise<(origin: string) => Promise<Response>>
  readonly close: () => Promise<void>
}

/** Starts the provider that `CHAOS_PROVIDER` names. */
export const startKillProvider = async (): Promise<KillProvider> => (usesStripe ? startStripe() : hostedForm)

const post = async (address: string, headers: Readonly<Record<string, string>>, body: string): Promise<Response> =>
  fetch(address, { method: 'POST', headers, body })

/** A form names its payment itself, and its news is complete. */
const hostedForm: KillProvider = {
  env: {},
  reader: {},
  points: ['postback.after-verify', 'postback.after-insert', 'postback.before-commit', 'postback.after-commit'],
  pagesOf: async () => 1,
  pay: async (form) => {
    const event = tell(form, 'payment.succeeded', { occurredAt: new Date().toISOString() })
    return async (origin) => {
      const { headers, payload } = signPostback(event, { now: () => new Date() })
      return post(`${origin}/api/v3/payments/postback`, headers, payload)
    }
  },
  close: async () => {},
}

async function startStripe(): Promise<KillProvider> {
  const double = await startStripeDouble({ ...stripeKeys, webhookUrl: 'http://127.0.0.1:9/none' })
  double.notices.hold()
  const { hostname: host, port } = new URL(double.origin)
  const { checkout, webhooks } = new Stripe(stripeKeys.secretKey, { host, port, protocol: 'http' })
  const bodies = () => double.notices.list().map(({ body }) => body)
  return {
    // Processes of one portal have one address, under which Stripe knows a repeat.
    env: { ...stripeEnvironment(double), PUBLIC_ORIGIN: 'http://127.0.0.1:8080' },
    reader: { WORKERS: 'Y' },
    points: ['postback.after-verify', 'postback.after-store', 'notices.after-fetch', 'notices.before-done'],
    pagesOf: async (transNo) => {
      const { data } = await checkout.sessions.list({ limit: 100 })
      return data.filter(({ metadata }) => metadata?.['coopline_trans_no'] === transNo).length
    },
    pay: async ({ redirectUrl = '' }) => {
      if ((await enterAtStripe(redirectUrl, cardFields(visa))) !== 303) throw new Error('The page took no card')
      const payload = bodies().findLast((body) => body.includes('checkout.session.completed')) ?? ''
      return async (origin) => {
        const signature = webhooks.generateTestHeaderString({ payload, secret: stripeKeys.webhookSecret })
        const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
        return post(`${origin}/api/v3/payments/postback/stripe`, headers, payload)
      }
    },
    close: double.close,
  }
}

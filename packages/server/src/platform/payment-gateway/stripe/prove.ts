import { Unavailable } from '../../errors.ts'
import { fault, ok, type Proof, warning } from '../proofs.ts'
import type { StripeClient } from './client.ts'
import { StripeRefusal } from './errors.ts'
import { handledTypes } from './read-events.ts'

/** Proves the key and the endpoint for events by calls that move no money. Never throws. */
export async function prove(client: StripeClient, postbackUrl: string): Promise<readonly Proof[]> {
  try {
    const balance = await client.ask((stripe) => stripe.balance.retrieve())
    const mode = client.isLive ? 'live' : 'test'
    if (balance.livemode !== client.isLive)
      return [fault(`Stripe answers in another mode than that of the key (${mode})`, 'Set STRIPE_SECRET_KEY anew')]
    const accepted = ok(`Stripe accepts the key (${mode} mode)`)
    return [accepted, ...(await proveReport(client)), ...(await proveEndpoint(client, postbackUrl))]
  } catch (error) {
    if (!(error instanceof Unavailable || error instanceof StripeRefusal)) throw error
    return [
      fault('Stripe does not accept a call', 'Check STRIPE_SECRET_KEY, and that this machine can reach api.stripe.com'),
    ]
  }
}

/** Proves that the key may read what the nightly comparison reads. */
async function proveReport(client: StripeClient): Promise<readonly Proof[]> {
  try {
    await client.ask((stripe) => stripe.events.list({ limit: 1 }))
    await client.ask((stripe) => stripe.balanceTransactions.list({ limit: 1 }))
    await client.ask((stripe) => stripe.paymentIntents.list({ limit: 1 }))
    return []
  } catch (error) {
    if (!(error instanceof Unavailable || error instanceof StripeRefusal)) throw error
    const rights = 'Let the key read Events, Balance transactions and PaymentIntents (docs/providers/stripe.md)'
    return [fault('The key may not read the payments of a day, so that no day can be compared', rights)]
  }
}

const where = 'In the Stripe Dashboard, open Developers, Webhooks'

async function proveEndpoint(client: StripeClient, postbackUrl: string): Promise<readonly Proof[]> {
  try {
    const { data } = await client.ask((stripe) => stripe.webhookEndpoints.list({ limit: 100 }))
    const [own, ...more] = data.filter(({ url, status }) => url === postbackUrl && status === 'enabled')
    if (own === undefined) return [fault('Stripe sends no events to this portal', `${where}, and add ${postbackUrl}`)]
    if (more.length > 0)
      return [fault('Stripe sends each event to this portal more than once', `${where}, and keep one endpoint`)]
    const missing = handledTypes.filter((type) => !own.enabled_events.some((one) => one === type || one === '*'))
    if (missing.length === 0) return [ok('Stripe sends all events that the portal needs')]
    return [fault(`Stripe does not send ${missing.join(', ')}`, `${where}, and select these events`)]
  } catch (error) {
    if (!(error instanceof Unavailable || error instanceof StripeRefusal)) throw error
    return [
      warning(
        'The key may not list the endpoints for events',
        `${where}, and check that ${postbackUrl} gets all events of docs/providers/stripe.md`,
      ),
    ]
  }
}

import { apiPrefix } from '@coopline/contract/paths'
import type { Clock } from '../clock.ts'
import type { Env } from '../env.ts'
import { Unavailable } from '../errors.ts'
import type { Key, Keys } from '../keys.ts'
import type { Log } from '../log.ts'
import { usesHostedForm } from '../unfit-for-production.ts'
import { createAuthorizeNet } from './authorize-net/authorize-net.ts'
import { createHostedForm } from './hosted-form/hosted-form.ts'
import { type PaymentGateway, type ProviderName, providerOf } from './payment-gateway.ts'
import { readReturn, writeReturn } from './return-pointer.ts'

/** The providers with keys. The current one takes new payments; the others finish theirs (decision 0290). */
export interface PaymentGateways {
  readonly current: PaymentGateway
  readonly all: readonly PaymentGateway[]
  /**
   * Returns the provider of a payment, a request or a stored method. `null`, in rows of former versions, is the hosted form.
   * @throws Unavailable when its keys were removed.
   */
  readonly of: (name: ProviderName | null) => PaymentGateway
  /** Finds a provider by the name in an address. */
  readonly find: (name: string) => PaymentGateway | undefined
  /** Returns the number in a signed return address. @throws NotFound when neither the portal nor its provider signed it. */
  readonly readReturn: (encodedParam: string) => string
  /** Builds the signed pointer that leads to the result page of a payment. */
  readonly returnTo: (transNo: string) => string
  /**
   * Returns the addresses to which a provider sends the payer back. One that signs no pointer gets an address of the portal with a signed
   * one, without `&`, which some pages break.
   */
  readonly returnAddresses: (name: ProviderName, transNo: string, to: ReturnAddresses) => ReturnAddresses
  /** Returns the page that such an address leads on to. @throws NotFound when the portal did not sign its pointer. */
  readonly readReturnAddress: (pointer: string, isCanceled: boolean) => string
  /** Origins that the browser may post a form to, for the content security policy. */
  readonly formOrigins: readonly string[]
}

/** The absolute addresses after a payment and after a cancellation. */
interface ReturnAddresses {
  readonly returnUrl: string
  readonly cancelUrl: string
}

/** The path of the addresses that lead a payer back from a provider that signs no pointer. */
export const returnPath = `${apiPrefix}/v3/payments/return`

/** The parts that joined providers share. */
interface Joined {
  readonly env: Pick<Env, 'PUBLIC_ORIGIN'>
  /** Keys of the portal. They sign return addresses where no key is shared with a provider. */
  readonly keys: Keys
  /** Keys shared with the provider of the hosted form. */
  readonly signingKeys: readonly Key[]
}

export interface GatewayOptions extends Joined {
  readonly env: Pick<
    Env,
    | 'AUTHORIZE_NET_API_ORIGIN'
    | 'AUTHORIZE_NET_LOGIN_ID'
    | 'AUTHORIZE_NET_SIGNATURE_KEY'
    | 'AUTHORIZE_NET_TRANSACTION_KEY'
    | 'PAYMENT_PROVIDER'
    | 'PROVIDER_REFUNDS'
    | 'PROVIDER_SIGNING_KEYS'
    | 'PROVIDER_URL'
    | 'PUBLIC_ORIGIN'
    | 'STRIPE_API_ORIGIN'
    | 'STRIPE_SECRET_KEY'
    | 'STRIPE_WEBHOOK_SECRETS'
  >
  readonly clock: Clock
  readonly log: Log
}

/** Creates the providers that the settings of the process name. */
export async function createGateways(options: GatewayOptions): Promise<PaymentGateways> {
  const { env, clock, signingKeys } = options
  const form = usesHostedForm(env) ? createHostedForm({ env, clock, signingKeys }) : undefined
  const stripe = await loadStripe(options)
  const all = [form, stripe, authorizeNetOf(options)].filter((gateway) => gateway !== undefined)
  const [current, ...others] = all.toSorted(
    (a, b) => Number(b.name === env.PAYMENT_PROVIDER) - Number(a.name === env.PAYMENT_PROVIDER),
  )
  // `env.ts` refuses to start without the secrets of the current provider.
  if (current === undefined) throw new Error('There is no payment provider')
  return gatewaysOf([current, ...others], options)
}

/** Loads the adapter for Stripe only where it is used: its library is large. */
async function loadStripe({ env, clock, log }: GatewayOptions): Promise<PaymentGateway | undefined> {
  if (env.STRIPE_SECRET_KEY === undefined || env.STRIPE_WEBHOOK_SECRETS === undefined) return undefined
  const { createStripe } = await import('./stripe/stripe.ts')
  return createStripe({
    apiOrigin: env.STRIPE_API_ORIGIN,
    secretKey: env.STRIPE_SECRET_KEY,
    webhookSecrets: env.STRIPE_WEBHOOK_SECRETS,
    publicOrigin: env.PUBLIC_ORIGIN,
    clock,
    log,
  })
}

function authorizeNetOf({ env, clock, log }: GatewayOptions): PaymentGateway | undefined {
  const { AUTHORIZE_NET_LOGIN_ID: loginId, AUTHORIZE_NET_TRANSACTION_KEY: transactionKey } = env
  const { AUTHORIZE_NET_SIGNATURE_KEY: signatureKeys, AUTHORIZE_NET_API_ORIGIN: apiOrigin } = env
  if (loginId === undefined || transactionKey === undefined || signatureKeys === undefined) return undefined
  return createAuthorizeNet({
    apiOrigin,
    loginId,
    transactionKey,
    signatureKeys,
    publicOrigin: env.PUBLIC_ORIGIN,
    clock,
    log,
  })
}

/** Joins providers, the current one first. */
export function gatewaysOf(
  all: readonly [current: PaymentGateway, ...others: readonly PaymentGateway[]],
  { env, keys, signingKeys }: Joined,
): PaymentGateways {
  // A key of the portal may have the id of one that is shared.
  const own = keys.forPurpose('payment-return').map((key) => ({ ...key, kid: `own-${key.kid}` }))
  const accepted = [...signingKeys, ...own]
  const find = (name: string) => all.find((gateway) => gateway.name === name)
  return {
    current: all[0],
    all,
    of: (name) => {
      const gateway = find(providerOf(name))
      if (gateway === undefined) throw new Unavailable('The payment provider')
      return gateway
    },
    find,
    readReturn: (encodedParam) => readReturn(encodedParam, accepted).transNo,
    // The former version knows the shared keys only.
    returnTo: (transNo) => writeReturn({ transNo }, accepted),
    returnAddresses: (name, transNo, to) => {
      if (name === 'hosted-form') return to
      const returnUrl = `${env.PUBLIC_ORIGIN}${returnPath}/${writeReturn({ transNo, ...to }, own)}`
      return { returnUrl, cancelUrl: `${returnUrl}?canceled=1` }
    },
    readReturnAddress: (pointer, isCanceled) => {
      const { transNo, returnUrl = '', cancelUrl = '' } = readReturn(pointer, own)
      const address = new URL(isCanceled ? cancelUrl : returnUrl, env.PUBLIC_ORIGIN)
      address.searchParams.set('encodedParam', writeReturn({ transNo }, own))
      // Relative, because a payer may have come by another address of the portal.
      return address.pathname + address.search
    },
    formOrigins: all.flatMap((gateway) => gateway.formOrigins),
  }
}

import type { Clock } from '../clock.ts'
import type { Env } from '../env.ts'
import { Unavailable } from '../errors.ts'
import type { Key } from '../keys.ts'
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
  /** Origins that the browser may post a form to, for the content security policy. */
  readonly formOrigins: readonly string[]
}

export interface GatewayOptions {
  readonly env: Pick<Env, 'PROVIDER_URL' | 'PUBLIC_ORIGIN'>
  readonly clock: Clock
  /** Keys shared with the provider of the hosted form. */
  readonly signingKeys: readonly Key[]
}

/** Creates the providers that the settings of the process name. */
export async function createGateways({ env, clock, signingKeys }: GatewayOptions): Promise<PaymentGateways> {
  return gatewaysOf([createHostedForm({ env, clock, signingKeys })], signingKeys)
}

/**
 * Joins providers.
 *
 * @param all the current provider first.
 * @param keys sign the return addresses: the first signs, all are accepted.
 */
export function gatewaysOf(
  all: readonly [current: PaymentGateway, ...others: readonly PaymentGateway[]],
  keys: readonly Key[],
): PaymentGateways {
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
    readReturn: (encodedParam) => readReturn(encodedParam, keys),
    returnTo: (transNo) => writeReturn(transNo, keys),
    formOrigins: all.flatMap((gateway) => gateway.formOrigins),
  }
}

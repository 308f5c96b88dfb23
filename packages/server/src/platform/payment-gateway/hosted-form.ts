import type { Clock } from '../clock.ts'
import type { Env } from '../env.ts'
import type { Key } from '../keys.ts'
import { handOffForm, methodForm } from './hand-off-form.ts'
import type { PaymentGateway } from './payment-gateway.ts'
import { createProviderCalls } from './provider-calls.ts'
import { readReturn, writeReturn } from './read-return.ts'
import { verifyPostback } from './verify-postback.ts'

export interface HostedFormOptions {
  readonly env: Pick<Env, 'PROVIDER_URL'>
  readonly clock: Clock
  /** Keys shared with the provider: the first signs, all are accepted. */
  readonly signingKeys: readonly Key[]
}

/** The provider that is handed the payer by a signed form (README.md in this folder describes the protocol). */
export function createHostedForm({ env, clock, signingKeys: keys }: HostedFormOptions): PaymentGateway {
  const providerUrl = env.PROVIDER_URL
  const calls = createProviderCalls({ providerUrl, keys, clock })
  return {
    requisition: async (handOff) => ({
      actionUrl: `${providerUrl}/pay`,
      clientId: handOff.coopNumber,
      ...handOffForm(handOff, keys),
    }),
    methodRequisition: async (handOff) => ({
      actionUrl: `${providerUrl}/methods`,
      clientId: handOff.coopNumber,
      ...methodForm(handOff, keys),
    }),
    status: calls.status,
    methodStatus: calls.methodStatus,
    charge: calls.charge,
    refund: calls.refund,
    forgetMethod: calls.forgetMethod,
    report: calls.report,
    verifyPostback: (headers, body) => verifyPostback(headers, body, keys, clock.now()),
    readReturn: (encodedParam) => readReturn(encodedParam, keys),
    returnTo: (transNo) => writeReturn(transNo, keys),
    formOrigins: [new URL(providerUrl).origin],
  }
}

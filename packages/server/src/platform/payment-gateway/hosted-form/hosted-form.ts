import { draftFieldNames, methodFieldNames } from '@coopline/contract/paying/payments/payments.contract'
import { type HandOffFieldName, handOffFieldNames } from '@coopline/contract/paying/payments/payment-request'
import type { FeeOption } from '@coopline/rules/paying/convenience-fee/convenience-fee'
import { yesNo } from '@coopline/rules/kernel/flag'
import { formatDecimal } from '@coopline/rules/kernel/money'
import { currentKey, epochSeconds, signatureOf } from '../signatures.ts'
import type { Clock } from '../../clock.ts'
import type { Env } from '../../env.ts'
import type { Key } from '../../keys.ts'
import type { FormField, HandOff, HandOffTarget, MethodHandOff, PaymentGateway } from '../payment-gateway.ts'
import { proveProvider } from './prove.ts'
import { createProviderCalls } from './provider-calls.ts'
import { verifyPostback } from './verify-postback.ts'

export interface HostedFormOptions {
  readonly env: Pick<Env, 'PROVIDER_URL' | 'PROVIDER_REFUNDS' | 'PUBLIC_ORIGIN'>
  readonly clock: Clock
  /** Keys shared with the provider: the first signs, all are accepted. */
  readonly signingKeys: readonly Key[]
}

/** The provider that is handed the payer by a signed form (README.md in this folder describes the protocol). */
export function createHostedForm({ env, clock, signingKeys: keys }: HostedFormOptions): PaymentGateway {
  const providerUrl = env.PROVIDER_URL
  const refunds = env.PROVIDER_REFUNDS
  const calls = createProviderCalls({ providerUrl, keys, clock, refunds })
  const methods = ['cc', 'echeck'] as const
  return {
    name: 'hosted-form',
    capabilities: { methods, storedMethods: methods, refunds },
    // Both forms are made without a call to the provider, which knows our numbers.
    start: async (payment) => ({ target: handOffForm(`${providerUrl}/pay`, payment, keys), reference: null }),
    startMethod: async (request) => ({ target: methodForm(`${providerUrl}/methods`, request, keys), reference: null }),
    readEvents: async (headers, body) => [verifyPostback(headers, body, keys, clock.now())],
    findNumber: async (reference) => reference,
    // The provider has no call that ends a page.
    end: calls.fetch,
    prove: async () => proveProvider(env, keys, clock),
    formOrigins: [new URL(providerUrl).origin],
    ...calls,
  }
}

type SignedFields = Readonly<Record<Exclude<HandOffFieldName, 'authorizationToken'>, string>>

const feeText = ({ kind, value, count }: FeeOption): string => JSON.stringify({ kind, value, count })

/** Returns the values of the hidden fields of the hand-off (DM-21, REQ-D-051). */
const fieldsOf = (handOff: HandOff): SignedFields => ({
  clientReference: handOff.transNo,
  coopNumber: handOff.coopNumber,
  utilityName: handOff.utilityName,
  accountNumber: handOff.accountAlias ?? handOff.accountNumber,
  accountDisplay: handOff.accountDisplay ?? handOff.accountNumber,
  // The amount to pay: the requirements list no other amount field.
  balance: formatDecimal(handOff.amount),
  applicationId: handOff.applicationId,
  postbackRequired: 'Y',
  enableCard: yesNo(handOff.enableCard),
  enableEcheck: yesNo(handOff.enableEcheck),
  returnUrl: handOff.returnUrl,
  cancelUrl: handOff.cancelUrl,
  taxIncluded: yesNo(handOff.taxIncluded === true),
  paymentType: handOff.paymentType,
  acceptedCardTypes: handOff.acceptedCardTypes.join(','),
  quickPayFlag: String(handOff.quickPay),
  cardConvenienceFee: feeText(handOff.cardFee),
  echeckConvenienceFee: feeText(handOff.echeckFee),
  maxCardAmount: handOff.maxCardAmount === null ? '' : formatDecimal(handOff.maxCardAmount),
  currency: 'USD',
  language: handOff.language,
})

/**
 * The signed text of the form: version, time, then every field by name. Each value is prefixed with its length in bytes, so
 * that different forms never have the same text.
 */
function canonicalForm(fields: readonly FormField[], issuedAt: number): string {
  const lines = fields
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, value }) => `${name}=${Buffer.byteLength(value)}:${value}\n`)
  return `v1\n${issuedAt}\n${lines.join('')}`
}

type FormTarget = Extract<HandOffTarget, { kind: 'form' }>

/**
 * Builds the form of a payment: its hidden fields in the order in which they are posted, the authorization token among them. The form of
 * one payment is the same however often it is made: the token bears the moment at which the payment was requested.
 */
const handOffForm = (action: string, handOff: HandOff, keys: readonly Key[]): FormTarget =>
  signedForm(action, fieldsOf(handOff), handOffFieldNames, handOff.requestedAt, keys)

/**
 * Builds the signed form that asks to store a method. The form of a draft also names the account and the purpose
 * (DE-47).
 */
function methodForm(action: string, handOff: MethodHandOff, keys: readonly Key[]): FormTarget {
  const fields = {
    clientReference: handOff.reference,
    coopNumber: handOff.coopNumber,
    utilityName: handOff.utilityName,
    applicationId: handOff.applicationId,
    enableCard: yesNo(handOff.enableCard),
    enableEcheck: yesNo(handOff.enableEcheck),
    acceptedCardTypes: handOff.acceptedCardTypes.join(','),
    returnUrl: handOff.returnUrl,
    cancelUrl: handOff.cancelUrl,
    language: handOff.language,
  }
  if (handOff.draft === undefined) return signedForm(action, fields, methodFieldNames, handOff.requestedAt, keys)
  const ofDraft = { ...fields, ...handOff.draft, postbackRequired: 'Y' }
  return signedForm(action, ofDraft, draftFieldNames, handOff.requestedAt, keys)
}

function signedForm<Name extends string>(
  action: string,
  values: Readonly<Record<Exclude<Name, 'authorizationToken'>, string>>,
  names: readonly Name[],
  requestedAt: Date,
  keys: readonly Key[],
): FormTarget {
  const key = currentKey(keys)
  const issuedAt = epochSeconds(requestedAt)
  const signed = Object.entries<string>(values).map(([name, value]) => ({ name, value }))
  const signature = signatureOf(key, canonicalForm(signed, issuedAt)).toString('base64url')
  const securityToken = `v1.${key.kid}.${issuedAt}.${signature}`
  const all = new Map([
    ...signed.map(({ name, value }) => [name, value] as const),
    ['authorizationToken', securityToken],
  ])
  return { kind: 'form', action, securityToken, fields: names.map((name) => ({ name, value: all.get(name) ?? '' })) }
}

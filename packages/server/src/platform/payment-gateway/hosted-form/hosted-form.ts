import { draftFieldNames, methodFieldNames } from '@coopline/contract/paying/payments/payments.contract'
import { type HandOffFieldName, handOffFieldNames } from '@coopline/contract/paying/payments/payment-request'
import type { FeeOption } from '@coopline/rules/paying/convenience-fee/convenience-fee'
import { yesNo } from '@coopline/rules/kernel/flag'
import { formatDecimal } from '@coopline/rules/kernel/money'
import { currentKey, epochSeconds, signatureOf } from '../signatures.ts'
import type { Clock } from '../../clock.ts'
import type { Env } from '../../env.ts'
import type { Key } from '../../keys.ts'
import type { HandOff, MethodHandOff, PaymentGateway } from '../payment-gateway.ts'
import { createProviderCalls } from './provider-calls.ts'
import { readReturn, writeReturn } from '../return-pointer.ts'
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

type SignedFields = Readonly<Record<Exclude<HandOffFieldName, 'authorizationToken'>, string>>

interface FormField {
  readonly name: string
  readonly value: string
}

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

/**
 * The hidden fields of a hand-off in the order in which they are posted, the authorization token among them. The form of
 * one payment is the same however often it is made: the token bears the moment at which the payment was requested.
 */
function handOffForm(
  handOff: HandOff,
  keys: readonly Key[],
): { readonly fields: readonly FormField[]; readonly securityToken: string } {
  return signedForm(fieldsOf(handOff), handOffFieldNames, handOff.requestedAt, keys)
}

/**
 * Builds the signed form that asks to store a method. The form of a draft also names the account and the purpose
 * (DE-47).
 */
function methodForm(handOff: MethodHandOff, keys: readonly Key[]): ReturnType<typeof handOffForm> {
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
  if (handOff.draft === undefined) return signedForm(fields, methodFieldNames, handOff.requestedAt, keys)
  const ofDraft = { ...fields, ...handOff.draft, postbackRequired: 'Y' }
  return signedForm(ofDraft, draftFieldNames, handOff.requestedAt, keys)
}

function signedForm<Name extends string>(
  values: Readonly<Record<Exclude<Name, 'authorizationToken'>, string>>,
  names: readonly Name[],
  requestedAt: Date,
  keys: readonly Key[],
): { readonly fields: readonly FormField[]; readonly securityToken: string } {
  const key = currentKey(keys)
  const issuedAt = epochSeconds(requestedAt)
  const signed = Object.entries<string>(values).map(([name, value]) => ({ name, value }))
  const signature = signatureOf(key, canonicalForm(signed, issuedAt)).toString('base64url')
  const securityToken = `v1.${key.kid}.${issuedAt}.${signature}`
  const all = new Map([
    ...signed.map(({ name, value }) => [name, value] as const),
    ['authorizationToken', securityToken],
  ])
  return { fields: names.map((name) => ({ name, value: all.get(name) ?? '' })), securityToken }
}

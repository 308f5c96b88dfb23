import { z } from 'zod'
import type { Language } from '@coopline/rules/kernel/problem'
import {
  type CardFacts,
  type MethodAtProvider,
  type MethodEvent,
  type MethodHandOff,
  type MethodStatus,
  RefusedMethod,
  type StartedPage,
} from '../payment-gateway.ts'
import type { MethodFacts, MethodNews } from '../method-news.ts'
import { describeObject, UnreadableObject } from '../read-object.ts'
import { type AnetClient, AnetRefusal, notFoundCode } from './client.ts'
import { cardTypeOf, lastFourOf } from './events-of.ts'
import { type Customer, customerAnswer, customerMade, pageAnswer, type StoredMethod } from './objects.ts'
import { customerIn } from './read-events.ts'

const texts = {
  en: { save: 'Save', next: 'Continue' },
  es: { save: 'Guardar', next: 'Continuar' },
} as const satisfies Record<Language, object>

/** The token of a stored method: the customer and the method, because the vendor charges one only with the other. */
const tokenOf = (customer: string, method: string): string => `${customer}|${method}`

/** Reads a token; `null` when it is not one of Authorize.net's. */
export function readToken(token: string): { readonly customer: string; readonly method: string } | null {
  const [, customer = '', method = ''] = /^([0-9]{1,30})\|([0-9]{1,30})(?![\s\S])/u.exec(token) ?? []
  return customer === '' ? null : { customer, method }
}

interface MethodPageOptions {
  readonly mark: string
  readonly pageOrigin: string
}

/**
 * Creates the form that leads to the page on which a member stores a method. Each request has a customer of its own, which has our reference
 * and nothing about the member: what is stored for it answers the request, and no page shows what others stored.
 */
export async function startMethodPage(
  client: AnetClient,
  request: MethodHandOff,
  { mark, pageOrigin }: MethodPageOptions,
): Promise<StartedPage> {
  const { enableCard, enableEcheck, language, returnUrl } = request
  const customerProfileId = await createCustomer(client, request.reference, mark)
  const text = texts[language]
  const setting = (settingName: string, settingValue: string): object => ({ settingName, settingValue })
  const settings = [
    setting('hostedProfileReturnUrl', returnUrl),
    setting('hostedProfileReturnUrlText', text.next),
    setting('hostedProfileSaveButtonText', text.save),
    setting('hostedProfileBillingAddressRequired', 'true'),
    setting('hostedProfileCardCodeRequired', 'true'),
    setting(
      'hostedProfilePaymentOptions',
      enableCard && enableEcheck ? 'showAll' : enableCard ? 'showCreditCard' : 'showBankAccount',
    ),
    // The bank of a card is asked, without a charge. This needs the billing address.
    setting('hostedProfileValidationMode', 'liveMode'),
  ]
  const fields = { customerProfileId, hostedProfileSettings: { setting: settings } }
  const { token } = await client.ask('getHostedProfilePage', fields, pageAnswer)
  return {
    target: {
      kind: 'form',
      action: `${pageOrigin}/customer/addPayment`,
      securityToken: token,
      fields: [{ name: 'token', value: token }],
    },
    reference: customerProfileId,
  }
}

/** Creates the customer of a request, or returns the one that an earlier call or another process created. */
async function createCustomer(client: AnetClient, reference: string, mark: string): Promise<string> {
  try {
    // The vendor's own field for a reference is too short for ours.
    const profile = { description: `${prefixOf(mark)}${reference}` }
    return (await client.ask('createCustomerProfile', { profile }, customerMade)).customerProfileId
  } catch (error) {
    if (error instanceof AnetRefusal && error.existingId !== null) return error.existingId
    throw error
  }
}

const prefixOf = (mark: string): string => `coopline-${mark}-`

/** Returns our reference of the request that a customer was created for; `null` for a customer of something else. */
export const requestOf = ({ description }: Customer, mark: string): string | null =>
  description?.startsWith(prefixOf(mark)) === true ? description.slice(prefixOf(mark).length) : null

/** Fetches a customer; `null` when the vendor does not have it. @throws Unavailable; UnreadableObject. */
export async function fetchCustomer(client: AnetClient, customerProfileId: string): Promise<Customer | null> {
  try {
    const fields = { customerProfileId, unmaskExpirationDate: 'true' }
    return (await client.ask('getCustomerProfile', fields, customerAnswer)).profile
  } catch (error) {
    if (error instanceof AnetRefusal && error.code === notFoundCode) return null
    throw error
  }
}

/** Fetches a request to store a method. */
export async function fetchMethod(client: AnetClient, request: MethodAtProvider, mark: string): Promise<MethodStatus> {
  const { providerReference: id, reference } = request
  try {
    const customer = id === null ? null : await fetchCustomer(client, id)
    if (id === null || customer === null) return { kind: 'unknown' }
    if (requestOf(customer, mark) !== reference) throw new UnreadableObject(describeObject(null, ['description']))
    const [method] = customer.paymentProfiles
    return method === undefined ? { kind: 'open' } : { kind: 'stored', event: storedEvent(reference, id, method) }
  } catch (error) {
    if (error instanceof UnreadableObject) return { kind: 'unreadable', payment: error.payment }
    throw error
  }
}

function storedEvent(reference: string, customer: string, method: StoredMethod): MethodEvent {
  const { customerPaymentProfileId: id } = method
  const facts = factsOf(method)
  if (facts === null) throw new UnreadableObject(describeObject(null, ['payment']))
  return { eventId: `${id}/stored`, type: 'method.stored', reference, token: tokenOf(customer, id), ...facts }
}

/** Reads the facts of a method; `null` for one that cannot be read. */
function factsOf(method: StoredMethod): MethodFacts | null {
  const card = factsOfCard(method)
  if (card !== null) return { paymentType: 'cc', ...card }
  const lastFour = lastFourOf(method.payment.bankAccount?.accountNumber ?? '')
  return lastFour === null ? null : { paymentType: 'echeck', cardType: null, lastFour, expiry: null }
}

/** Reads the facts of a card; `null` for a bank account, and for a card that cannot be read. */
function factsOfCard({ payment: { creditCard } }: StoredMethod): CardFacts | null {
  const lastFour = lastFourOf(creditCard?.cardNumber ?? '')
  const expiry = /^[0-9]{4}-(?:0[1-9]|1[0-2])(?![\s\S])/u.exec(creditCard?.expirationDate ?? '')?.[0]
  return lastFour === null || expiry === undefined
    ? null
    : { cardType: cardTypeOf(creditCard?.cardType), lastFour, expiry }
}

/** Fetches a stored card as it is now. @returns `null` for one that the vendor does not have for the customer, or that cannot be read. */
export async function fetchCard(client: AnetClient, token: string): Promise<CardFacts | null> {
  const stored = readToken(token)
  if (stored === null) return null
  try {
    const methods = (await fetchCustomer(client, stored.customer))?.paymentProfiles ?? []
    const found = methods.find((one) => one.customerPaymentProfileId === stored.method)
    return found === undefined ? null : factsOfCard(found)
  } catch (error) {
    if (error instanceof AnetRefusal || error instanceof UnreadableObject) return null
    throw error
  }
}

/**
 * Finds what a customer says of the method that was stored for it; `null` for another reference. A method whose facts cannot be read is
 * taken for unchanged.
 */
export async function findMethodNews(client: AnetClient, reference: string): Promise<MethodNews | null> {
  const providerReference = customerIn(reference)
  if (providerReference === null) return null
  const methods = (await fetchCustomer(client, providerReference))?.paymentProfiles ?? []
  return {
    of: { providerReference },
    changeOf: (token) => {
      const stored = readToken(token)
      if (stored?.customer !== providerReference) return null
      const found = methods.find((one) => one.customerPaymentProfileId === stored.method)
      if (found === undefined) return { kind: 'gone' }
      const facts = factsOf(found)
      return facts === null ? null : { kind: 'facts', facts }
    },
  }
}

/** Makes the vendor forget a method with its customer. One that it does not have is forgotten. @throws Unavailable; RefusedMethod. */
export async function forget(client: AnetClient, token: string): Promise<void> {
  const stored = readToken(token)
  if (stored === null) return
  try {
    await client.ask('deleteCustomerProfile', { customerProfileId: stored.customer }, z.unknown())
  } catch (error) {
    if (!(error instanceof AnetRefusal)) throw error
    if (error.code !== notFoundCode) throw new RefusedMethod(error.code)
  }
}

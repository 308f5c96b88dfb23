import { createHash } from 'node:crypto'
import type { Requisition } from '@coopline/contract/paying/payments/payment-request'
import {
  type RunningAuthorizeNetDouble,
  startAuthorizeNetDouble,
} from '@coopline/provider-sandbox/start-authorize-net-double'
import { paymentProfile } from '@coopline/contract/paying/payment-profile/payment-profile.contract'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { createLog } from '../platform/log.ts'
import {
  type AuthorizeNetOptions,
  createAuthorizeNet,
} from '../platform/payment-gateway/authorize-net/authorize-net.ts'
import type { PaymentGateway } from '../platform/payment-gateway/payment-gateway.ts'
import type { SignedIn } from './seed-login.ts'
import { createTestClock, type TestClock } from './test-clock.ts'
import { type TestPortal, type TestPortalOptions, useTestPortal } from './test-portal.ts'

/** The credentials of the account at the double. */
export const anetKeys = { loginId: 'login', transactionKey: '346HZ32z3fP4hTG2' }
/** Signs the news of the double. */
export const anetSignatureKey = createHash('sha512').update('news').digest('hex').toUpperCase()

type Fields = Readonly<Record<string, string>>

export const anetCard = (number: string): Fields => ({ kind: 'card', number, expiry: '08/30' })
export const anetBank = (number: string): Fields => ({ kind: 'bank', number })
export const goodCard = anetCard('4111111111111111')
/** A card whose charge a filter holds before it is authorized. */
export const heldCard = anetCard('4007000000027')
/** A card that is stored, and whose charges its bank declines. */
export const declinedLaterCard = anetCard('4000000000000002')
/** A card whose charges are refused because it has expired. */
export const expiredCard = anetCard('4012888818888')
/** A card whose charges meet a fault that passes. */
export const faultyCard = anetCard('5105105105105100')
/** A card whose charge is authorized and then held by a filter. */
export const authorizedHeldCard = anetCard('2223000010309703')

/** Starts the double for the tests of a file, without a portal. Both it and the adapter are empty until the tests begin. */
export function useAuthorizeNet(): {
  readonly double: RunningAuthorizeNetDouble
  readonly clock: TestClock
  readonly gateway: PaymentGateway
  /** Makes an adapter of another process. */
  readonly gatewayWith: (options?: Partial<AuthorizeNetOptions>) => PaymentGateway
} {
  const clock = createTestClock()
  const double = {} as RunningAuthorizeNetDouble
  const gateway = {} as PaymentGateway
  const gatewayWith = (options: Partial<AuthorizeNetOptions> = {}): PaymentGateway =>
    createAuthorizeNet({
      ...anetKeys,
      apiOrigin: double.origin,
      signatureKeys: [anetSignatureKey],
      publicOrigin: 'https://portal.example',
      clock,
      log: createLog('silent'),
      ...options,
    })
  beforeAll(async () => {
    const webhookUrl = 'https://portal.example/api/v3/payments/postback/authorize-net'
    const now = () => clock.now().getTime()
    const options = { ...anetKeys, signatureKey: anetSignatureKey, webhookUrl, now }
    Object.assign(double, await startAuthorizeNetDouble(options))
    Object.assign(gateway, gatewayWith())
  })
  afterEach(() => double.faults.clear())
  afterAll(async () => double.close())
  return { double, clock, gateway, gatewayWith }
}

/**
 * Starts a portal whose payment provider is Authorize.net's double, for the tests of a file. The double has the portal's clock and sends no
 * news: tests post those that they want.
 */
export function useAuthorizeNetPortal(settings: TestPortalOptions['settings'] = {}): {
  readonly portal: TestPortal
  readonly double: RunningAuthorizeNetDouble
} {
  const double = {} as RunningAuthorizeNetDouble
  beforeAll(async () => {
    const [webhookUrl, now] = ['http://127.0.0.1:9/none', () => portal.clock?.now().getTime() ?? Date.now()]
    Object.assign(
      double,
      await startAuthorizeNetDouble({ ...anetKeys, signatureKey: anetSignatureKey, webhookUrl, now }),
    )
  })
  const portal = useTestPortal(() => ({
    settings,
    env: {
      PAYMENT_PROVIDER: 'authorize-net',
      AUTHORIZE_NET_LOGIN_ID: anetKeys.loginId,
      AUTHORIZE_NET_TRANSACTION_KEY: anetKeys.transactionKey,
      AUTHORIZE_NET_SIGNATURE_KEY: anetSignatureKey,
      AUTHORIZE_NET_API_ORIGIN: double.origin,
    },
  }))
  afterAll(async () => double.close())
  return { portal, double }
}

/** The steps by which Ada stores a method on the page of Authorize.net. */
export function storingAtAuthorizeNet(portal: TestPortal, session: () => Promise<SignedIn>) {
  const params = { memberNumber: '10001' }
  /** Presses the button that adds a method. */
  const press = async (): Promise<Requisition> =>
    (await portal.call(paymentProfile.add, { params, body: {}, ...(await session()) })).json<Requisition>()
  /** Stores a method and comes back. @returns its id. */
  const store = async (fields: Fields): Promise<string> => {
    const answer = await enterAtAuthorizeNet(await press(), fields)
    const { pathname, search } = new URL(answer.headers.get('location') ?? '')
    const led = await portal.inject({ method: 'GET', url: pathname + search })
    const { searchParams } = new URL(String(led.headers['location']), 'https://portal.example')
    const query = { encryptedPayload: searchParams.get('encodedParam') ?? '' }
    const added = await portal.call(paymentProfile.added, { params, query, ...(await session()) })
    return added.json<{ methodId: string | null }>().methodId ?? ''
  }
  return { press, store }
}

/** Posts news to a portal as the vendor signs them. */
export const postAnetNews = async (
  portal: TestPortal,
  double: RunningAuthorizeNetDouble,
  payload: string,
  key = anetSignatureKey,
): Promise<LightMyRequestResponse> =>
  portal.inject({
    method: 'POST',
    url: '/api/v3/payments/postback/authorize-net',
    headers: { 'content-type': 'application/json', 'x-anet-signature': double.sign(payload, key) },
    payload,
  })

/** Enters a method on the page that a form leads to, as a payer does. @returns the answer of the page. */
export const enterAtAuthorizeNet = async (
  { paymentRequisitionSettings: { actionUrl, securityToken } }: Requisition,
  fields: Fields,
): Promise<Response> => enterOnPage(actionUrl, securityToken, fields)

/** Enters a method on a page for payments or for stored methods. @returns the answer of the page. */
export const enterOnPage = async (action: string, token: string, fields: Fields): Promise<Response> =>
  fetch(new URL(action.endsWith('/customer/addPayment') ? '/customer/save' : '/payment/pay', action), {
    method: 'POST',
    body: new URLSearchParams({ token, ...fields }),
    redirect: 'manual',
  })

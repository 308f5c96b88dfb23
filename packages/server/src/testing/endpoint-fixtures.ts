import { createHmac } from 'node:crypto'
import type { Endpoint } from '@coopline/contract/endpoint'
import { allEndpoints } from '@coopline/contract/endpoints'
import { apiPrefix } from '@coopline/contract/paths'
import { payments } from '@coopline/contract/payments/payments.contract'
import { quickPay } from '@coopline/contract/quick-pay/quick-pay.contract'
import { site } from '@coopline/contract/site/site.contract'
import { accountOverviewCalls } from './account-overview-calls.ts'
import { accountProfileCalls } from './account-profile-calls.ts'
import { credentialCalls } from './credential-calls.ts'
import type { Attempt, EndpointFixture, ValidCall, CallSource, Texts } from './endpoint-fixture.ts'
import { myProfileCalls } from './my-profile-calls.ts'
import { encodedReturn, tell } from './provider-double.ts'
import { pay, payingSettings, requestOf, verified } from './quick-payer.ts'
import { recoveryCalls } from './recovery-calls.ts'
import { registrationCalls } from './registration-calls.ts'
import { seedAccount } from './seed-account.ts'
import { payMultipleCalls } from './pay-multiple-calls.ts'
import { notificationCalls } from './notification-calls.ts'
import { signInCalls } from './sign-in-calls.ts'
import { type TestPortal, testSigningKey } from './test-portal.ts'

/**
 * Builds a fixture for every endpoint of the contract. Ada has verified her account and requested a payment.
 *
 * @throws Error when an endpoint has no valid call here, so that tests over all endpoints miss none.
 */
export async function createEndpointFixtures(portal: TestPortal): Promise<readonly EndpointFixture[]> {
  portal.set(payingSettings)
  await seedAccount(portal.db)
  const payer = await verified(portal)
  const form = await pay(portal, payer, 5_000)
  const member = { memberNumber: payer.verification.memberNumber }
  const pass = { authorization: `Bearer ${payer.bearer}`, cookie: payer.cookie, applicationid: 'Web' }
  const none: ValidCall = { params: {}, query: {}, body: undefined, headers: { applicationid: 'Web' } }
  const { eventId, ...told } = tell(form, 'payment.succeeded')
  const calls = new Map<Endpoint, CallSource>([
    [site.start, none],
    [site.content, { ...none, params: { key: 'legalContent' } }],
    [site.atsConfigSettings, { ...none, query: { keys: 'timeZone' } }],
    [site.maintenance, none],
    ...(await signInCalls(portal)),
    ...(await credentialCalls(portal)),
    ...(await accountOverviewCalls(portal)),
    ...(await notificationCalls(portal)),
    ...(await accountProfileCalls(portal)),
    ...(await myProfileCalls(portal)),
    ...(await registrationCalls(portal)),
    ...recoveryCalls(portal),
    ...(await payMultipleCalls(portal)),
    [quickPay.verify, { ...none, body: { accountNumber: '100100101', phoneLastFourDigits: '4821' } }],
    [quickPay.settings, { ...none, params: member, query: { applicationId: 'Web' }, headers: pass }],
    [
      quickPay.pay,
      {
        params: member,
        query: { encryptedAccount: payer.verification.encryptedAccount },
        body: requestOf(payer.verification, 5_000),
        headers: pass,
      },
    ],
    [quickPay.status, { ...none, query: { encryptedPayload: encodedReturn(told.transNo) }, headers: pass }],
    [payments.postback, { ...none, body: told, headers: { 'webhook-id': eventId } }],
  ])
  return Promise.all(
    allEndpoints.map(async (endpoint) => {
      const source = calls.get(endpoint)
      if (source === undefined) throw new Error(`testing/endpoint-fixtures.ts has no call for ${endpoint.id}`)
      const call = await makeCall(source)
      return {
        endpoint,
        ...call,
        send: async (attempt: Attempt = {}) => send(portal, endpoint, await makeCall(source), attempt),
      }
    }),
  )
}

/** Systems that sign their calls. */
const signers: readonly Endpoint['auth'][] = ['provider', 'partner', 'text-service']

const makeCall = async (source: CallSource): Promise<ValidCall> => (typeof source === 'function' ? source() : source)

async function send(portal: TestPortal, endpoint: Endpoint, call: ValidCall, attempt: Attempt) {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/gu, (_all, name: string) =>
    encodeURIComponent(({ ...call.params, ...attempt.params }[name] ?? '').toWellFormed()),
  )
  const search = attempt.search ?? new URLSearchParams({ ...call.query, ...attempt.query }).toString()
  const body = attempt.body ?? call.body
  const payload = attempt.payload ?? (body === undefined ? undefined : JSON.stringify(body))
  const headers: Record<string, string | undefined> = {
    ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
    ...call.headers,
    ...(signers.includes(endpoint.auth) ? signed(portal, call, payload ?? '') : {}),
    ...attempt.headers,
  }
  return portal.inject({
    method: attempt.method ?? endpoint.method,
    url: `${apiPrefix}${path}${search === '' ? '' : `?${search}`}`,
    remoteAddress: attempt.from ?? '198.51.100.7',
    headers: Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)),
    ...(payload === undefined ? {} : { payload }),
  })
}

/** Signs any body with the right key, so that the endpoint checks the body. */
function signed(portal: TestPortal, call: ValidCall, payload: string | Buffer): Texts {
  const seconds = String(Math.floor(portal.clock.now().getTime() / 1000))
  const hash = createHmac('sha256', testSigningKey.secret).update(`${call.headers['webhook-id']}.${seconds}.`)
  return { 'webhook-timestamp': seconds, 'webhook-signature': `v1,${hash.update(payload).digest('base64')}` }
}

import { createHmac } from 'node:crypto'
import type { Endpoint } from '@coopline/contract/endpoint'
import { allEndpoints } from '@coopline/contract/endpoints'
import { apiPrefix } from '@coopline/contract/paths'
import { payments } from '@coopline/contract/payments/payments.contract'
import { quickPay } from '@coopline/contract/quick-pay/quick-pay.contract'
import { site } from '@coopline/contract/site/site.contract'
import { accountOverviewKeys } from './account-overview-keys.ts'
import { accountProfileKeys } from './account-profile-keys.ts'
import { credentialKeys } from './credential-keys.ts'
import type { Attempt, Door, Key, Keys, Texts } from './door.ts'
import { myProfileKeys } from './my-profile-keys.ts'
import { encodedReturn, tell } from './provider-double.ts'
import { pay, payingSettings, requestOf, verified } from './quick-payer.ts'
import { recoveryKeys } from './recovery-keys.ts'
import { registrationKeys } from './registration-keys.ts'
import { seedAccount } from './seed-account.ts'
import { notificationKeys } from './notification-keys.ts'
import { signInKeys } from './sign-in-keys.ts'
import { type TestPortal, testSigningKey } from './test-portal.ts'

/**
 * Every endpoint of the contract with a call that it answers: Ada has verified her account and asked for a payment.
 *
 * @throws Error for an endpoint that nobody has written a call for here, so that none escapes what is swept over all.
 */
export async function openDoors(portal: TestPortal): Promise<readonly Door[]> {
  portal.set(payingSettings)
  await seedAccount(portal.db)
  const payer = await verified(portal)
  const form = await pay(portal, payer, 5_000)
  const member = { memberNumber: payer.verification.memberNumber }
  const pass = { authorization: `Bearer ${payer.bearer}`, cookie: payer.cookie, applicationid: 'Web' }
  const none: Key = { params: {}, query: {}, body: undefined, headers: { applicationid: 'Web' } }
  const { eventId, ...told } = tell(form, 'payment.succeeded')
  const keys = new Map<Endpoint, Keys>([
    [site.start, none],
    [site.content, { ...none, params: { key: 'legalContent' } }],
    [site.atsConfigSettings, { ...none, query: { keys: 'timeZone' } }],
    [site.maintenance, none],
    ...(await signInKeys(portal)),
    ...(await credentialKeys(portal)),
    ...(await accountOverviewKeys(portal)),
    ...(await notificationKeys(portal)),
    ...(await accountProfileKeys(portal)),
    ...(await myProfileKeys(portal)),
    ...(await registrationKeys(portal)),
    ...recoveryKeys(portal),
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
      const made = keys.get(endpoint)
      if (made === undefined) throw new Error(`testing/open-doors.ts has no call for ${endpoint.id}`)
      const key = await keyOf(made)
      return {
        endpoint,
        ...key,
        send: async (attempt: Attempt = {}) => send(portal, endpoint, await keyOf(made), attempt),
      }
    }),
  )
}

/** Systems that sign their calls. */
const signers: readonly Endpoint['auth'][] = ['provider', 'partner', 'text-service']

const keyOf = async (made: Keys): Promise<Key> => (typeof made === 'function' ? made() : made)

async function send(portal: TestPortal, endpoint: Endpoint, key: Key, attempt: Attempt) {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/gu, (_all, name: string) =>
    encodeURIComponent(({ ...key.params, ...attempt.params }[name] ?? '').toWellFormed()),
  )
  const search = attempt.search ?? new URLSearchParams({ ...key.query, ...attempt.query }).toString()
  const body = attempt.body ?? key.body
  const payload = attempt.payload ?? (body === undefined ? undefined : JSON.stringify(body))
  const headers: Record<string, string | undefined> = {
    ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
    ...key.headers,
    ...(signers.includes(endpoint.auth) ? signed(portal, key, payload ?? '') : {}),
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

/** A genuine signature, whatever the body: what is judged is the body. */
function signed(portal: TestPortal, key: Key, payload: string | Buffer): Texts {
  const seconds = String(Math.floor(portal.clock.now().getTime() / 1000))
  const hash = createHmac('sha256', testSigningKey.secret).update(`${key.headers['webhook-id']}.${seconds}.`)
  return { 'webhook-timestamp': seconds, 'webhook-signature': `v1,${hash.update(payload).digest('base64')}` }
}

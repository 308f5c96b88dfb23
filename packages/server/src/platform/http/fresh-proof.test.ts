import { allEndpoints } from '@coopline/contract/endpoints'
import { type LoginResponse, signIn } from '@coopline/contract/identity/sign-in/sign-in.contract'
import type { LightMyRequestResponse } from 'fastify'
import { beforeEach, expect, test } from 'vitest'
import type { EndpointFixture } from '../../testing/endpoint-fixture.ts'
import { keepEndpointFixtures } from '../../testing/endpoint-fixtures.ts'
import { adasPassword, seedSession, type SignedIn } from '../../testing/seed-login.ts'
import { useTestPortal } from '../../testing/test-portal.ts'

/**
 * The calls that a stolen session must not be able to make, by the contract. The fixture of an arrangement schedules no
 * payment, and only scheduling needs a proof.
 */
const sensitive = allEndpoints
  .filter(({ id, proof }) => proof !== undefined && id !== 'arrangements.make')
  .map(({ id }) => id)
  .toSorted()

type Halves = Pick<SignedIn, 'bearer' | 'cookie'>

const portal = useTestPortal()
const keptFixtures = keepEndpointFixtures(portal)
let fixtures: readonly EndpointFixture[]
let loginId: string
beforeEach(async () => {
  fixtures = (await keptFixtures()).filter(({ endpoint }) => endpoint.auth === 'member')
  const login = portal.db.selectFrom('portal.login').select('login_id').where('member_number', '=', '10001')
  loginId = (await login.executeTakeFirstOrThrow()).login_id
})

const halves = ({ bearer, cookie }: Halves) => ({
  authorization: `Bearer ${bearer}`,
  cookie,
})

/** A session that has been proven again, by the password. */
async function proven(): Promise<Halves> {
  const session = await seedSession(portal, loginId)
  await portal.db.updateTable('portal.login').set({ app_secret: null }).where('login_id', '=', loginId).execute()
  return changed(await portal.call(signIn.stepUp, { ...session, body: { password: adasPassword } }))
}

/** The token and cookie with which a session continues. */
function changed(response: LightMyRequestResponse): Halves {
  const [cookie] = response.cookies
  const { accessToken } = response.json<LoginResponse>()
  return { bearer: accessToken ?? '', cookie: `${cookie?.name}=${cookie?.value}` }
}

/** The calls that ask a session which is so old for a fresh proof. */
async function asking(makeSession: () => Promise<Halves>, ageSeconds: number, among = fixtures) {
  const refused: string[] = []
  for (const fixture of among) {
    const session = await makeSession()
    portal.clock.advance(ageSeconds)
    const response = await fixture.send({ headers: halves(session) })
    const needsProof = response.statusCode === 403 && response.body.includes('step-up-required')
    if (needsProof) refused.push(fixture.endpoint.id)
    else if (response.statusCode !== 200)
      refused.push(`${fixture.endpoint.id}: ${response.statusCode} ${response.body}`)
  }
  return refused.toSorted()
}

/** Changes of members without a fresh proof: they end or confirm something, are paid on the provider's page, or cost nothing. */
const withoutProof = [
  'accountOverview.capitalCreditPdf',
  'authenticatorApp.remove',
  'autoPay.cancel',
  'bills.pdf',
  'bills.view',
  'calendar.turnOff',
  'connectedApps.decline',
  'connectedApps.end',
  'delinquentHistory.pdf',
  'drafts.finish',
  'insights.saveAlerts',
  'meterReadings.send',
  'notifications.sendCode',
  'notifications.verifyContact',
  'outage.report',
  'passkeys.rename',
  'payMultiple.pay',
  'paymentProfile.remove',
  'paymentProfile.update',
  'scheduledPayments.remove',
  'sharedAccess.accept',
  'sharedAccess.bill',
  'sharedAccess.end',
  'sharedAccess.leave',
  'sharedAccess.pay',
  'signIn.endSession',
  'signIn.renew',
  'signIn.signOut',
  'signIn.stepUp',
  'webChat.exchangeAsMember',
]

test('every other change of a member asks for a fresh proof, also one that is added to the contract [SEC-72]', () => {
  const changes = allEndpoints.filter(({ auth, method, proof }) => auth === 'member' && method !== 'GET' && !proof)
  expect(changes.map(({ id }) => id).toSorted()).toEqual(withoutProof)
})

test('changes of credentials are refused to a session that has not been proven for ten minutes, and only those [SEC-17, SEC-72]', async () => {
  expect(await asking(async () => seedSession(portal, loginId), 601)).toEqual(sensitive)
})

/** The calls that the test above found. The others take any session. */
const ofSensitive = () => fixtures.filter(({ endpoint }) => sensitive.includes(endpoint.id))

test('a proof is stale ten minutes after it was given [SEC-17]', async () => {
  expect(await asking(proven, 601, ofSensitive())).toEqual(sensitive)
})

test('a proof of identity is good until its minutes have passed [SEC-17]', async () => {
  expect(await asking(proven, 600, ofSensitive())).toEqual([])
})

test('a proof renews a session that was stale, and no other one [SEC-17]', async () => {
  const [stale, other] = [await seedSession(portal, loginId), await seedSession(portal, loginId)]
  portal.clock.advance(700)
  const fixture = fixtures.find(({ endpoint }) => endpoint.id === 'passkeys.options')
  expect((await fixture?.send({ headers: halves(stale) }))?.statusCode).toBe(403)
  const session = changed(await portal.call(signIn.renew, { ...stale, body: {} }))
  // Going on with a session proves nothing.
  expect((await fixture?.send({ headers: halves(session) }))?.statusCode).toBe(403)
  await portal.db.updateTable('portal.login').set({ app_secret: null }).where('login_id', '=', loginId).execute()
  const fresh = changed(await portal.call(signIn.stepUp, { ...session, body: { password: adasPassword } }))
  expect((await fixture?.send({ headers: halves(fresh) }))?.statusCode).toBe(200)
  expect((await fixture?.send({ headers: halves(other) }))?.statusCode).toBe(403)
})

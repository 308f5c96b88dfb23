import { beforeEach, expect, it } from 'vitest'
import type { EndpointFixture } from '../../../testing/endpoint-fixture.ts'
import { keepEndpointFixtures } from '../../../testing/endpoint-fixtures.ts'
import { seedLogin, seedSession } from '../../../testing/seed-login.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { seedGuest } from './shared-access.fixtures.ts'

const portal = useTestPortal()
const keptFixtures = keepEndpointFixtures(portal)
let fixtures: readonly EndpointFixture[]
let guestLogin: string
const guestNumber = 'guest-abcdefghijklmn'
beforeEach(async () => {
  fixtures = (await keptFixtures()).filter(({ endpoint }) => endpoint.auth === 'member')
  guestLogin = await seedLogin(portal, { username: 'guest.one', memberNumber: guestNumber, email: 'guest@example.org' })
  // The guest has shared access to Ada's account.
  await seedGuest(portal, guestLogin, { memberNumber: '10001', accountNumber: '100100101' })
})

async function headers() {
  const { bearer, cookie } = await seedSession(portal, guestLogin)
  return { authorization: `Bearer ${bearer}`, cookie }
}

/** The calls that a login without a membership may make. Read decision 0150 before you add a call. */
const forGuests = [
  'authenticatorApp.activate',
  'authenticatorApp.newRecoveryCodes',
  'authenticatorApp.qrCode',
  'authenticatorApp.remove',
  'authenticatorApp.status',
  'passkeys.add',
  'passkeys.confirm',
  'passkeys.list',
  'passkeys.options',
  'passkeys.remove',
  'passkeys.rename',
  'sharedAccess.accept',
  'sharedAccess.account',
  'sharedAccess.bill',
  'sharedAccess.bills',
  'sharedAccess.leave',
  'sharedAccess.pay',
  'sharedAccess.payable',
  'sharedAccess.paymentStatus',
  'sharedAccess.usage',
  'sharedAccess.withMe',
  'signIn.activity',
  'signIn.endSession',
  'signIn.renew',
  'signIn.session',
  'signIn.sessions',
  'signIn.signOut',
  'signIn.stepUp',
]

it('refuses a guest every call about the sharing member, as if that member did not exist', async () => {
  const named = fixtures.filter(({ params }) => params['memberNumber'] === '10001')
  expect(named.length).toBeGreaterThan(80)
  for (const fixture of named) {
    const response = await fixture.send({ headers: await headers() })
    expect(response.statusCode, `${fixture.endpoint.id}: ${response.body}`).toBe(404)
  }
})

it('refuses a login without a membership every call that is not on the list for guests', async () => {
  expect(fixtures.flatMap(({ endpoint }) => (endpoint.guests ? [endpoint.id] : [])).toSorted()).toEqual(forGuests)
  for (const fixture of fixtures.filter(({ endpoint }) => !endpoint.guests)) {
    const response = await fixture.send({ headers: await headers(), params: { memberNumber: guestNumber } })
    expect(response.statusCode, `${fixture.endpoint.id}: ${response.body}`).toBe(404)
  }
})

it('answers the calls on the list for guests without a fault', async () => {
  for (const fixture of fixtures.filter(({ endpoint }) => endpoint.guests)) {
    const response = await fixture.send({ headers: await headers(), params: { memberNumber: guestNumber } })
    expect(response.statusCode, `${fixture.endpoint.id}: ${response.body}`).toBeLessThan(500)
  }
})

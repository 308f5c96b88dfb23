import { staffSignIn } from '@coopline/contract/staff/staff-sign-in/staff-sign-in.contract'
import { Secret, TOTP } from 'otpauth'
import { decryptAtRest } from '../../../platform/secrets/encrypt-at-rest.ts'
import { seal } from '../../../platform/secrets/seal.ts'
import { sha256 } from '../../../platform/secrets/split-token.ts'
import { findIdentityProvider, type IdentityProvider } from '../../../platform/staff-oidc/identity-provider.ts'
import { type SliceFixtures, type ValidCall, visitor } from '../../../testing/endpoint-fixture.ts'
import { appCode } from '../../../testing/seed-login.ts'
import { staffFixture, staffPassword } from '../../../testing/seed-staff.ts'
import { visitProvider } from '../../../testing/identity-provider.ts'
import { startMockProvider } from '../../../testing/mock-provider.ts'
import { given, type StoreCalls } from '../../../testing/store-calls.ts'
import type { TestPortal } from '../../../testing/test-portal.ts'
import { runStaffCommand } from './run-staff-command.ts'
import { findStaffBySetUp } from './staff-logins.store.ts'

/** Calls of staff about their own login that are answered. */
export const fixtures: SliceFixtures = async ({ portal }) => {
  const signedIn = await staffFixture(portal)
  return [
    [
      staffSignIn.signIn,
      async () => {
        await portal.db.updateTable('portal.staff_login').set({ app_last_step: null }).execute()
        return { ...visitor, body: { username: 'dana.admin', password: staffPassword, code: appCode(portal) } }
      },
    ],
    [staffSignIn.session, signedIn],
    [staffSignIn.signOut, async () => ({ ...(await signedIn()), body: {} })],
    [staffSignIn.beginSetUp, async () => ({ ...visitor, body: { token: await newSetUpToken(portal) } })],
    [staffSignIn.setUp, async () => setUpCall(portal)],
    [staffSignIn.ways, visitor],
    [
      staffSignIn.beginSignOn,
      async () => {
        await useProvider(portal)
        return { ...visitor, body: {} }
      },
    ],
    [staffSignIn.finishSignOn, async () => signOnCall(portal)],
  ]
}

let provider: ReturnType<typeof startMockProvider> | undefined

/** Turns single sign-on on until the portal is reset. */
async function useProvider({ deps }: TestPortal): Promise<IdentityProvider> {
  provider ??= startMockProvider()
  const { issuerUrl } = await provider
  const more = {
    STAFF_OIDC_ISSUER: issuerUrl,
    STAFF_OIDC_CLIENT_ID: 'portal',
    STAFF_OIDC_CLIENT_SECRETS: ['a-secret-of-the-client'],
    STAFF_OIDC_ROLES: [['support', 'coopline-support']],
  }
  if (deps.env.STAFF_OIDC_ISSUER === undefined) Object.assign(deps, { env: { ...deps.env, ...more } })
  const found = findIdentityProvider(deps.env)
  if (found === null) throw new Error('There is no identity provider')
  return found
}

async function signOnCall(portal: TestPortal): Promise<ValidCall> {
  const { deps, clock } = portal
  const { address, begun } = await (await useProvider(portal)).begin()
  const until = new Date(clock.now().getTime() + 600_000)
  const cookie = `__Host-staff_sign_on=${seal(deps.keys, 'staff-sign-on', begun, until)}`
  const answer = await visitProvider(address, deps.env.PUBLIC_ORIGIN)
  return { ...visitor, headers: { ...visitor.headers, cookie }, body: { answer } }
}

async function setUpCall(portal: TestPortal): Promise<ValidCall> {
  const token = await newSetUpToken(portal, 'kim.newcomer')
  await portal.call(staffSignIn.beginSetUp, { body: { token } })
  const password = 'gX7#pLq2vR9w'
  return { ...visitor, body: { token, password, cnfpassword: password, code: await pendingCode(portal, token) } }
}

/** The token of a set-up link as the command prints it. */
export async function newSetUpToken(portal: TestPortal, username = 'lee.newcomer'): Promise<string> {
  const words = ['--name', 'Lee Newcomer', '--role', 'support', '--by', 'Operator']
  const added = await runStaffCommand(portal.deps, ['add', username, ...words])
  const { output } =
    added.exitCode === 0 ? added : await runStaffCommand(portal.deps, ['reset', username, '--by', 'Operator'])
  return /\/staff\/set-up#([\w-]{43})/u.exec(output)?.[1] ?? ''
}

/** The code of the app that is being set up by a link. */
export async function pendingCode(portal: TestPortal, token: string): Promise<string> {
  const login = await findStaffBySetUp(portal.db, sha256(token), portal.clock.now())
  if (login === undefined || login.pendingAppSecret === null) throw new Error('Nothing is being set up')
  const bytes = decryptAtRest(portal.deps.keys, 'app-secret', login.pendingAppSecret, login.staffId)
  const secret = new Secret({ buffer: Uint8Array.from(bytes).buffer })
  return new TOTP({ secret }).generate({ timestamp: portal.clock.now().getTime() })
}

export const storeCalls: StoreCalls = {
  'staff-logins': {
    deleteStaffLogin: ['nobody'],
    listStaff: [10],
    setStaffRole: ['nobody', 'support'],
    setStaffDisabled: ['nobody', given.now],
    unlockStaff: ['nobody', given.now],
  },
  'sign-on': {
    claimRenewal: [given.login, { checkedBefore: given.now, now: given.now, until: given.now }],
    endSessionsAtProvider: [{ issuer: 'i', subject: 's', providerSession: 'p' }, given.now],
    findRenewal: [given.login],
    hasIdentity: [given.login],
    hasLostGroup: [given.login],
    keepRenewed: [given.login, { refreshToken: null, checkedAt: given.now }],
    releaseRenewal: [given.login],
  },
  'staff-sessions': { noteStaffSeen: [given.login, given.now], endStaffSessionsOfBackup: [given.now] },
}

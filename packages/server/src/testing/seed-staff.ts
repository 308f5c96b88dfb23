import { randomUUID } from 'node:crypto'
import { staffSignIn } from '@coopline/contract/staff/staff-sign-in/staff-sign-in.contract'
import type { StaffRole } from '@coopline/rules/staff/staff-sign-in/staff-rights'
import { Secret } from 'otpauth'
import { createStaffLogin } from '../features/staff/staff-sign-in/public.ts'
import { hashPassword } from '../platform/secrets/hash-password.ts'
import { newSplitToken } from '../platform/secrets/split-token.ts'
import type { ValidCall } from './endpoint-fixture.ts'
import { appCode, appSecret } from './seed-login.ts'
import type { CallOptions, TestPortal } from './test-portal.ts'

export const staffPassword = 'Cottonwood&4821'

/** The session of staff in a browser. */
export interface StaffHalves {
  readonly bearer: string
  readonly cookie: string
}

/** Turns the console on and makes a staff login of a role; its username is `dana.` and the role. */
export async function seedStaff(portal: TestPortal, role: StaffRole = 'support'): Promise<string> {
  portal.set({ staffConsole: true })
  const username = `dana.${role}`
  await createStaffLogin(portal.deps, portal.db, {
    username,
    name: 'Dana Reyes',
    role,
    passwordHash: await hashPassword(portal.deps, staffPassword),
    appSecret: Secret.fromBase32(appSecret).bytes,
  })
  return username
}

/** Signs staff in, with a code that was not used. */
export const signInAsStaff = async (
  portal: TestPortal,
  more: Partial<CallOptions> & { readonly username?: string; readonly password?: string; readonly code?: string } = {},
) => {
  const { username = 'dana.support', password = staffPassword, code = appCode(portal), ...options } = more
  return portal.call(staffSignIn.signIn, { body: { username, password, code }, ...options })
}

/** The halves of the session in an answer. @throws Error when the answer has no session. */
export function staffHalves(response: Awaited<ReturnType<typeof signInAsStaff>>): StaffHalves {
  const cookie = response.cookies.find((one) => one.name === '__Host-staff_fp')
  if (response.statusCode !== 200 || cookie === undefined)
    throw new Error(`Nobody was signed in: ${response.statusCode} ${response.body}`)
  return {
    bearer: response.json<{ accessToken: string }>().accessToken,
    cookie: `${cookie.name}=${cookie.value}`,
  }
}

/** A staff member with a role, signed in. */
export async function staffSignedIn(portal: TestPortal, role: StaffRole = 'support'): Promise<StaffHalves> {
  const username = await seedStaff(portal, role)
  return staffHalves(await signInAsStaff(portal, { username }))
}

/** Builds a call of staff with their session. */
export const asStaff = ({ bearer, cookie }: StaffHalves): ValidCall => ({
  params: {},
  query: {},
  body: undefined,
  headers: { authorization: `Bearer ${bearer}`, cookie, applicationid: 'Web' },
})

/** A source of calls by staff of a role, each with a session of its own. */
export async function staffFixture(portal: TestPortal, role: StaffRole = 'admin'): Promise<() => Promise<ValidCall>> {
  const username = await seedStaff(portal, role)
  return async () => asStaff(await seedStaffSession(portal, username))
}

/** Signs staff in without password and code. */
export async function seedStaffSession(portal: TestPortal, username: string): Promise<StaffHalves> {
  const { token, cookie, tokenHash, cookieHash } = newSplitToken(portal.deps.random)
  const now = portal.clock.now()
  const { staff_id: staffId } = await portal.db
    .selectFrom('portal.staff_login')
    .select('staff_id')
    .where('username_key', '=', username)
    .executeTakeFirstOrThrow()
  await portal.db
    .insertInto('portal.staff_session')
    .values({
      session_id: randomUUID(),
      staff_id: staffId,
      token_hash: tokenHash,
      cookie_hash: cookieHash,
      signed_in_at: now,
      last_seen_at: now,
      ends_at: new Date(now.getTime() + 28_800_000),
      client_address: '198.51.100.201',
    })
    .execute()
  return { bearer: token, cookie: `__Host-staff_fp=${cookie}` }
}

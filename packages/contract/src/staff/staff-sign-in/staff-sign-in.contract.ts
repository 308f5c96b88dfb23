import { staffRoles } from '@coopline/rules/staff/staff-sign-in/staff-rights'
import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { wireOpaque } from '../../wire.ts'

export const staffRole = z.enum(staffRoles)

/** Longer texts than the fields hold are refused by rule; these bounds only keep bodies small. */
const typed = z.string().max(256)
const code = z.string().max(32)
const source = 'addition: staff console'
const singleSignOn = 'addition: single sign-on of staff'

/** The staff member who is signed in, as the console shows them. */
const staffFacts = { name: z.string(), username: z.string(), role: staffRole }

export const staffSignIn = {
  signIn: endpoint('staffSignIn.signIn', 'POST /v3/staff/session', {
    auth: 'public',
    summary: 'Sign staff in with username, password and authenticator app code',
    source,
    body: z.strictObject({ username: typed, password: typed, code }),
    answer: z.strictObject({ accessToken: wireOpaque, ...staffFacts }),
    errors: [403],
  }),
  session: endpoint('staffSignIn.session', 'GET /v3/staff/session', {
    auth: 'staff',
    roles: staffRoles,
    summary: 'Get the signed-in staff member and the remaining session time without extending it',
    source,
    background: true,
    answer: z.strictObject({
      ...staffFacts,
      /** Seconds until the session ends when nothing more is called. */
      idleSecondsLeft: z.int(),
      /** Seconds until it ends even when it is in use. */
      secondsLeft: z.int(),
    }),
    errors: [401, 403],
  }),
  signOut: endpoint('staffSignIn.signOut', 'POST /v3/staff/session/end', {
    auth: 'staff',
    roles: staffRoles,
    summary: 'Sign staff out',
    source,
    body: z.strictObject({}),
    answer: z.strictObject({}),
    errors: [401, 403],
  }),
  beginSetUp: endpoint('staffSignIn.beginSetUp', 'POST /v3/staff/set-up/begin', {
    auth: 'public',
    summary: 'Open a staff set-up link and return a new authenticator app secret',
    source,
    body: z.strictObject({ token: wireOpaque }),
    answer: z.strictObject({
      username: z.string(),
      totpUri: z.string(),
      secretNewKey: z.string(),
      /** The QR code of `totpUri`: the dark modules as an SVG path, and the side of its square in units. */
      qrCode: z.strictObject({ path: z.string(), size: z.int() }),
    }),
    errors: [403],
  }),
  setUp: endpoint('staffSignIn.setUp', 'POST /v3/staff/set-up', {
    auth: 'public',
    summary: 'Set a staff password and activate the authenticator app with its first code',
    source,
    body: z.strictObject({ token: wireOpaque, password: typed, cnfpassword: typed, code }),
    answer: z.strictObject({ username: z.string() }),
    errors: [403],
  }),
  ways: endpoint('staffSignIn.ways', 'GET /v3/staff/sign-on', {
    auth: 'public',
    summary: 'Get the name of the identity provider at which staff sign in, or null where they have local logins only',
    source: singleSignOn,
    answer: z.strictObject({ provider: z.string().nullable() }),
  }),
  beginSignOn: endpoint('staffSignIn.beginSignOn', 'POST /v3/staff/sign-on/begin', {
    auth: 'public',
    summary: 'Begin a sign-in at the identity provider and return the address to send the browser to',
    source: singleSignOn,
    body: z.strictObject({}),
    answer: z.strictObject({ address: z.string() }),
    errors: [403],
  }),
  finishSignOn: endpoint('staffSignIn.finishSignOn', 'POST /v3/staff/sign-on/finish', {
    auth: 'public',
    summary: 'Sign staff in by the query with which the identity provider sent the same browser back',
    source: singleSignOn,
    body: z.strictObject({ answer: z.string().min(1).max(8_192) }),
    answer: z.strictObject({ accessToken: wireOpaque, ...staffFacts }),
    errors: [403],
  }),
}

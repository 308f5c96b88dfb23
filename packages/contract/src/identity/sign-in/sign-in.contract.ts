import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { wireInstant, wireMemberNumber, wireOpaque } from '../../wire.ts'

/** Longer texts than the fields hold are refused by rule, with a sentence; these bounds only keep bodies small. */
const typed = z.string().max(256)

/**
 * Login response (DM-10). Either the member is signed in (`accessToken`), or the password was right and a code is
 * still wanted (`mfaAuthenticateModel`).
 */
export const loginResponse = z.strictObject({
  accessToken: wireOpaque.nullable(),
  memberNumber: wireMemberNumber.nullable(),
  /** Minutes without a call after which the session ends. */
  expireInMinutes: z.int().nullable(),
  memberMfaEnabled: z.boolean(),
  mfaAuthenticateModel: z.strictObject({ encryptedMember: wireOpaque, encryptedUserName: wireOpaque }).nullable(),
  /** Present as documented; the portal's pages do not use it (REQ-D-056). */
  loginInfo: z.strictObject({ userName: z.string() }).nullable(),
})

/** The facts from which the browser warns before a session ends. */
const sessionFacts = z.strictObject({
  memberNumber: wireMemberNumber,
  userName: z.string(),
  memberMfaEnabled: z.boolean(),
  signedInAt: wireInstant,
  /** Seconds until the session ends when nothing more is called. */
  idleSecondsLeft: z.int(),
  /** Seconds until it ends even when it is in use. */
  secondsLeft: z.int(),
  /** The time before the end of the session at which to warn, in seconds. */
  warningSeconds: z.int(),
})

const renewedSession = z.strictObject({ accessToken: wireOpaque, expireInMinutes: z.int() })

export const listedSession = z.strictObject({
  id: z.string(),
  /** Browser and system in words, such as `Chrome on Android`. */
  device: z.string(),
  /** The address of the client. */
  clientAddress: z.string(),
  signedInAt: wireInstant,
  lastSeenAt: wireInstant,
  isThisOne: z.boolean(),
})

/** The audit entries that members see; the pages have a sentence for each. */
const activityKind = z.enum([
  'sign-in.succeeded',
  'sign-in.failed',
  'sign-in.code-failed',
  'sign-in.ended',
  'session.ended',
  'session.all-ended',
  'session.stolen',
  'credentials.registered',
  'credentials.password-changed',
  'credentials.username-changed',
  'credentials.email-changed',
  'credentials.reset-asked',
  'credentials.app-added',
  'credentials.app-removed',
  'credentials.recovery-codes-made',
  'credentials.passkey-added',
  'credentials.passkey-removed',
  'credentials.passkey-confirmed',
  'calendar.turned-on',
  'calendar.renewed',
  'calendar.turned-off',
  'payment.requested',
  'payment.declined',
  'payment.reinstated',
  'staff.viewed',
  'staff.portal-viewed',
  'staff.portal-view-ended',
  'staff.unlocked',
  'staff.signed-out',
  'staff.reset-sent',
  'staff.code-resent',
  'staff.invitation-resent',
  'staff.passkey-removed',
  'staff.connection-ended',
  'staff.access-ended',
  'staff.exported',
  'staff.photo-saved',
  'staff.erased',
  'staff.payment-viewed',
  'staff.payment-accepted',
  'staff.payment-rejected',
  'staff.payment-proposed',
  'staff.payment-refunded',
  'staff.alarm-settled',
])

/** One thing that happened to the login: what, when, from where. */
export const activity = z.strictObject({
  kind: activityKind,
  at: wireInstant,
  clientAddress: z.string().nullable(),
  /** The reason that staff gave for viewing the portal as the member; `null` for other activities. */
  reason: z.string().nullable(),
})

const member = z.strictObject({ memberNumber: wireMemberNumber })

export const signIn = {
  login: endpoint('signIn.login', 'POST /v3/login', {
    auth: 'public',
    summary: 'Sign in with username and password, or return the second step',
    source: 'AP-14, DM-10',
    body: z.strictObject({ username: typed, password: typed }),
    answer: loginResponse,
  }),
  verifyMfa: endpoint('signIn.verifyMfa', 'POST /v3/login/mfa', {
    auth: 'public',
    summary: 'Complete sign-in with an authenticator app code or a recovery code',
    source: 'AP-15, DM-12',
    body: z.strictObject({
      userName: typed,
      token: z.string().max(32),
      encryptedMember: wireOpaque,
      encryptedUserName: wireOpaque,
    }),
    answer: loginResponse,
  }),
  exchange: endpoint('signIn.exchange', 'POST /v3/external-redirect', {
    auth: 'public',
    summary: 'Exchange a partner site’s one-time code for a session',
    source: 'XL-01, REQ-D-004',
    body: z.strictObject({ token: wireOpaque, member: z.string().max(64) }),
    answer: loginResponse,
    errors: [401],
  }),
  issueHandOff: endpoint('signIn.issueHandOff', 'POST /v3/partner/hand-offs', {
    auth: 'partner',
    summary: 'Create a one-time code that signs a partner site’s member in',
    source: 'REQ-D-004',
    body: z.strictObject({ memberNumber: wireMemberNumber }),
    answer: z.strictObject({ token: wireOpaque, expiresInSeconds: z.int(), address: z.string() }),
    errors: [401, 404],
    rawBody: true,
    foreignClients: true,
  }),
  session: endpoint('signIn.session', 'GET /v3/session', {
    auth: 'member',
    guests: true,
    summary: 'Get the remaining session time without extending it',
    source: 'addition: warning before the session ends',
    background: true,
    answer: sessionFacts,
    errors: [401],
  }),
  renew: endpoint('signIn.renew', 'POST /v3/session/renew', {
    auth: 'member',
    guests: true,
    summary: 'Renew the session with a new token and cookie',
    source: 'REQ-D-004',
    answer: renewedSession,
    errors: [401],
    body: z.strictObject({}),
  }),
  stepUp: endpoint('signIn.stepUp', 'POST /v3/session/step-up', {
    auth: 'member',
    guests: true,
    summary: 'Reauthenticate the member to allow sensitive changes for some minutes',
    source: 'REQ-D-009',
    body: z.strictObject({ password: typed, code: z.string().max(32).optional() }),
    answer: renewedSession,
    errors: [401],
  }),
  signOut: endpoint('signIn.signOut', 'POST /v3/session/end', {
    auth: 'member',
    guests: true,
    summary: 'Sign out of this session, or of all sessions with `everywhere`',
    source: 'SH-64',
    body: z.strictObject({ everywhere: z.boolean() }),
    answer: z.strictObject({ ended: z.int() }),
    errors: [401],
  }),
  sessions: endpoint('signIn.sessions', 'GET /v3/members/{memberNumber}/sessions', {
    auth: 'member',
    guests: true,
    portalView: 'access',
    summary: 'List active sessions',
    source: 'addition: own sessions',
    params: member,
    answer: z.strictObject({ sessions: z.array(listedSession) }),
    errors: [401, 404],
  }),
  endSession: endpoint('signIn.endSession', 'DELETE /v3/members/{memberNumber}/sessions/{sessionId}', {
    auth: 'member',
    guests: true,
    summary: 'End a session',
    source: 'addition: own sessions',
    params: member.extend({ sessionId: z.uuid() }),
    answer: z.strictObject({ ended: z.int() }),
    errors: [401, 404],
  }),
  activity: endpoint('signIn.activity', 'GET /v3/members/{memberNumber}/activity', {
    auth: 'member',
    guests: true,
    portalView: 'access',
    summary: 'List the last ten sign-in, profile and payment events, and the last views of the portal by staff',
    source: 'addition: audit for members',
    params: member,
    answer: z.strictObject({ activities: z.array(activity) }),
    errors: [401, 404],
  }),
}

export type LoginResponse = z.output<typeof loginResponse>
export type SessionFacts = z.output<typeof sessionFacts>
export type ListedSession = z.output<typeof listedSession>
export const activityKinds = activityKind.options
export type ActivityKind = z.output<typeof activityKind>
export type Activity = z.output<typeof activity>

import { staffRights } from '@coopline/rules/staff/staff-sign-in/staff-rights'
import { z } from 'zod'
import { connection } from '../../usage/connected-apps/connected-apps.contract.ts'
import { endpoint } from '../../endpoint.ts'
import { contact, contactId } from '../../messages/notifications/notifications.contract.ts'
import { passkey, credentialId } from '../../identity/passkeys/passkeys.contract.ts'
import { accessId, personWithAccess } from '../../identity/shared-access/shared-access.contract.ts'
import { activity, listedSession } from '../../identity/sign-in/sign-in.contract.ts'
import { wireCents, wireDate, wireInstant, wireMemberNumber, wireOpaque } from '../../wire.ts'

const source = 'addition: staff console'
const member = z.strictObject({ memberNumber: wireMemberNumber })

const foundMember = z.strictObject({
  memberNumber: wireMemberNumber,
  name: z.string(),
  /** `null` without an online account. */
  username: z.string().nullable(),
  /** `null` without a lock now. */
  lockedUntil: wireInstant.nullable(),
  /** Too many wrong passwords closed the online account. */
  isDisabled: z.boolean(),
  accounts: z.array(z.strictObject({ accountNumber: z.string(), status: z.string(), address: z.string() })),
})

const account = z.strictObject({
  accountNumber: z.string(),
  status: z.string(),
  holder: z.string(),
  address: z.string(),
  /** `null` for staff who see no money. */
  money: z
    .strictObject({ balance: wireCents.nullable(), pastDue: wireCents.nullable(), dueDate: wireDate.nullable() })
    .nullable(),
})

const login = z.strictObject({
  username: z.string(),
  email: z.string(),
  createdAt: wireInstant,
  lastSignInAt: wireInstant.nullable(),
  passwordSetAt: wireInstant,
  /** Wrong passwords and codes since the last sign-in. */
  failures: z.int(),
  /** `null` without a lock now. */
  lockedUntil: wireInstant.nullable(),
  isClosed: z.boolean(),
  hasApp: z.boolean(),
  passkeys: z.array(passkey),
  sessions: z.array(listedSession),
})

/** A payment with its history, in order. */
const payment = z.strictObject({
  transNo: z.string(),
  origin: z.string(),
  state: z.string(),
  amount: wireCents,
  fee: wireCents.nullable(),
  /** The address of the person with access who paid; `null` for a payment of anyone else. */
  paidBy: z.string().nullable(),
  requestedAt: wireInstant,
  confirmationNumber: z.string().nullable(),
  accounts: z.array(z.strictObject({ accountNumber: z.string(), amount: wireCents })),
  moves: z.array(z.strictObject({ at: wireInstant, from: z.string(), to: z.string(), source: z.string() })),
  reports: z.array(z.strictObject({ at: wireInstant, type: z.string(), source: z.string(), outcome: z.string() })),
  ledger: z.array(z.strictObject({ kind: z.string(), ledgerAccount: z.string(), amount: wireCents })),
})

const helpedMember = z.strictObject({
  memberNumber: wireMemberNumber,
  name: z.string(),
  language: z.string(),
  emails: z.array(z.string()),
  phones: z.array(z.string()),
  accounts: z.array(account),
  /** The member's sign-in methods and everyone with access to their data; `null` for staff without that duty. */
  access: z
    .strictObject({
      /** `null` without an online account. */
      login: login.nullable(),
      connections: z.array(connection),
      people: z.array(personWithAccess),
      /** The contacts that get the member's messages, besides the address of the online account. */
      contacts: z.array(contact),
      /** Channels on which a code or link has waited to be sent for minutes: what is sent now may leave late. */
      delayed: z.array(z.enum(['email', 'text'])),
      activity: z.array(activity),
    })
    .nullable(),
  /** The newest payments; `null` for staff who see no money. */
  payments: z.array(payment).nullable(),
})

/** The session with which a browser tab shows the portal as a member. */
const portalView = z.strictObject({
  /** Opens the reads that the member has, together with the cookie of the staff session, and nothing else. */
  accessToken: wireOpaque,
  memberNumber: wireMemberNumber,
  name: z.string(),
  memberMfaEnabled: z.boolean(),
  secondsLeft: z.int(),
})

const action = {
  auth: 'staff',
  roles: staffRights.access,
  source,
  params: member,
  body: z.strictObject({}),
  /** The member as they are now. */
  answer: helpedMember,
  errors: [401, 403, 404] as const,
} as const

export const memberSupport = {
  search: endpoint('memberSupport.search', 'POST /v3/staff/members/search', {
    auth: 'staff',
    roles: staffRights.members,
    summary: 'Find members by name, account, phone, email address, username or service address',
    source,
    // In the body, so that no access log has what staff search for.
    body: z.strictObject({ text: z.string().max(100) }),
    answer: z.strictObject({
      members: z.array(foundMember),
      /** More members fit than the 20 that are listed. */
      hasMore: z.boolean(),
    }),
    errors: [401, 403],
  }),
  view: endpoint('memberSupport.view', 'GET /v3/staff/members/{memberNumber}', {
    auth: 'staff',
    roles: staffRights.members,
    summary: 'Get a member for staff; the member sees the view in their activity',
    source,
    params: member,
    answer: helpedMember,
    errors: [401, 403, 404],
  }),
  openPortalView: endpoint('memberSupport.openPortalView', 'POST /v3/staff/members/{memberNumber}/portal-view', {
    auth: 'staff',
    roles: staffRights.members,
    summary: 'Open a read-only view of the portal as a member sees it; the member reads the reason in their activity',
    source,
    params: member,
    body: z.strictObject({ reason: z.string().max(1000) }),
    answer: portalView,
    errors: [401, 403, 404],
  }),
  endPortalView: endpoint('memberSupport.endPortalView', 'POST /v3/staff/portal-view/end', {
    auth: 'staff',
    roles: staffRights.members,
    summary: 'End the view of the portal that this staff session has opened',
    source,
    body: z.strictObject({}),
    answer: z.strictObject({}),
    errors: [401, 403],
  }),
  unlock: endpoint('memberSupport.unlock', 'POST /v3/staff/members/{memberNumber}/unlock', {
    ...action,
    summary: 'Unlock a member’s online account',
  }),
  signOut: endpoint('memberSupport.signOut', 'POST /v3/staff/members/{memberNumber}/sign-out', {
    ...action,
    summary: 'End every session of a member',
  }),
  sendReset: endpoint('memberSupport.sendReset', 'POST /v3/staff/members/{memberNumber}/send-reset', {
    ...action,
    summary: 'Mail a member a link to set a new password, to the address of their online account',
  }),
  resendCode: endpoint('memberSupport.resendCode', 'POST /v3/staff/members/{memberNumber}/resend-code', {
    ...action,
    summary: 'Send a new code to a contact that a member has not verified; staff do not see it',
    body: z.strictObject({ id: contactId }),
  }),
  resendInvitation: endpoint(
    'memberSupport.resendInvitation',
    'POST /v3/staff/members/{memberNumber}/resend-invitation',
    {
      ...action,
      summary: 'Resend a member’s invitation that nobody has accepted, with a new link, to the same address',
      body: z.strictObject({ id: accessId }),
    },
  ),
  removePasskey: endpoint('memberSupport.removePasskey', 'POST /v3/staff/members/{memberNumber}/remove-passkey', {
    ...action,
    summary: 'Remove a passkey of a member',
    body: z.strictObject({ id: credentialId }),
  }),
  endConnection: endpoint('memberSupport.endConnection', 'POST /v3/staff/members/{memberNumber}/end-connection', {
    ...action,
    summary: 'End a connected app or access token of a member',
    body: z.strictObject({ id: z.string().min(1).max(64) }),
  }),
  endAccess: endpoint('memberSupport.endAccess', 'POST /v3/staff/members/{memberNumber}/end-access', {
    ...action,
    summary: 'End the access of a person whom a member invited',
    body: z.strictObject({ id: accessId }),
  }),
}

export type HelpedMember = z.output<typeof helpedMember>
export type PortalView = z.output<typeof portalView>
export type FoundMember = z.output<typeof foundMember>
export type HelpedPayment = z.output<typeof payment>

import { mostPrepaidAmounts } from '@coopline/rules/messages/notifications/prepaid'
import { topics } from '@coopline/rules/messages/notifications/topics'
import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { wireAccountNumber, wireCents, wireMemberNumber, wireOpaque } from '../../wire.ts'

const member = z.strictObject({ memberNumber: wireMemberNumber })
export const contactId = z.string().regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![\s\S])/u)
const ownContact = member.extend({ contactId })
const account = member.extend({ accountNumber: wireAccountNumber })
/** An address, or a phone number in any usual writing. */
const typedContact = z.string().max(256)

export const contact = z.strictObject({
  /** `login` for the address of the login, which is always there and is changed under My Profile. */
  id: z.union([contactId, z.literal('login')]),
  channel: z.enum(['email', 'text']),
  /** The address, or ten digits. */
  value: z.string(),
  isVerified: z.boolean(),
  /** True for a phone that answered STOP: nothing is sent to it until it answers START. */
  isStopped: z.boolean(),
})

const codeSent = z.strictObject({ contact, codeMinutes: z.int() })

const choice = z.strictObject({ topic: z.enum(topics), byEmail: z.boolean(), byText: z.boolean() })
const choices = z.array(choice).max(topics.length)

/** At what a member is warned that prepaid money is running out. */
const prepaid = z.strictObject({
  /** Warns while this many days are left, or fewer; null turns the warning off. */
  daysLeft: z.int().nullable(),
  /** Warns at each of these amounts or less. */
  amounts: z.array(wireCents).max(mostPrepaidAmounts),
})

const accountChoices = z.strictObject({
  /** `login` or one of the member's confirmed addresses. */
  emailContactId: z.union([contactId, z.literal('login')]),
  /** One of the member's confirmed phones; null: no texts. */
  textContactId: contactId.nullable(),
  choices,
})
/** About the login itself, for all accounts; its emails always go to the address of the login. */
const loginChoices = z.strictObject({ textContactId: contactId.nullable(), choices })

const settings = z.strictObject({
  contacts: z.array(contact),
  /** Whether text messages are offered at all. */
  textOffered: z.boolean(),
  account: accountChoices,
  login: loginChoices,
  /** Null for an account that is not prepaid. */
  prepaid: prepaid.nullable(),
})

const unsubscribed = z.strictObject({
  topic: z.enum(topics),
  /** The last four digits of the account. */
  accountEnding: z.string(),
  isOn: z.boolean(),
  /** True when this link turned the emails off and the choice has not been changed since. */
  canUndo: z.boolean(),
})

export const notifications = {
  contacts: endpoint('notifications.contacts', 'GET /v3/members/{memberNumber}/contacts', {
    auth: 'member',
    portalView: 'access',
    summary: 'List notification contacts',
    source: 'REQ-D-085',
    params: member,
    answer: z.strictObject({ contacts: z.array(contact), textOffered: z.boolean() }),
    errors: [401, 403, 404],
  }),
  addContact: endpoint('notifications.addContact', 'POST /v3/members/{memberNumber}/contacts', {
    auth: 'member',
    proof: 'always',
    summary: 'Add a contact and send it a verification code',
    source: 'REQ-D-085',
    params: member,
    body: z.strictObject({ channel: z.enum(['email', 'text']), value: typedContact }),
    answer: codeSent,
    errors: [401, 403, 404, 409],
  }),
  changeContact: endpoint('notifications.changeContact', 'PUT /v3/members/{memberNumber}/contacts/{contactId}', {
    auth: 'member',
    proof: 'always',
    summary: 'Update a contact and require verification again',
    source: 'REQ-D-085',
    params: ownContact,
    body: z.strictObject({ value: typedContact }),
    answer: codeSent,
    errors: [401, 403, 404, 409],
  }),
  sendCode: endpoint('notifications.sendCode', 'POST /v3/members/{memberNumber}/contacts/{contactId}/code', {
    auth: 'member',
    summary: 'Send a new code to an unverified contact',
    source: 'REQ-D-085',
    params: ownContact,
    body: z.strictObject({}),
    answer: codeSent,
    errors: [401, 403, 404, 409],
  }),
  verifyContact: endpoint(
    'notifications.verifyContact',
    'POST /v3/members/{memberNumber}/contacts/{contactId}/verify',
    {
      auth: 'member',
      summary: 'Verify a contact with its code',
      source: 'REQ-D-085',
      params: ownContact,
      body: z.strictObject({ code: z.string().max(32) }),
      answer: z.strictObject({ contact }),
      errors: [401, 403, 404],
    },
  ),
  removeContact: endpoint('notifications.removeContact', 'DELETE /v3/members/{memberNumber}/contacts/{contactId}', {
    auth: 'member',
    proof: 'always',
    summary: 'Delete a contact; its emails move to the login email, its texts stop',
    source: 'REQ-D-085',
    params: ownContact,
    answer: z.strictObject({ removed: z.literal(true) }),
    errors: [401, 403, 404],
  }),
  settings: endpoint(
    'notifications.settings',
    'GET /v3/members/{memberNumber}/accounts/{accountNumber}/notifications',
    {
      auth: 'member',
      portalView: 'access',
      summary: 'Get notification settings of an account and of the login',
      source: 'REQ-D-084',
      params: account,
      answer: settings,
      errors: [401, 403, 404],
    },
  ),
  save: endpoint('notifications.save', 'PUT /v3/members/{memberNumber}/accounts/{accountNumber}/notifications', {
    auth: 'member',
    proof: 'sometimes',
    summary: 'Update notification settings; topics and thresholds left out keep their values',
    source: 'REQ-D-084',
    params: account,
    body: z.strictObject({ account: accountChoices, login: loginChoices, prepaid: prepaid.optional() }),
    answer: settings,
    errors: [401, 403, 404],
  }),
  checkUnsubscribe: endpoint('notifications.checkUnsubscribe', 'POST /v3/unsubscribe/check', {
    auth: 'public',
    summary: 'Preview an unsubscribe link without changing anything',
    source: 'addition: RFC 8058',
    body: z.strictObject({ token: wireOpaque }),
    answer: unsubscribed,
  }),
  unsubscribe: endpoint('notifications.unsubscribe', 'POST /v3/unsubscribe', {
    auth: 'public',
    summary: 'Unsubscribe an account from one kind of email, without signing in',
    source: 'addition: RFC 8058',
    body: z.strictObject({ token: wireOpaque }),
    answer: unsubscribed,
  }),
  undoUnsubscribe: endpoint('notifications.undoUnsubscribe', 'POST /v3/unsubscribe/undo', {
    auth: 'public',
    summary: 'Undo an unsubscription by the same link',
    source: 'addition: REQ-D-333',
    body: z.strictObject({ token: wireOpaque }),
    answer: unsubscribed,
  }),
  takeReply: endpoint('notifications.takeReply', 'POST /v3/text-messages/replies', {
    auth: 'text-service',
    summary: 'Receive a text message: STOP, STOP with a topic, START, HELP, OUT or STATUS',
    source: 'addition: CTIA messaging principles, 47 CFR 64.1200, REQ-D-388',
    body: z.strictObject({
      /** `+1` and ten digits. */
      from: z.string().regex(/^\+1[0-9]{10}(?![\s\S])/u),
      text: z.string().max(1_600),
    }),
    answer: z.strictObject({ understood: z.enum(['stop', 'start', 'help', 'out', 'status', 'nothing']) }),
    errors: [401],
    foreignClients: true,
  }),
}

export type Contact = z.output<typeof contact>
export type NotificationSettings = z.output<typeof settings>
export type NotificationChoices = z.input<typeof notifications.save.body>

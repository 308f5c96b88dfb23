import { randomUUID } from 'node:crypto'
import type { Endpoint } from '@coopline/contract/endpoint'
import { notifications } from '@coopline/contract/messages/notifications/notifications.contract'
import { cents } from '@coopline/rules/kernel/money'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { insertUnsubscribeLinks, type Unsubscription } from '../../../platform/notices/notice.store.ts'
import { buildUnsubscribeLink } from '../../../platform/notices/unsubscribe-link.ts'
import { hashCode } from '../../../platform/verification-code/verification-code.ts'
import { replaceCode } from '../../../platform/verification-code/verification-code.store.ts'
import { type CallSource, type SliceFixtures, type ValidCall, visitor } from '../../../testing/endpoint-fixture.ts'
import type { TestPortal } from '../../../testing/test-portal.ts'
import { given, type StoreCalls } from '../../../testing/store-calls.ts'

/** The settings that let members choose their messages. */
export const notifyingSettings = { Notifications: true, allowSubscribeForNotification: true, Outage: true } as const

const [memberNumber, accountNumber] = ['10001', '100100101'] as const

/** Valid calls of notifications: Ada, signed in, with new contacts for each call. */
export const fixtures: SliceFixtures = async ({ portal, own, ofAccount }) => {
  portal.set(notifyingSettings)
  const link = await unsubscribeLinkOf(portal, { memberNumber, about: accountNumber, topic: 'bill-ready' })
  const body = { token: link.searchParams.get('token') }
  const reply = { from: '+17155550123', text: 'STOP BILL' }
  const toSave = async () => {
    await portal.db.deleteFrom('portal.notification_choice').execute()
    return { ...(await ofAccount()), body: chosen }
  }
  return [
    ...contactCalls(portal, own),
    [notifications.settings, ofAccount],
    [notifications.save, toSave],
    [notifications.checkUnsubscribe, { ...visitor, body }],
    [notifications.unsubscribe, { ...visitor, body }],
    [notifications.undoUnsubscribe, { ...visitor, body }],
    [
      notifications.takeReply,
      async () => ({ ...visitor, headers: { 'webhook-id': `t.${randomUUID()}` }, body: reply }),
    ],
  ]
}

const chosen = {
  account: {
    emailContactId: 'login',
    textContactId: null,
    choices: [{ topic: 'payment-failed', byEmail: false, byText: false }],
  },
  login: { textContactId: null, choices: [{ topic: 'security', byEmail: true, byText: false }] },
}

function contactCalls(portal: TestPortal, own: () => Promise<ValidCall>): readonly (readonly [Endpoint, CallSource])[] {
  const forgetAttempts = async () =>
    portal.db.deleteFrom('portal.attempt_counter').where('kind', 'like', 'contact.%').execute()
  const ofContact = async (value = anAddress()): Promise<ValidCall> => {
    const call = await own()
    await forgetAttempts()
    const contactId = await seedContact(portal, { value, isVerified: false })
    return { ...call, params: { ...call.params, contactId } }
  }
  const toAdd = async (): Promise<ValidCall> => {
    await portal.db.deleteFrom('portal.contact').where('member_number', '=', memberNumber).execute()
    await forgetAttempts()
    return { ...(await own()), body: { channel: 'email', value: anAddress() } }
  }
  const toVerify = async (): Promise<ValidCall> => {
    const [value, code] = [anAddress(), '739046']
    const call = await ofContact(value)
    await keepCode(portal, `contact:${call.params['contactId']}`, value, code)
    return { ...call, body: { code } }
  }
  return [
    [notifications.contacts, own],
    [notifications.addContact, toAdd],
    [notifications.changeContact, async () => ({ ...(await ofContact()), body: { value: anAddress() } })],
    [notifications.sendCode, async () => ({ ...(await ofContact()), body: {} })],
    [notifications.verifyContact, toVerify],
    [notifications.removeContact, async () => ofContact()],
  ]
}

async function keepCode({ db, deps, clock }: TestPortal, subject: string, resource: string, code: string) {
  const now = clock.now()
  const hashes = hashCode(deps.keys, { subject, resource }, code)
  const kept = { subject, ...hashes, now, expiresAt: new Date(now.getTime() + 60_000), maxAttempts: 5 }
  await db.transaction().execute(async (tx) => replaceCode(tx, kept))
}

const anAddress = (): string => `ada.${randomUUID().slice(0, 12)}@example.org`

/** An unsubscribe link as a mail of now carries it. */
export async function unsubscribeLinkOf({ db, deps }: TestPortal, what: Unsubscription): Promise<URL> {
  const { address, row } = buildUnsubscribeLink(deps, what)
  await inTransaction(db, async (tx) => insertUnsubscribeLinks(tx, [row]))
  return new URL(address)
}

/** A contact of Ada's: an address that was confirmed, unless the test says otherwise. */
export async function seedContact(
  portal: TestPortal,
  contact: {
    readonly channel?: 'email' | 'text'
    readonly value?: string
    readonly isVerified?: boolean
    readonly memberNumber?: string
  } = {},
): Promise<string> {
  const { channel = 'email', value = 'ada.works@example.org', isVerified = true } = contact
  const now = portal.clock.now()
  const contactId = randomUUID()
  await portal.db
    .insertInto('portal.contact')
    .values({
      contact_id: contactId,
      member_number: contact.memberNumber ?? memberNumber,
      channel,
      value,
      verified_at: isVerified ? now : null,
      created_at: now,
    })
    .execute()
  return contactId
}

export const storeCalls: StoreCalls = {
  choices: {
    stopPhone: [given.phone, given.now],
    startPhone: ['7155550000'],
    isOptedOutPhone: [given.phone],
    listMembersOfPhone: [given.phone],
  },
  'due-notices': {
    listBilledAccounts: [[given.account], { today: given.day, isAutopayOffered: true, timeZone: 'America/Chicago' }],
    upsertNotifiedOutage: [[{ accountNumber: given.account, memberNumber: given.member, isOut: true }], given.now],
  },
  'prepaid-notices': {
    scanForPrepaid: [{ today: given.day, after: '', onlyReconnected: true }],
    listPrepaidStatements: [[given.account], given.day],
    noteEvaluatedPrepaid: [
      [
        {
          accountNumber: given.account,
          memberNumber: given.member,
          balance: cents(1),
          derivedStatus: 'Current',
          cutoffDate: null,
          revision: 0,
          noted: { balance: cents(1), service: 'on', cutoffOn: null, isDaysLow: false, lowestAmount: null },
        },
      ],
      { today: given.day, now: given.now },
    ],
    findThresholds: [{ memberNumber: given.member, accountNumber: given.account }],
    saveThresholds: [
      { memberNumber: given.member, accountNumber: given.account, now: given.now },
      { daysLeft: 5, amounts: [cents(2_000)] },
    ],
  },
  'estimate-changes': {
    noteEstimates: [
      [{ accountNumber: given.account, memberNumber: '10001', estimate: given.now, earlier: null }],
      given.now,
    ],
  },
}

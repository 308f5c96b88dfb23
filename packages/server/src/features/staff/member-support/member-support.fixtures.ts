import { randomUUID } from 'node:crypto'
import { memberSupport } from '@coopline/contract/staff/member-support/member-support.contract'
import { featureData } from '../../../features.ts'
import type { SliceFixtures, ValidCall } from '../../../testing/endpoint-fixture.ts'
import { staffFixture } from '../../../testing/seed-staff.ts'
import type { TestPortal } from '../../../testing/test-portal.ts'
import { eachOf, given, type StoreCalls } from '../../../testing/store-calls.ts'
import { seedConnection } from '../../usage/connected-apps/connected-apps.fixtures.ts'
import { notifyingSettings, seedContact } from '../../messages/notifications/notifications.fixtures.ts'
import { seedPasskey } from '../../identity/passkeys/passkeys.fixtures.ts'
import { seedInvitation } from '../../identity/shared-access/shared-access.fixtures.ts'

const { personalData } = featureData

const adas = { memberNumber: '10001', accountNumber: '100100101' }

const sendLimits = [
  'contact.codes-of-member',
  'contact.codes-of-member-of-day',
  'contact.codes-to-place',
  'shared-access.invite',
  'shared-access.invite-to',
]

/** Valid calls of staff about Ada. */
export const fixtures: SliceFixtures = async ({ portal, loginId }) => {
  const signedIn = await staffFixture(portal)
  portal.set({ ...notifyingSettings, sharedAccess: true, sharedInvitationsPerDay: 10_000, resetMailsPerHour: 10_000 })
  const aboutAda = async (body: unknown = {}): Promise<ValidCall> => ({
    ...(await signedIn()),
    params: { memberNumber: '10001' },
    body,
  })
  const forgetSends = async () =>
    portal.db.deleteFrom('portal.attempt_counter').where('kind', 'in', sendLimits).execute()
  const ofContact = async () => {
    await forgetSends()
    return aboutAda({ id: await seedContact(portal, { value: `ada.${randomUUID()}@example.org`, isVerified: false }) })
  }
  const ofInvitation = async () => {
    await forgetSends()
    return aboutAda({ id: (await seedInvitation(portal, adas)).accessId })
  }
  return [
    [memberSupport.search, async () => ({ ...(await signedIn()), body: { text: 'Lindqvist' } })],
    [memberSupport.view, async () => ({ ...(await aboutAda()), body: undefined })],
    [memberSupport.openPortalView, async () => aboutAda({ reason: 'Asked about a bill' })],
    [memberSupport.endPortalView, async () => ({ ...(await signedIn()), body: {} })],
    [memberSupport.unlock, async () => aboutAda()],
    [memberSupport.signOut, async () => aboutAda()],
    [memberSupport.sendReset, async () => aboutAda()],
    [memberSupport.resendCode, ofContact],
    [memberSupport.resendInvitation, ofInvitation],
    [memberSupport.removePasskey, async () => aboutAda({ id: (await seedPasskey(portal, loginId)).id })],
    [memberSupport.endConnection, async () => aboutAda({ id: (await seedConnection(portal, loginId)).grantId })],
    [memberSupport.endAccess, async () => aboutAda({ id: (await seedInvitation(portal, adas)).accessId })],
  ]
}

/** Ends everything for which an erasure is refused: open payments, scheduled payments, AutoPay and drafts. */
export const endPayments = async ({ database }: TestPortal) =>
  database.runScript(`
    update pay.payment set state = 'expired' where state in ('requested', 'handed-off', 'under-review');
    update portal.scheduled_payment set ended_at = now();
    update portal.autopay set state = 'canceled', method_id = null;
    update portal.draft set draft_type = null, method_id = null;
    update portal.draft_request set outcome = 'expired'`)

/** A scope without rows: the walk must not erase rows that later statements read. */
const personalScope = {
  memberNumber: 'nobody',
  accountNumbers: ['0'],
  heldSince: {},
  loginIds: [given.login],
  addresses: ['a@b.test'],
}

export const storeCalls: StoreCalls = {
  'find-members': {
    findMemberNumbers: [{ number: '1', phone: '7155550123', email: 'a@b.test', usernameKey: 'a', words: 'ada:*' }, 10],
    listMembers: [['10001'], 5],
  },
  'member-view': {
    findMemberFacts: ['10001', 10],
    findLoginFacts: ['10001'],
    listPaymentStories: ['10001', 10],
  },
  'portal-views': { findPortalView: [given.hash], listOpenPortalViews: [given.now, 10] },
  'personal-data': {
    loadPersonalScope: ['10001'],
    lockLogin: ['10001'],
    countMoneyUnderWay: [personalScope],
    listPersonalRows: eachOf(
      personalData
        .filter(({ omit }) => omit !== 'all')
        .flatMap((rule) => [undefined, '{}'].map((after) => [rule, personalScope, { after, limit: 10 }])),
    ),
    erasePersonalRows: eachOf(
      personalData.filter(({ isErased }) => isErased).map((rule) => [rule, personalScope, given.now]),
    ),
  },
}

import type { Requisition } from '@coopline/contract/paying/payments/payment-request'
import { sharedAccess, type SharedPayment } from '@coopline/contract/identity/shared-access/shared-access.contract'
import type { SharedRights } from '@coopline/rules/identity/shared-access/check-invitation'
import { anAccount } from '@coopline/testing/builders/account'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { documentHandle } from '../../../platform/documents/document-handle.ts'
import { randomLinkId, randomText } from '../../../platform/random.ts'
import { sha256 } from '../../../platform/secrets/split-token.ts'
import { hashCode } from '../../../platform/verification-code/verification-code.ts'
import { replaceCode } from '../../../platform/verification-code/verification-code.store.ts'
import { type FixtureBase, type SliceFixtures, type ValidCall, visitor } from '../../../testing/endpoint-fixture.ts'
import { encodedReturn } from '../../../testing/provider-double.ts'
import { payingSettings, requestOf } from '../../../testing/quick-payer.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import { seedBill } from '../../../testing/seed-bill.ts'
import { seedLogin } from '../../../testing/seed-login.ts'
import { seedMeter } from '../../../testing/seed-usage.ts'
import { given, type StoreCalls } from '../../../testing/store-calls.ts'
import type { TestPortal } from '../../../testing/test-portal.ts'
import { codeUse } from './open-invitation.ts'
import { acceptInvitation, insertAccess } from './shared-access.store.ts'

/** Nora, who shares an account with Ada. */
export const nora = { memberNumber: '10088', accountNumber: '100880101' } as const

const code = '402913'
export const guestEmail = 'guest@example.org'

/** Seeds Nora's account and login. @returns the id of the login. */
export async function seedNora(portal: TestPortal): Promise<string> {
  const member = { memberNumber: nora.memberNumber, name: 'Nora Haugen', phones: [], emails: ['nora@example.org'] }
  await seedAccount(portal.db, anAccount(nora.accountNumber).of(member))
  return seedLogin(portal, { username: 'nora.haugen', memberNumber: nora.memberNumber, email: 'nora@example.org' })
}

interface SeededShare {
  readonly memberNumber: string
  readonly accountNumber: string
  readonly rights?: SharedRights
}

/** Inserts an invitation to see an account, with a code that was sent. @returns its id and the id in its link. */
export async function seedInvitation(
  portal: TestPortal,
  { memberNumber, accountNumber, rights = 'view' }: SeededShare = nora,
): Promise<{ readonly accessId: string; readonly token: string }> {
  const { deps, clock } = portal
  const [accessId, token, now] = [randomText(deps.random, 18), randomLinkId(deps.random), clock.now()]
  const use = codeUse({ accessId, email: guestEmail })
  await inTransaction(portal.db, async (tx) => {
    await insertAccess(tx, {
      accessId,
      memberNumber,
      name: 'Bookkeeper',
      email: guestEmail,
      rights,
      tokenHash: sha256(token),
      invitedAt: now,
      invitationEndsAt: new Date(now.getTime() + 7 * 86_400_000),
      endsAt: new Date(now.getTime() + 30 * 86_400_000),
      accountNumbers: [accountNumber],
    })
    const expiresAt = new Date(now.getTime() + 3_600_000)
    await replaceCode(tx, { subject: use.subject, ...hashCode(deps.keys, use, code), now, expiresAt, maxAttempts: 5 })
  })
  return { accessId, token }
}

/** Inserts an access that a login has accepted. @returns its id. */
export async function seedGuest(portal: TestPortal, loginId: string, share: SeededShare = nora): Promise<string> {
  const { accessId, token } = await seedInvitation(portal, share)
  const accepted = { accessId, loginId, tokenHash: sha256(token) }
  await inTransaction(portal.db, async (tx) => acceptInvitation(tx, accepted, portal.clock.now()))
  return accessId
}

const adas = { memberNumber: '10001', accountNumber: '100100101' } as const

/** Ada lets a guest see her account, and sees Nora's. */
export const fixtures: SliceFixtures = async (base) => {
  const { portal } = base
  portal.set({ ...payingSettings, allowOverPay: true, quickPayRequisitionsPerHour: 1_000 })
  portal.set({ sharedAccess: true, sharedAccessCallsPerHour: 100_000, sharedInvitationsPerDay: 10_000 })
  const noraLogin = await seedNora(portal)
  return [...callsOfMember(base, noraLogin), ...callsByLink(base), ...(await callsOfGuest(base))]
}

type Calls = Awaited<ReturnType<SliceFixtures>>

function callsOfMember({ portal, own }: FixtureBase, noraLogin: string): Calls {
  const ofGuest = async (): Promise<ValidCall> => {
    const [call, id] = [await own(), await seedGuest(portal, noraLogin, adas)]
    return { ...call, params: { ...call.params, id } }
  }
  const invitation = { rights: 'view', accounts: ['100100101'], lastDay: '2027-01-31' }
  const invite = async (): Promise<ValidCall> => {
    await portal.db.deleteFrom('portal.shared_access').execute()
    return { ...(await own()), body: { name: 'Caregiver', email: newAddress(portal), ...invitation } }
  }
  return [
    [sharedAccess.list, own],
    [sharedAccess.invite, invite],
    [sharedAccess.activity, ofGuest],
    [sharedAccess.changeRights, async () => ({ ...(await ofGuest()), body: { rights: 'view-and-pay' } })],
    [sharedAccess.end, ofGuest],
  ]
}

/** Returns a new address, because one address gets only a few invitations a day. */
const newAddress = ({ deps }: TestPortal): string =>
  `guest.${Buffer.from(deps.random.bytes(6)).toString('hex')}@example.org`

function callsByLink({ portal, own }: FixtureBase): Calls {
  const invited = async () => ({ token: (await seedInvitation(portal)).token })
  const newLogin = () => ({
    username: `guest.${randomText(portal.deps.random, 6).replaceAll(/[^A-Za-z0-9]/gu, 'x')}`,
    password: 'Tamarack*Creek71',
  })
  return [
    [sharedAccess.invitation, async () => ({ ...visitor, body: await invited() })],
    [sharedAccess.sendCode, async () => ({ ...visitor, body: await invited() })],
    [sharedAccess.register, async () => ({ ...visitor, body: { ...(await invited()), code, ...newLogin() } })],
    [sharedAccess.accept, async () => ({ ...(await own()), body: { ...(await invited()), code } })],
  ]
}

async function callsOfGuest({ portal, loginId, own }: FixtureBase): Promise<Calls> {
  const { bill_date: billDate } = await seedBill(portal.db, { account_number: nora.accountNumber })
  await seedMeter(portal.db, { accountNumber: nora.accountNumber, meterNumber: 'N-1' })
  const received = async (): Promise<ValidCall> => {
    const [call, id] = [await own(), await seedGuest(portal, loginId)]
    return { ...call, params: { ...call.params, id } }
  }
  const shared = async (): Promise<ValidCall> => {
    const call = await received()
    return { ...call, params: { ...call.params, accountNumber: nora.accountNumber } }
  }
  const payable = async (): Promise<ValidCall> => {
    const [call, id] = [await own(), await seedGuest(portal, loginId, { ...nora, rights: 'view-and-pay' })]
    return { ...call, params: { ...call.params, id, accountNumber: nora.accountNumber } }
  }
  const pay = async (): Promise<ValidCall> => {
    const call = await payable()
    const { account } = (await portal.call(sharedAccess.payable, call)).json<SharedPayment>()
    return { ...call, body: requestOf({ account }, 5_000) }
  }
  const form = (await portal.call(sharedAccess.pay, await pay())).json<Requisition>()
  const query = { encryptedPayload: encodedReturn(form.paymentRequisitionSettings.transNo) }
  const billViewUrl = () => documentHandle(portal.deps, { kind: 'bill', ...nora, billDate })
  return [
    [sharedAccess.withMe, own],
    [sharedAccess.leave, received],
    [sharedAccess.account, shared],
    [sharedAccess.bills, shared],
    [sharedAccess.bill, async () => ({ ...(await shared()), body: { billViewUrl: billViewUrl() } })],
    [sharedAccess.usage, shared],
    [sharedAccess.payable, payable],
    [sharedAccess.pay, pay],
    [sharedAccess.paymentStatus, async () => ({ ...(await own()), query })],
  ]
}

export const storeCalls: StoreCalls = {
  'shared-access': {
    endAccessesOfMember: [given.member, given.now],
  },
  guests: { isIdleGuest: ['guest-abcdefghijklmn', given.now] },
}

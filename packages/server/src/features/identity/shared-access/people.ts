import type { AnswerOf } from '@coopline/contract/endpoint'
import type {
  PersonWithAccess,
  sharedAccess,
  SharedActivity,
} from '@coopline/contract/identity/shared-access/shared-access.contract'
import { calendarDateIn } from '@coopline/rules/kernel/calendar-date'
import type { SharedRights } from '@coopline/rules/identity/shared-access/check-invitation'
import { requireFreshProof } from '../../../platform/http/require-fresh-proof.ts'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { NotOwned } from '../../../platform/errors.ts'
import type { MemberCaller, MemberRequest } from '../../../platform/http/call.ts'
import { insertMessage } from '../../../platform/messages/message.store.ts'
import { listPaidByGuest } from '../../paying/payments/public.ts'
import { lookUpLogin, notifyMember } from '../sign-in/public.ts'
import { requireProofAfter } from './require-proof-after.ts'
import { endedMail } from './shared-access-mail.messages.ts'
import {
  countGuestsLocked,
  endAccess,
  endAccessesOfMember,
  type EndedAccess,
  type StoredAccess,
  listAccesses,
  listActivity,
  listChosenAccounts,
  updateRights,
} from './shared-access.store.ts'

/** Lists the people with access to the member's accounts, newest first. Ended ones stay on the list until retention deletes them. */
export async function listPeople(
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  { memberNumber }: Pick<MemberCaller, 'memberNumber'>,
  accessId?: string,
): Promise<{ readonly people: PersonWithAccess[] }> {
  const kept = await listAccesses(deps.db, memberNumber, deps.clock.now(), accessId)
  const accounts = await listChosenAccounts(
    deps.db,
    kept.map((one) => one.accessId),
  )
  const when = { now: deps.clock.now(), timeZone: deps.settings.current().timeZone }
  return { people: kept.map((one) => toPerson(one, accounts.get(one.accessId) ?? [], when)) }
}

const toPerson = (
  one: StoredAccess,
  accounts: readonly string[],
  { now, timeZone }: { readonly now: Date; readonly timeZone: string },
): PersonWithAccess => ({
  id: one.accessId,
  name: one.name,
  email: one.email,
  rights: one.rights,
  accounts: [...accounts],
  state: stateOf(one, now),
  invitedAt: one.invitedAt.toISOString(),
  invitationEndsAt: one.invitationEndsAt.toISOString(),
  acceptedAt: one.acceptedAt?.toISOString() ?? null,
  lastDay: calendarDateIn(timeZone, new Date(one.endsAt.getTime() - 1)),
  endReason: one.endReason ?? (isErased(one) ? 'guest-erased' : null),
  lastUsedAt: one.lastUsedAt?.toISOString() ?? null,
})

/** True for an access whose guest was erased. It no longer has a guest and, unlike an open invitation, no link. */
const isErased = (one: StoredAccess): boolean => one.acceptedAt === null && !one.isOpen

function stateOf(one: StoredAccess, now: Date): PersonWithAccess['state'] {
  if (one.endsAt <= now) return 'over'
  if (one.acceptedAt !== null) return 'active'
  return one.isOpen && one.invitationEndsAt > now ? 'invited' : 'over'
}

/** Lists the calls and payments of a guest. @throws NotOwned when the access is not to the caller's accounts. */
export async function listGuestActivity(
  deps: Pick<Deps, 'db' | 'clock'>,
  { memberNumber }: MemberCaller,
  accessId: string,
): Promise<AnswerOf<typeof sharedAccess.activity>> {
  const [found] = await listAccesses(deps.db, memberNumber, deps.clock.now(), accessId)
  if (found === undefined) throw new NotOwned('Not an access of the caller')
  const activities = await listActivity(deps.db, accessId)
  const payments = await listPaidByGuest(deps.db, accessId)
  return {
    payments: payments.map(({ transNo, paidAt, state, ...one }) => ({
      ...one,
      id: transNo,
      paidAt: paidAt.toISOString(),
      outcome: state,
    })),
    activities: activities.map((one) => ({
      ...one,
      hour: one.hour.toISOString(),
      what: one.what as SharedActivity['what'],
    })),
  }
}

/**
 * Changes the rights of a person, from the next call on.
 *
 * @throws NotOwned when the access is not to the caller's accounts or has ended; StepUpRequired when the change allows payments and the
 *   caller has no fresh proof.
 */
export async function changeRights(
  deps: Deps,
  who: MemberRequest,
  accessId: string,
  rights: SharedRights,
): Promise<{ readonly person: PersonWithAccess }> {
  const { memberNumber, loginId } = who.caller
  const [found] = (await listPeople(deps, who.caller, accessId)).people
  if (found === undefined || found.state === 'over') throw new NotOwned('Not an access of the caller')
  if (rights === 'view-and-pay') requireFreshProof(deps, who.caller)
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const { passwordSetAt } = await countGuestsLocked(tx, who.caller, now)
    if (rights === 'view-and-pay') requireProofAfter(who.caller, passwordSetAt)
    const change = { accessId, memberNumber, rights }
    if (!(await updateRights(tx, change, now))) return
    await recordAudit(tx, {
      kind: 'shared-access.rights-changed',
      at: now,
      memberNumber,
      clientAddress: who.request.clientAddress,
      requestId: who.request.id,
      detail: { access: accessId, rights },
    })
    if (rights === 'view-and-pay')
      await notifyMember(deps, tx, loginId, 'access-may-pay', `${accessId}:${who.request.id}`, () => [
        `${found.name}, ${found.email}`,
      ])
  })
  const [person] = (await listPeople(deps, who.caller, accessId)).people
  if (person === undefined) throw new NotOwned('Not an access of the caller')
  return { person }
}

/**
 * Ends a person's access, or cancels the invitation. The person's next call fails.
 *
 * @throws NotOwned when the access is not to the caller's accounts.
 */
export async function endPerson(deps: Deps, who: MemberRequest, accessId: string): Promise<{ readonly ended: true }> {
  const { memberNumber } = who.caller
  if ((await listAccesses(deps.db, memberNumber, deps.clock.now(), accessId)).length === 0)
    throw new NotOwned('Not an access of the caller')
  await inTransaction(deps.db, async (tx) => {
    if (!(await endAccessOf(deps, tx, { accessId, memberNumber }, 'member'))) return
    await recordAudit(tx, {
      kind: 'shared-access.ended',
      at: deps.clock.now(),
      memberNumber,
      clientAddress: who.request.clientAddress,
      requestId: who.request.id,
      detail: { access: accessId, by: 'member' },
    })
  })
  return { ended: true }
}

/**
 * Ends a person's access to a member's accounts, or cancels the invitation, and notifies both.
 *
 * @returns false when the member has no such access, or it has ended.
 */
export async function endAccessOf(
  deps: EndDeps,
  tx: Tx,
  which: { readonly accessId: string; readonly memberNumber: string },
  reason: 'member' | 'staff',
): Promise<boolean> {
  const ended = await endAccess(tx, which, reason, deps.clock.now())
  if (ended === undefined) return false
  await notifyEnd(deps, tx, { accessId: which.accessId, ...ended })
  return true
}

type EndDeps = Pick<Deps, 'db' | 'clock' | 'settings'>

/** Notifies both people that an access has ended. An invitation that no one accepted ends without an email. */
export async function notifyEnd(
  deps: EndDeps,
  tx: Tx,
  access: EndedAccess & { readonly accessId: string },
): Promise<void> {
  if (access.guestLoginId === null) return
  const [owner, guest] = [
    await lookUpLogin(tx, { memberNumber: access.memberNumber }),
    await lookUpLogin(tx, { loginId: access.guestLoginId }),
  ]
  if (owner !== undefined)
    await notifyMember(deps, tx, owner.loginId, 'access-ended', access.accessId, () => [
      `${access.name}, ${access.email}`,
    ])
  const language = guest?.language ?? 'en'
  await insertMessage(tx, {
    dedupeKey: `shared-access-ended:${access.accessId}`,
    channel: 'email',
    recipient: access.email,
    ...endedMail({ coopName: deps.settings.current().coopName }, language),
    language,
    now: deps.clock.now(),
  })
}

/** Ends every access to a member's accounts after a password reset. @returns the number of accesses. */
export async function endSharedAccess(tx: Tx, memberNumber: string, now: Date): Promise<number> {
  const count = await endAccessesOfMember(tx, memberNumber, now)
  if (count > 0)
    await recordAudit(tx, {
      kind: 'shared-access.ended',
      at: now,
      memberNumber,
      detail: { by: 'password-reset', count },
    })
  return count
}

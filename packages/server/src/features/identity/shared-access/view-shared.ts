import type { AnswerOf } from '@coopline/contract/endpoint'
import type {
  AccountForGuest,
  sharedAccess,
  SharedActivity,
  SharedWithMe,
} from '@coopline/contract/identity/shared-access/shared-access.contract'
import { calendarDateIn } from '@coopline/rules/kernel/calendar-date'
import { yesNo } from '@coopline/rules/kernel/flag'
import type { SharedRights } from '@coopline/rules/identity/shared-access/check-invitation'
import { accountOverviewMessage } from '@coopline/rules/accounts/account-overview/account-overview.messages'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { HistoryQuery } from '../../../platform/db/history-page.ts'
import type { Deps } from '../../../platform/deps.ts'
import { NotFound, NotOwned } from '../../../platform/errors.ts'
import { refusal } from '../../../platform/refusal.ts'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { loadPayable } from '../../accounts/accounts/public.ts'
import { listBills, loadBill } from '../../accounts/bills/public.ts'
import { listMonthlyUsage } from '../../usage/usage/public.ts'
import { notifyEnd } from './people.ts'
import { recordGuestAct } from './record-guest-act.ts'
import { admitGuest, listSharedWith, type SharedView } from './guests.store.ts'
import { endAccess } from './shared-access.store.ts'

/** The access of a guest, and the account that the guest requests by it. */
export interface SharedPlace {
  readonly id: string
  readonly accountNumber: string
}

interface AdmittedGuest {
  readonly view: SharedView
  /** The guest's request as a request of the member who shares. Pass it only to reads that guests may make. */
  readonly asOwner: MemberRequest
}

/**
 * Lets a guest into a shared account for one call, and records the call for the member who shares.
 *
 * @throws NotOwned when the access is not the caller's, has ended, does not cover the account or lacks the rights, or the account has
 *   another member.
 */
export async function requireShared(
  deps: Pick<Deps, 'db' | 'clock'>,
  { caller, request }: MemberRequest,
  { id, accountNumber }: SharedPlace,
  what: SharedActivity['what'],
  needs: SharedRights = 'view',
): Promise<AdmittedGuest> {
  const asked = { accessId: id, loginId: caller.loginId, accountNumber, what, needs }
  const view = await admitGuest(deps.db, asked, deps.clock.now())
  if (view === undefined) throw new NotOwned('Not shared with the caller', { accountNumber })
  return { view, asOwner: { request, caller: { ...caller, memberNumber: view.memberNumber } } }
}

/** Lists the accounts that others share with the caller's login now. */
export async function listSharedWithMe(
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  { caller }: MemberRequest,
): Promise<{ readonly shared: SharedWithMe[] }> {
  const rows = await listSharedWith(deps.db, caller.loginId, deps.clock.now())
  const shared = new Map<string, SharedWithMe>()
  for (const { accessId, memberName, rights, endsAt, ...account } of rows) {
    const one = shared.get(accessId) ?? {
      id: accessId,
      memberName,
      rights,
      lastDay: lastDayOf(deps, endsAt),
      accounts: [],
    }
    shared.set(accessId, { ...one, accounts: [...one.accounts, account] })
  }
  return { shared: [...shared.values()] }
}

/** Loads a shared account. @throws as `requireShared`. */
export async function loadSharedAccount(
  deps: Deps,
  who: MemberRequest,
  place: SharedPlace,
): Promise<AnswerOf<typeof sharedAccess.account>> {
  const { view } = await requireShared(deps, who, place, 'account')
  const account = await loadPayable(deps.db, view.memberNumber, place.accountNumber)
  const { street, city, state, zip } = account.serviceAddress
  const forGuest: AccountForGuest = {
    accountNumber: account.accountNumber,
    accountHolderName: account.holderName,
    serviceAddress: `${street}, ${city}, ${state} ${zip}`,
    accountType: account.accountType,
    derivedStatus: account.derivedStatus,
    accountBalance: account.balance,
    pastDueAmount: account.pastDue,
    dueDate: account.dueDate,
    isPrepaidAccount: yesNo(account.isPrepaid),
  }
  return {
    memberName: view.memberName,
    rights: view.rights,
    lastDay: lastDayOf(deps, view.endsAt),
    account: forGuest,
  }
}

/** Lists bills of a shared account. @throws as `requireShared`. */
export async function listSharedBills(deps: Deps, who: MemberRequest, place: SharedPlace, query: HistoryQuery) {
  const { asOwner } = await requireShared(deps, who, place, 'bills')
  return listBills(deps, asOwner, place.accountNumber, query)
}

/**
 * Loads a bill of a shared account.
 *
 * @throws as `requireShared`; NotFound when the handle opens no bill, or one of another account of the same member.
 */
export async function loadSharedBill(deps: Deps, who: MemberRequest, place: SharedPlace, handle: string) {
  const { asOwner } = await requireShared(deps, who, place, 'bill')
  const bill = await loadBill(deps, asOwner, handle)
  if (bill.accountNumber !== place.accountNumber)
    throw new NotFound('A bill of another account', refusal(accountOverviewMessage, 'no-bill'))
  return bill
}

/** Lists monthly usage of a shared account. @throws as `requireShared`; Refused when the account shows no usage. */
export async function listSharedUsage(deps: Deps, who: MemberRequest, place: SharedPlace) {
  const { asOwner } = await requireShared(deps, who, place, 'usage')
  return listMonthlyUsage(deps, asOwner, place.accountNumber, {})
}

/** Gives up an access. @throws NotOwned when it is not the caller's or has ended. */
export async function leaveShared(deps: Deps, who: MemberRequest, accessId: string): Promise<{ readonly ended: true }> {
  const { loginId } = who.caller
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const ended = await endAccess(tx, { accessId, loginId }, 'guest', now)
    if (ended === undefined) throw new NotOwned('Not an access of the caller')
    const guestNumber = who.caller.memberNumber
    const act = {
      kind: 'shared-access.ended',
      at: now,
      accessId,
      ownerNumber: ended.memberNumber,
      guestNumber,
    } as const
    await recordGuestAct(tx, who.request, act)
    await notifyEnd(deps, tx, { accessId, ...ended })
  })
  return { ended: true }
}

const lastDayOf = ({ settings }: Pick<Deps, 'settings'>, endsAt: Date) =>
  calendarDateIn(settings.current().timeZone, new Date(endsAt.getTime() - 1))

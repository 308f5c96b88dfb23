import type { BillDetail } from '@coopline/contract/accounts/bills/bills.contract'
import {
  accountOverviewMessage,
  type AccountOverviewNotice,
} from '@coopline/rules/accounts/account-overview/account-overview.messages'
import { parseCalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { Deps } from '../../../platform/deps.ts'
import { NotFound } from '../../../platform/errors.ts'
import { refusal } from '../../../platform/refusal.ts'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { type Bill, findBill } from './bill.store.ts'
import { openDocumentHandle } from '../../../platform/documents/document-handle.ts'
import { todayOf } from '../../../platform/today.ts'

type BillDeps = Pick<Deps, 'db' | 'clock' | 'keys' | 'settings'>

/** Loads a bill as figures and lines. @throws NotFound, always the same, for every handle that opens no bill of this member. */
export const loadBill = async (deps: BillDeps, memberRequest: MemberRequest, handle: string): Promise<BillDetail> =>
  (await billOf(deps, memberRequest, handle, 'no-bill')).detail

/**
 * Loads the bill of a handle.
 *
 * @throws NotFound with the sentence for `notice` when the handle is forged, changed, expired or another member's, or the bill is gone.
 */
export async function billOf(
  deps: BillDeps,
  { caller: { memberNumber } }: Pick<MemberRequest, 'caller'>,
  handle: string,
  notice: AccountOverviewNotice,
): Promise<Bill> {
  const sentence = refusal(accountOverviewMessage, notice)
  const named = openDocumentHandle(deps, handle, { memberNumber, refusal: sentence })
  const billDate = named?.kind === 'bill' ? parseCalendarDate(named.billDate) : null
  if (named?.kind !== 'bill' || billDate === null) throw new NotFound('The handle opens no bill', sentence)
  const today = todayOf(deps)
  const bill = await findBill(deps.db, memberNumber, { accountNumber: named.accountNumber, billDate }, today)
  if (bill === undefined) throw new NotFound('There is no such bill to show', sentence)
  return bill
}

import type { AccountAmounts, PaymentToConfirm } from '@coopline/contract/paying/pay-multiple/pay-multiple.contract'
import type { Deps } from '../../../platform/deps.ts'
import { todayOf } from '../../../platform/today.ts'
import {
  accountFigures,
  accountsWithCeiling,
  findPaymentsUnderWay,
  forHolder,
  isPayable,
  lastPaymentAnswer,
  listAmountsDue,
  listLastPayments,
  listPayableAccounts,
  listToConfirm,
  paymentsUnderWayAnswer,
} from '../payments/public.ts'

/**
 * Lists the amounts that may be paid on each account of a member (AP-18). A closed account is listed while something is owed on it.
 * Payments that the bank of the member wants confirmed are listed beside them.
 */
export async function loadAmounts(
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  memberNumber: string,
): Promise<{ readonly results: AccountAmounts[]; readonly toConfirm?: PaymentToConfirm[] }> {
  const { db, settings } = deps
  const current = settings.current()
  const accounts = (await listPayableAccounts(db, memberNumber)).filter(isPayable)
  const limited = accountsWithCeiling(
    current,
    accounts.map(({ account }) => account),
  )
  const underWay = limited.length === 0 ? undefined : forHolder(await findPaymentsUnderWay(db, limited))
  const due = await listAmountsDue(deps, accounts)
  const { timeZone, recentPaymentDays: days } = current
  const accountNumbers = accounts.map(({ account }) => account.accountNumber)
  const today = todayOf(deps)
  const last = await listLastPayments(db, { memberNumber, accountNumbers }, { today, timeZone, days })
  const toConfirm = await listToConfirm(db, memberNumber, deps.clock.now())
  return {
    ...(toConfirm.length > 0 && { toConfirm: [...toConfirm] }),
    results: accounts.map(({ account, arrangementAmount }) => ({
      ...accountFigures(account),
      accountType: account.accountType,
      isPrimaryAccount: account.isPrimary,
      arrangementAmount,
      amountDue: due.get(account.accountNumber) ?? null,
      lastPayment: lastPaymentAnswer(last.get(account.accountNumber)),
      paymentsUnderWay: paymentsUnderWayAnswer(current, underWay?.get(account.accountNumber)),
    })),
  }
}

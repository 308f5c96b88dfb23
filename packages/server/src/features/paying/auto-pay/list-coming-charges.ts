import { chargeDay, chargeObstacle, coversDueDate } from '@coopline/rules/paying/auto-pay/auto-pay'
import type { DueDate } from '@coopline/rules/accounts/due-calendar/list-due-dates'
import { type CalendarDate, calendarDateIn, isBefore } from '@coopline/rules/kernel/calendar-date'
import { subtractCents, zeroCents } from '@coopline/rules/kernel/money'
import type { Executor } from '../../../platform/db/open-database.ts'
import { owedOn } from '../../accounts/accounts/public.ts'
import { listDeferredOn } from '../payments/public.ts'
import { type AutopayAccount, listAutopayAccounts } from './auto-pay.store.ts'

/**
 * Lists the charges of AutoPay on a member's accounts from today on. An announced charge has its announced amount. The others have the
 * amount that is owed now, less what an arrangement defers past the planned day.
 */
export async function listComingCharges(
  executor: Executor,
  memberNumber: string,
  today: CalendarDate,
  timeZone: string,
): Promise<readonly DueDate[]> {
  const coming = (await listAutopayAccounts(executor, memberNumber)).flatMap((account) => {
    const charge = chargeOf(account, timeZone)
    const { accountNumber, accountType, dueDate, enrollment } = account
    if (dueDate === null || charge === null || isBefore(charge.dueOn, today)) return []
    return [{ accountNumber, accountType, item: dueDate, maxAmount: enrollment?.maxAmount ?? null, ...charge }]
  })
  const planned = coming.filter(({ isAnnounced }) => !isAnnounced)
  const deferred = await listDeferredOn(executor, planned)
  return coming.flatMap(({ isAnnounced, maxAmount, amount: owed, ...one }): readonly DueDate[] => {
    const amount = isAnnounced ? owed : subtractCents(owed, deferred.get(one.accountNumber) ?? zeroCents)
    const isAboveLimit = !isAnnounced && maxAmount !== null && amount > maxAmount
    return amount <= 0 || isAboveLimit ? [] : [{ kind: 'autopay', ...one, amount, isPastDue: false }]
  })
}

function chargeOf(
  { enrollment, dueDate, next, ...account }: AutopayAccount,
  timeZone: string,
): (Pick<DueDate, 'dueOn' | 'amount'> & { readonly isAnnounced: boolean }) | null {
  if (enrollment?.state !== 'active' || dueDate === null || chargeObstacle(account) !== null) return null
  if (next !== null)
    return next.state === 'waiting' ? { dueOn: next.chargeOn, amount: next.amount, isAnnounced: true } : null
  const changedOn = calendarDateIn(timeZone, enrollment.changedAt)
  if (!coversDueDate({ ...enrollment, changedOn }, dueDate)) return null
  return { dueOn: chargeDay(dueDate, enrollment.daysBefore), amount: owedOn(account), isAnnounced: false }
}

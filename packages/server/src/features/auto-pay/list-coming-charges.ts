import { chargeDay, coversDueDate } from '@coopline/rules/auto-pay/auto-pay'
import type { DueDate } from '@coopline/rules/due-calendar/list-due-dates'
import { type CalendarDate, calendarDateIn, isBefore } from '@coopline/rules/kernel/calendar-date'
import type { Executor } from '../../platform/db/open-database.ts'
import { owedOn } from '../accounts/public.ts'
import { type AutopayAccount, listAutopayAccounts } from './auto-pay.store.ts'

/** What AutoPay charges of a member's accounts from today on: as announced, else what is owed now on the planned day. */
export const listComingCharges = async (
  executor: Executor,
  memberNumber: string,
  today: CalendarDate,
  timeZone: string,
): Promise<readonly DueDate[]> =>
  (await listAutopayAccounts(executor, memberNumber)).flatMap((account): readonly DueDate[] => {
    const { accountNumber, accountType, dueDate } = account
    const charge = chargeOf(account, timeZone)
    if (dueDate === null || charge === null || isBefore(charge.dueOn, today)) return []
    return [{ kind: 'autopay', accountNumber, accountType, item: dueDate, ...charge, isPastDue: false }]
  })

function chargeOf(
  { enrollment, dueDate, next, ...account }: AutopayAccount,
  timeZone: string,
): Pick<DueDate, 'dueOn' | 'amount'> | null {
  if (enrollment?.state !== 'active' || dueDate === null) return null
  if (next !== null) return next.state === 'waiting' ? { dueOn: next.chargeOn, amount: next.amount } : null
  const changedOn = calendarDateIn(timeZone, enrollment.changedAt)
  const amount = owedOn(account)
  const isAboveLimit = enrollment.maxAmount !== null && amount > enrollment.maxAmount
  if (amount <= 0 || isAboveLimit || !coversDueDate({ ...enrollment, changedOn }, dueDate)) return null
  return { dueOn: chargeDay(dueDate, enrollment.daysBefore), amount }
}

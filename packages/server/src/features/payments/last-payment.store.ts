import { type CalendarDate, calendarDateIn, isAfter } from '@coopline/rules/kernel/calendar-date'
import { type Cents, cents } from '@coopline/rules/kernel/money'
import type { Executor } from '../../platform/db/open-database.ts'

export interface LastPayment {
  readonly amount: Cents
  readonly day: CalendarDate
}

/**
 * The most recent payment on an account: the cooperative's system knows of those it has taken in, we know of those made
 * here. `undefined` when there is none.
 *
 * @param timeZone where the day of a payment made here is told.
 */
export async function findLastPayment(
  executor: Executor,
  accountNumber: string,
  timeZone: string,
): Promise<LastPayment | undefined> {
  const [known, here] = [
    await lastKnown(executor, accountNumber),
    await lastMadeHere(executor, accountNumber, timeZone),
  ]
  if (known === undefined || here === undefined) return known ?? here
  return isAfter(known.day, here.day) ? known : here
}

async function lastKnown(executor: Executor, accountNumber: string): Promise<LastPayment | undefined> {
  const row = await executor
    .selectFrom('cis.payment')
    .select(['paid_on', 'amount'])
    .where('account_number', '=', accountNumber)
    .orderBy('paid_on', 'desc')
    .orderBy('reference', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { amount: cents(row.amount), day: row.paid_on }
}

async function lastMadeHere(
  executor: Executor,
  accountNumber: string,
  timeZone: string,
): Promise<LastPayment | undefined> {
  const row = await executor
    .selectFrom('pay.payment_item as item')
    .innerJoin('pay.payment as payment', 'payment.trans_no', 'item.trans_no')
    .select(['payment.settled_at', 'item.amount'])
    .where('item.account_number', '=', accountNumber)
    .where('payment.state', '=', 'confirmed')
    .where('payment.settled_at', 'is not', null)
    .orderBy('payment.settled_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined || row.settled_at === null) return undefined
  return { amount: cents(row.amount), day: calendarDateIn(timeZone, row.settled_at) }
}

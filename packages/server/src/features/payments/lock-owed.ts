import { calendarDateIn } from '@coopline/rules/kernel/calendar-date'
import { type Cents, subtractCents, zeroCents } from '@coopline/rules/kernel/money'
import type { Tx } from '../../platform/db/open-database.ts'
import type { Deps } from '../../platform/deps.ts'
import { type Account, findAccount, owedOn } from '../accounts/public.ts'
import { findDeferred } from './deferred.store.ts'
import { findPaymentsUnderWay, lockPaymentRequests } from './payments-under-way.store.ts'

/**
 * Makes the other payments of an account wait until the transaction ends, and loads the account with what is left to take from it
 * today. Payments under way count as paid; they are read before the account, so that one that is confirmed in between counts twice,
 * rather than not at all (decision 0026). What an arrangement made here defers is not taken (decision 0060).
 *
 * @returns `undefined` when the account is not the member's.
 */
export async function lockOwed(
  tx: Tx,
  { clock, settings }: Pick<Deps, 'clock' | 'settings'>,
  { memberNumber, accountNumber }: { readonly memberNumber: string; readonly accountNumber: string },
): Promise<{ readonly account: Account; readonly owed: Cents } | undefined> {
  await lockPaymentRequests(tx, [accountNumber])
  const underWay = (await findPaymentsUnderWay(tx, [accountNumber], clock.now())).get(accountNumber)
  const account = await findAccount(tx, memberNumber, accountNumber)
  if (account === undefined) return undefined
  const deferred = await findDeferred(tx, accountNumber, calendarDateIn(settings.current().timeZone, clock.now()))
  return { account, owed: subtractCents(subtractCents(owedOn(account), deferred), underWay?.amount ?? zeroCents) }
}

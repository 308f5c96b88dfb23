import { calendarDateIn } from '@coopline/rules/kernel/calendar-date'
import { type Cents, subtractCents, zeroCents } from '@coopline/rules/kernel/money'
import type { Tx } from '../../platform/db/open-database.ts'
import type { Deps } from '../../platform/deps.ts'
import { type Account, listAccountsByNumber, owedOn } from '../accounts/public.ts'
import { listDeferred } from './deferred.store.ts'
import { findPaymentsUnderWay, lockPaymentRequests } from './payments-under-way.store.ts'

export interface Owed {
  readonly account: Account
  /** What is left to take from the account today. */
  owed: Cents
  /** Open payments would cover all that is owed; should they fail, something is left to take. */
  readonly isCoveredByOpen: boolean
}

/**
 * Makes the other payments of some accounts wait until the transaction ends, and loads the accounts with what is left to take from them
 * today. Payments under way count as paid; they are read before the accounts, so that one that is confirmed in between counts twice,
 * rather than not at all (decision 0026). What an arrangement made here defers is not taken (decision 0060).
 */
export async function lockOwedOf(
  tx: Tx,
  { clock, settings }: Pick<Deps, 'clock' | 'settings'>,
  accounts: readonly { readonly accountNumber: string }[],
): Promise<ReadonlyMap<string, Owed>> {
  const accountNumbers = [...new Set(accounts.map((one) => one.accountNumber))]
  await lockPaymentRequests(tx, accountNumbers)
  const underWay = await findPaymentsUnderWay(tx, accountNumbers, clock.now())
  const found = await listAccountsByNumber(tx, accountNumbers)
  const today = calendarDateIn(settings.current().timeZone, clock.now())
  const deferred = await listDeferred(tx, accountNumbers, today)
  return new Map(
    found.map((account) => {
      const { accountNumber } = account
      const due = subtractCents(owedOn(account), deferred.get(accountNumber) ?? zeroCents)
      const owed = subtractCents(due, underWay.get(accountNumber)?.amount ?? zeroCents)
      return [accountNumber, { account, owed, isCoveredByOpen: owed <= 0 && due > 0 }]
    }),
  )
}

/** The same for one account. @returns `undefined` when the account is not the member's. */
export async function lockOwed(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'settings'>,
  { memberNumber, accountNumber }: { readonly memberNumber: string; readonly accountNumber: string },
): Promise<Readonly<Owed> | undefined> {
  const found = (await lockOwedOf(tx, deps, [{ accountNumber }])).get(accountNumber)
  return found?.account.memberNumber === memberNumber ? found : undefined
}

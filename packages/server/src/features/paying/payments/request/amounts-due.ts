import { type Cents, subtractCents, zeroCents } from '@coopline/rules/kernel/money'
import type { Deps } from '../../../../platform/deps.ts'
import { todayOf } from '../../../../platform/today.ts'
import { owedOn } from '../../../accounts/accounts/public.ts'
import { listDeferred } from './deferred.store.ts'
import type { PayableAccount } from './payable-accounts.store.ts'

/**
 * Lists the next amount to pay on accounts where an arrangement made in the portal defers a part of what is owed: the amount due today,
 * or the next payment of the arrangement when nothing is due yet. Other accounts are absent.
 *
 * @returns whole cents by account number, above zero and below what is owed.
 */
export async function listAmountsDue(
  { db, clock, settings }: Pick<Deps, 'db' | 'clock' | 'settings'>,
  accounts: readonly PayableAccount[],
): Promise<ReadonlyMap<string, Cents>> {
  const arranged = accounts.filter(({ arrangementAmount }) => arrangementAmount > 0)
  if (arranged.length === 0) return new Map()
  const today = todayOf({ settings, clock })
  const deferred = await listDeferred(
    db,
    arranged.map(({ account }) => account.accountNumber),
    today,
  )
  return new Map(
    arranged.flatMap(({ account, arrangementAmount }) => {
      const owed = owedOn(account)
      const dueToday = subtractCents(owed, deferred.get(account.accountNumber) ?? zeroCents)
      const due = dueToday > 0 ? dueToday : arrangementAmount
      return due < owed ? [[account.accountNumber, due] as const] : []
    }),
  )
}

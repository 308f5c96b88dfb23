import type { PayableAccount } from './payable-accounts.store.ts'
import { type Cents, subtractCents, zeroCents } from '@coopline/rules/kernel/money'
import type { Tx } from '../../../../platform/db/open-database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { todayOf } from '../../../../platform/today.ts'
import { type Account, listAccountsByNumber, owedOn } from '../../../accounts/accounts/public.ts'
import { listDeferred } from './deferred.store.ts'
import { findPaymentsUnderWay, lockPaymentRequests, type UnderWayByAccount } from './payments-under-way.store.ts'

export interface Owed {
  readonly account: Account
  /** The amount due on the account today, open payments included. */
  readonly due: Cents
  /** The amount still to collect from the account today: the amount due less open payments. */
  owed: Cents
  /** The sum of the payments under way, in whole cents. */
  readonly open: Cents
}

/**
 * True when payments under way cover the amount due, without what was billed later, or a part of it. A debit waits for them: if they
 * fail, no later debit would collect what they covered.
 */
export const isHeldUp = ({ due, open }: Pick<Owed, 'due' | 'open'>, billedLater: Cents): boolean =>
  due > billedLater && open > zeroCents

/** Returns payments under way as they concern the holder of the account, who signed in: unpaid pages of Quick Pay give way. */
export const forHolder = (underWay: UnderWayByAccount): UnderWayByAccount =>
  new Map(
    [...underWay].map(([accountNumber, one]) => [
      accountNumber,
      { ...one, givesWay: one.quickPayPages === one.payments },
    ]),
  )

/**
 * Locks the payments of some accounts until the transaction ends, and loads the accounts with the amount still to collect today.
 * Payments under way count as paid (decision 0260). They are read before the accounts, so that a payment confirmed in between counts twice
 * rather than not at all (decision 0260). Amounts deferred by an arrangement made in the portal are excluded (REQ-D-392).
 */
export async function lockOwedOf(
  { clock, settings }: Pick<Deps, 'clock' | 'settings'>,
  tx: Tx,
  accounts: readonly { readonly accountNumber: string }[],
): Promise<ReadonlyMap<string, Owed>> {
  const accountNumbers = [...new Set(accounts.map((one) => one.accountNumber))]
  await lockPaymentRequests(tx, accountNumbers)
  const underWay = await findPaymentsUnderWay(tx, accountNumbers)
  const found = await listAccountsByNumber(tx, accountNumbers)
  const today = todayOf({ settings, clock })
  const deferred = await listDeferred(tx, accountNumbers, today)
  return new Map(
    found.map((account) => {
      const { accountNumber } = account
      const due = subtractCents(owedOn(account), deferred.get(accountNumber) ?? zeroCents)
      const open = underWay.get(accountNumber)?.amount ?? zeroCents
      return [accountNumber, { account, due, open, owed: subtractCents(due, open) }]
    }),
  )
}

/** Calls `lockOwedOf` for one account. @returns `undefined` when the account is not the member's. */
export async function lockOwed(
  deps: Pick<Deps, 'clock' | 'settings'>,
  tx: Tx,
  { memberNumber, accountNumber }: { readonly memberNumber: string; readonly accountNumber: string },
): Promise<Readonly<Owed> | undefined> {
  const found = (await lockOwedOf(deps, tx, [{ accountNumber }])).get(accountNumber)
  return found?.account.memberNumber === memberNumber ? found : undefined
}

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

import { type Cents, zeroCents } from '@coopline/rules/kernel/money'
import type { Executor } from '../../../../platform/db/open-database.ts'
import { type Account, accountRows, owedOn, toAccount } from '../../../accounts/accounts/public.ts'

export interface PayableAccount {
  readonly account: Account
  /** The next payment of its arrangement; 0 without one. */
  readonly arrangementAmount: Cents
}

/** Returns true when a payment of the account may be requested. A closed account can be paid only while something is owed on it. */
export const isPayable = ({ account }: PayableAccount): boolean =>
  account.accountStatus === 'Active' || account.derivedStatus === 'Final Billed' || owedOn(account) > 0

const payableRows = (executor: Executor, memberNumber: string) =>
  accountRows(executor)
    .leftJoin('portal.current_arrangement as arrangement', 'arrangement.account_number', 'account.account_number')
    .select('arrangement.next_amount')
    .where('account.member_number', '=', memberNumber)

type PayableRow = Awaited<ReturnType<ReturnType<typeof payableRows>['executeTakeFirstOrThrow']>>

const toPayable = (row: PayableRow): PayableAccount => ({
  account: toAccount(row),
  arrangementAmount: row.next_amount ?? zeroCents,
})

/** Lists every account of a member, the primary one first, then by number. */
export async function listPayableAccounts(
  executor: Executor,
  memberNumber: string,
): Promise<readonly PayableAccount[]> {
  const rows = await payableRows(executor, memberNumber)
    .orderBy('account.is_primary', 'desc')
    .orderBy('account.account_number')
    .execute()
  return rows.map(toPayable)
}

/** Returns the member's accounts among these, by number. */
export async function findPayableAccounts(
  executor: Executor,
  memberNumber: string,
  accountNumbers: readonly string[],
): Promise<ReadonlyMap<string, PayableAccount>> {
  const rows = await payableRows(executor, memberNumber).where('account.account_number', 'in', accountNumbers).execute()
  return new Map(rows.map((row) => [row.account_number, toPayable(row)]))
}

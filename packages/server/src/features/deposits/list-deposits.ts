import type { Deposit } from '@coopline/contract/deposits/deposits.contract'
import type { Deps } from '../../platform/deps.ts'
import { type Asked, refuseForeignAccount } from '../account-overview/public.ts'
import { findDeposits } from './deposits.store.ts'

/**
 * Deposits of an account, the newest first, given back or not.
 *
 * @throws NotFound when the account does not exist or is another member's.
 */
export async function listDeposits(
  deps: Pick<Deps, 'db' | 'clock'>,
  asked: Asked,
  accountNumber: string,
): Promise<{ readonly results: Deposit[] }> {
  const found = await findDeposits(deps.db, asked.memberNumber, accountNumber)
  if (found === undefined) return refuseForeignAccount(deps, asked, accountNumber)
  return {
    results: found.map((row) => ({
      reference: row.reference,
      depositDate: row.received_on,
      depositType: row.kind,
      depositAmount: row.amount,
      interestAmount: row.interest,
      refundDate: row.refunded_on,
    })),
  }
}

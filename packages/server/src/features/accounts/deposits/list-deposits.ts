import type { Deposit } from '@coopline/contract/accounts/deposits/deposits.contract'
import type { Deps } from '../../../platform/deps.ts'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { requireOwnAccount } from '../../../platform/http/require-own.ts'
import { findDeposits } from './deposits.store.ts'

/**
 * Lists the deposits of an account, newest first, including those that were returned to the member.
 *
 * @throws NotOwned when the account is not the member's.
 */
export async function listDeposits(
  deps: Pick<Deps, 'db' | 'clock'>,
  { caller }: MemberRequest,
  accountNumber: string,
): Promise<{ readonly results: Deposit[] }> {
  const found = requireOwnAccount(await findDeposits(deps.db, caller.memberNumber, accountNumber), accountNumber)
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

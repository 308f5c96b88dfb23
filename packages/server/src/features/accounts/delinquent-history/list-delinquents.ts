import type { Delinquent } from '@coopline/contract/accounts/delinquent-history/delinquent-history.contract'
import { delinquentDocument } from '@coopline/rules/accounts/delinquent-history/delinquent-document'
import type { Deps } from '../../../platform/deps.ts'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { requireOwnAccount } from '../../../platform/http/require-own.ts'
import { documentHandle } from '../../../platform/documents/document-handle.ts'
import { type DelinquentBill, findDelinquents } from './delinquent-history.store.ts'

/**
 * Lists bills of an account that were not paid in time, newest first.
 *
 * @throws NotOwned when the account is not the member's.
 */
export async function listDelinquents(
  deps: Pick<Deps, 'db' | 'clock' | 'keys' | 'settings'>,
  { caller }: MemberRequest,
  accountNumber: string,
): Promise<{ readonly results: Delinquent[] }> {
  const { memberNumber } = caller
  const found = requireOwnAccount(await findDelinquents(deps.db, memberNumber, accountNumber), accountNumber)
  const { delinquentViewUrl: allowed } = deps.settings.current()
  const handleOf = ({ bill_date: billDate, can_be_viewed, document }: DelinquentBill): string =>
    can_be_viewed && delinquentDocument(document, allowed) !== null
      ? documentHandle(deps, { kind: 'delinquent', memberNumber, accountNumber, billDate })
      : ''
  return {
    results: found.map((row) => ({
      billDate: row.bill_date,
      pastDue: row.past_due,
      lateFee: row.late_fee,
      cutoffDate: row.cutoff_date,
      delinquentViewUrl: handleOf(row),
      delinquentProcessedDate: row.processed_on,
    })),
  }
}

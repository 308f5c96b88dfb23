import type { PaymentRow } from '@coopline/contract/accounts/account-overview/account-overview.contract'
import { paymentMethodName } from '@coopline/rules/paying/payment-method/payment-method.messages'
import { type HistoryQuery, pageOf } from '../../../platform/db/history-page.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { requireOwnAccount } from '../../../platform/http/require-own.ts'
import { findPayments, type PastPayment } from './payments.store.ts'

/**
 * Lists payments to an account, newest first, including those that were just made in the portal.
 *
 * @throws NotOwned when the account is not the member's.
 */
export async function listPayments(
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  { caller, request }: MemberRequest,
  accountNumber: string,
  query: HistoryQuery,
): Promise<{ readonly results: PaymentRow[]; readonly totalRecords: number }> {
  const account = { memberNumber: caller.memberNumber, accountNumber }
  const found = await findPayments(deps.db, account, deps.settings.current().timeZone, pageOf(query))
  const history = requireOwnAccount(found, accountNumber)
  return {
    totalRecords: history.total,
    results: history.entries.map((entry) => ({
      paymentAmount: entry.amount,
      paymentDate: entry.day,
      reference: entry.reference,
      kind: kindOf(entry),
      method:
        entry.payment_type === null ? (entry.method ?? '') : paymentMethodName(entry.payment_type, request.language),
    })),
  }
}

function kindOf({ amount, event_kind: eventKind }: PastPayment): PaymentRow['kind'] {
  if (eventKind === 'payment-reinstated') return 'reinstatement'
  if (amount >= 0) return 'payment'
  if (eventKind === 'payment-return-fee') return 'return-fee'
  return eventKind === 'payment-returned' ? 'return' : 'refund'
}

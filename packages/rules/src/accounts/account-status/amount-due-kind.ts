import { type Cents, zeroCents } from '../../kernel/money.ts'
import { isPastDueOrCutoff } from './is-past-due-or-cutoff.ts'

/** The name under which the amount is shown: the cooperative's own for prepaid accounts, "Total Due", or "Balance". */
export type AmountDueKind = 'prepaid' | 'total-due' | 'balance'

/** Decides the name of the amount owed: "Total Due" when something is past due or the status is of that kind (REQ-D-101). */
export function amountDueKind(account: {
  readonly isPrepaid: boolean
  readonly derivedStatus: string
  readonly pastDue: Cents
}): AmountDueKind {
  if (account.isPrepaid) return 'prepaid'
  return account.pastDue > zeroCents || isPastDueOrCutoff(account.derivedStatus) ? 'total-due' : 'balance'
}

import { type Cents, zeroCents } from '../../kernel/money.ts'

const pastDueOrCutoff: ReadonlySet<string> = new Set([
  'Past Due',
  'Pending Reconnect',
  'Pending Disconnect',
  'Disconnected',
  'Final Billed',
])

/** True for the derived statuses that count as past due or cutoff (AO-43). */
export const isPastDueOrCutoff = (derivedStatus: string): boolean => pastDueOrCutoff.has(derivedStatus)

/** True when the cutoff banner is shown: not prepaid, Past Due, and the cooperative sent a cutoff message (AO-44). */
export const hasCutoffBanner = (account: {
  readonly isPrepaid: boolean
  readonly derivedStatus: string
  readonly cutoffMessage: string
}): boolean => !account.isPrepaid && account.derivedStatus === 'Past Due' && account.cutoffMessage.trim() !== ''

/** The status that members read: the account's own while the derived one is Current, else the derived one (AO-41, AO-42). */
export const displayedStatus = (account: { readonly accountStatus: string; readonly derivedStatus: string }): string =>
  account.derivedStatus === 'Current' ? account.accountStatus : account.derivedStatus

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

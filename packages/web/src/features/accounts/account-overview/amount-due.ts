import { amountDueKind, type AmountDueKind } from '@coopline/rules/accounts/account-status/account-status'
import { prepaidLabelWords } from '@coopline/rules/accounts/account-status/cooperative-words.messages'
import type { Language } from '@coopline/rules/kernel/problem'
import { formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { type Cents, formatUsd } from '@coopline/rules/kernel/money'
import type { TextsOf } from '../../../portal/text/text-store.ts'
import type { AccountInfo } from './use-overview.ts'

export interface AmountDue {
  readonly kind: AmountDueKind
  readonly label: string
  /** Owed; of a prepaid account, left to use. */
  readonly amount: Cents
  /** An explanation of the amount; `null` where its label is enough. */
  readonly note: string | null
  /** Whether the service is off, or ends without a payment. */
  readonly isUrgent: boolean
  /** Whether a payment is what the member would do next. */
  readonly wantsPayment: boolean
}

/**
 * The one amount of the page and what it is called (AO-10, REQ-D-101). The balance of a prepaid account is
 * what is left to use: below zero it is owed.
 */
export function amountDue(
  info: AccountInfo,
  text: TextsOf<'accountOverview'>['amount'],
  language: Language,
): AmountDue {
  const kind = amountDueKind({
    isPrepaid: info.isPrepaidAccount,
    derivedStatus: info.derivedStatus,
    pastDue: info.pastDueAmount,
  })
  const { accountBalance } = info
  if (kind === 'prepaid') return prepaidDue(info, text, prepaidLabelWords(info.prepaidLabel.trim(), language))
  const nothing = accountBalance < 0 ? text.credit : text.nothingDue
  const forService = serviceNote(info, text)
  return {
    kind,
    label: kind === 'total-due' ? text.totalDue : text.balance,
    amount: accountBalance,
    note: forService ?? (accountBalance > 0 ? null : nothing),
    isUrgent: forService !== null,
    wantsPayment: accountBalance > 0 || forService !== null,
  }
}

const isServiceOff = ({ derivedStatus }: AccountInfo): boolean =>
  derivedStatus === 'Disconnected' || derivedStatus === 'Pending Reconnect'

/** Returns the sentence about the payment that keeps or restores service; `null` when service is not at risk. */
function serviceNote(info: AccountInfo, text: TextsOf<'accountOverview'>['amount']): string | null {
  const { amountForService, cutOffDate, derivedStatus, accountBalance } = info
  const amount = amountForService === null ? null : formatUsd(amountForService)
  if (isServiceOff(info)) {
    if (amount !== null) return text.payToRestore(amount)
    return accountBalance > 0 ? text.toReconnect : null
  }
  if (amount === null || (cutOffDate === null && derivedStatus !== 'Pending Disconnect')) return null
  return cutOffDate === null ? text.payToKeep(amount) : text.payToKeepBy(amount, formatUsDate(cutOffDate))
}

function prepaidDue(info: AccountInfo, text: TextsOf<'accountOverview'>['amount'], label: string): AmountDue {
  const isOff = isServiceOff(info)
  const left = info.accountBalance
  const below = isOff ? text.toReconnect : text.belowZero
  return {
    kind: 'prepaid',
    label: label === '' ? text.prepaid : label,
    amount: left,
    isUrgent: isOff,
    note: left >= 0 && !isOff ? text.left : below,
    wantsPayment: true,
  }
}

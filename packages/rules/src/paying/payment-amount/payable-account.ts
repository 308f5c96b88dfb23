import type { Cents } from '../../kernel/money.ts'

/** The facts of one account that the payment rules use. Amounts are cents; each except `balance` is zero or more. */
export interface PayableAccount {
  readonly isPrepaid: boolean
  /** The amount owed, in cents; negative when the account is in credit. */
  readonly balance: Cents
  readonly pastDue: Cents
  readonly cutoffAmount: Cents
  readonly reconnectFee: Cents
  readonly additionalDeposit: Cents
  readonly disconnectFee: Cents
  /** The most that may be paid where overpaying is not allowed. */
  readonly overPayAmount: Cents
  readonly prepaidReconnectAmount: Cents
}

/** The cooperative's settings that the amount rules read. */
export interface AmountSettings {
  readonly allowOverPay: boolean
  readonly allowUnderPay: boolean
  /** payOnlineAllowCutoffPaymentOverride: on, and the cutoff minimum is not enforced. */
  readonly canOverrideCutoff: boolean
  readonly prepaidMinimumPaymentAmount: Cents
  /** Stands in for `prepaidMinimumPaymentAmount` when that is 0 (REQ-D-040). */
  readonly ccPrepaidAmountMinimum: Cents
  readonly defaultPaymentAmt: string
}

/** In cutoff: not prepaid and a cutoff amount above 0 (REQ-D-038). The derived status plays no part. */
export const isInCutoff = (account: Pick<PayableAccount, 'isPrepaid' | 'cutoffAmount'>): boolean =>
  !account.isPrepaid && account.cutoffAmount > 0

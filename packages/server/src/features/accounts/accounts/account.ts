import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { Cents } from '@coopline/rules/kernel/money'
import type { PayableAccount } from '@coopline/rules/paying/payment-amount/amount-limits'
import type { MethodEligibility } from '@coopline/rules/paying/payment-method/payment-methods'
import type { Amounts } from './apply-credit.ts'

/** An account with its balance, less portal payments that the cooperative's system has not acknowledged. */
export interface Account extends Amounts {
  readonly memberNumber: string
  readonly accountNumber: string
  readonly holderName: string
  readonly accountType: string
  readonly accountStatus: string
  readonly isPrimary: boolean
  readonly derivedStatus: string
  readonly serviceAddress: {
    readonly street: string
    readonly city: string
    readonly state: string
    readonly zip: string
  }
  readonly isPrepaid: boolean
  readonly prepaidLabel: string
  readonly cardEligible: boolean
  readonly echeckEligible: boolean
  readonly noMoreChecks: boolean
  readonly dueDate: CalendarDate | null
  readonly liabilityConfirmationAmount: Cents
  readonly showLiabilityConfirmation: boolean
}

/** Converts an account for the rules about payment amounts. */
export const payableOf = (account: Account): PayableAccount => ({
  isPrepaid: account.isPrepaid,
  balance: account.balance,
  pastDue: account.pastDue,
  cutoffAmount: account.cutoffAmount,
  reconnectFee: account.reconnectFee,
  additionalDeposit: account.additionalDeposit,
  disconnectFee: account.disconnectFee,
  overPayAmount: account.overPayAmount,
  prepaidReconnectAmount: account.prepaidReconnect,
})

/** Converts an account for the rules about payment methods. */
export const eligibilityOf = (account: Account): MethodEligibility => ({
  isCcEligible: account.cardEligible,
  isEcheckEligible: account.echeckEligible,
  noMoreChecks: account.noMoreChecks,
})

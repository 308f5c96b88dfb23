import type { Cents } from '../../kernel/money.ts'

/** AB-20. */
export const billingTypes = ['Standard', 'Average', 'Budget'] as const
export type BillingType = (typeof billingTypes)[number]

export interface BillingState {
  readonly billingType: BillingType
  readonly isEligible: boolean
  /** The cooperative's estimate of the monthly bill; `null` when it gives none. */
  readonly estimatedAmount: Cents | null
}

/** DU-14. */
export interface BillingChange {
  readonly action: 'Add' | 'Edit'
  readonly billingType: BillingType
  readonly estimatedBill: Cents | null
  /** 1 is January. */
  readonly settlementMonth: number | null
}

export type BillingChangeProblem = 'not-eligible' | 'already-average' | 'not-average' | 'estimate-changed' | 'not-valid'

/** Decides which button an account has (AB-06, AB-12, AB-13). */
export function billingButton({
  billingType,
  isEligible,
}: Pick<BillingState, 'billingType' | 'isEligible'>): 'sign-up' | 'remove' | 'not-eligible' {
  if (billingType === 'Budget' || !isEligible) return 'not-eligible'
  return billingType === 'Average' ? 'remove' : 'sign-up'
}

export const billingFilters = ['all', 'average', 'non-average'] as const
export type BillingFilter = (typeof billingFilters)[number]

/** Whether a filter lists an account (AB-16, AB-17). */
export function isListed(
  filter: BillingFilter,
  { billingType, isEligible }: Omit<BillingState, 'estimatedAmount'>,
): boolean {
  if (filter === 'all') return true
  return filter === 'average' ? billingType === 'Average' : isEligible && billingType !== 'Average'
}

/**
 * Checks a change to an account's billing type (AB-09 to AB-13): Add enrolls a Standard account in Average Billing, Edit changes
 * the settlement month of an Average account or returns it to Standard.
 * @returns the first problem, or `null`.
 */
export function checkBillingChange(account: BillingState, change: BillingChange): BillingChangeProblem | null {
  const { action, billingType, estimatedBill, settlementMonth } = change
  const removes = action === 'Edit' && billingType === 'Standard'
  if (billingType !== 'Average' && !removes) return 'not-valid'
  if ((settlementMonth === null) !== removes || (removes && estimatedBill !== null)) return 'not-valid'
  const button = billingButton(account)
  if (button === 'not-eligible') return button
  if (action === 'Add' && button === 'remove') return 'already-average'
  if (action === 'Edit' && button === 'sign-up') return 'not-average'
  return removes || estimatedBill === account.estimatedAmount ? null : 'estimate-changed'
}

import { paths } from '@coopline/contract/paths'
import type { PaidAs } from './stored-result.ts'

interface PaymentOrigin {
  readonly paidAs: PaidAs
  readonly accountNumber: string | null
  readonly memberNumber: string | null
}

/**
 * Returns the target of Done after a payment (PS-11, PS-12): home after Quick Pay, the shared accounts for a guest, else the
 * overview of the paid account, or of the member when the account is not known.
 */
export function doneAddress({ paidAs, accountNumber, memberNumber }: PaymentOrigin): string {
  if (paidAs === 'quick-pay') return paths.home()
  if (paidAs === 'shared') return paths.sharedWithMe()
  if (accountNumber !== null && accountNumber !== '') return paths.accountOverview({ accountno: accountNumber })
  return paths.accountOverview(memberNumber === null || memberNumber === '' ? {} : { member_number: memberNumber })
}

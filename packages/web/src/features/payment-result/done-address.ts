import { paths } from '@coopline/contract/paths'

interface PaymentOrigin {
  readonly isQuickPay: boolean
  readonly accountNumber: string | null
  readonly memberNumber: string | null
}

/**
 * Where Done leads after a payment (PS-11, PS-12): home after Quick Pay, else the overview of the paid account, or of
 * the member when the account is not known.
 */
export function doneAddress({ isQuickPay, accountNumber, memberNumber }: PaymentOrigin): string {
  if (isQuickPay) return paths.home()
  if (accountNumber !== null && accountNumber !== '') return paths.accountOverview({ accountno: accountNumber })
  return paths.accountOverview(memberNumber === null || memberNumber === '' ? {} : { member_number: memberNumber })
}

import { checkVerifyAccount } from '../../paying/quick-pay-account/check-verify-account.ts'

export type RegistrationAccountProblem = {
  readonly code: 'account-number-missing' | 'account-number-not-valid'
  readonly field: 'accountNumber'
}

/** Decides on the account number of registration, at most 12 digits (RG-12 to RG-14). */
export function checkRegistrationAccount(form: {
  readonly accountNumber: string
}): readonly RegistrationAccountProblem[] {
  const [problem] = checkVerifyAccount({ accountNumber: form.accountNumber, phoneLastFourDigits: '0000' })
  return problem?.field === 'accountNumber' ? [problem] : []
}

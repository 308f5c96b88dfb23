import { isRoutingNumber } from './check-digits.ts'
import { type Behavior, findBankAccountBehavior } from './test-numbers.ts'

/** The values that the payer typed, unchanged. */
export interface EcheckForm {
  readonly bankName: string
  readonly routingNumber: string
  readonly bankAccount: string
  readonly bankAccountAgain: string
  readonly bankAccountType: string
}

export type EcheckProblemCode =
  | 'bank-name-missing'
  | 'routing-missing'
  | 'routing-invalid'
  | 'bank-account-missing'
  | 'bank-account-invalid'
  | 'bank-account-not-a-test-account'
  | 'bank-account-again-missing'
  | 'bank-account-differs'
  | 'bank-account-type-missing'

interface EcheckProblem {
  readonly field: keyof EcheckForm
  readonly code: EcheckProblemCode
}

/** An account that may be debited: the facts that are stored of it, and the sandbox's behavior. */
interface AcceptedBankAccount {
  readonly lastFour: string
  readonly behavior: Behavior
}

export type EcheckVerdict =
  | { readonly ok: true; readonly account: AcceptedBankAccount }
  | { readonly ok: false; readonly problems: readonly EcheckProblem[] }

const compact = (text: string): string => text.replace(/[\s-]/gu, '')

function routingProblem(digits: string): EcheckProblemCode | null {
  if (digits === '') return 'routing-missing'
  return isRoutingNumber(digits) ? null : 'routing-invalid'
}

function accountProblem(digits: string): EcheckProblemCode | null {
  if (digits === '') return 'bank-account-missing'
  if (!/^\d{4,17}$/u.test(digits)) return 'bank-account-invalid'
  return findBankAccountBehavior(digits) === undefined ? 'bank-account-not-a-test-account' : null
}

function againProblem(again: string, account: string): EcheckProblemCode | null {
  if (again === '') return 'bank-account-again-missing'
  return again === account ? null : 'bank-account-differs'
}

/** Checks an eCheck form and answers with every problem at once, in the order of the fields. */
export function checkEcheckForm(form: EcheckForm): EcheckVerdict {
  const account = compact(form.bankAccount)
  const typeKnown = form.bankAccountType === 'checking' || form.bankAccountType === 'savings'
  const codes: readonly (readonly [keyof EcheckForm, EcheckProblemCode | null])[] = [
    ['bankName', form.bankName.trim() === '' ? 'bank-name-missing' : null],
    ['routingNumber', routingProblem(compact(form.routingNumber))],
    ['bankAccount', accountProblem(account)],
    ['bankAccountAgain', againProblem(compact(form.bankAccountAgain), account)],
    ['bankAccountType', typeKnown ? null : 'bank-account-type-missing'],
  ]
  const problems = codes.flatMap(([field, code]) => (code === null ? [] : [{ field, code }]))
  const behavior = findBankAccountBehavior(account)
  if (problems.length > 0 || behavior === undefined) return { ok: false, problems }
  return { ok: true, account: { lastFour: account.slice(-4), behavior } }
}

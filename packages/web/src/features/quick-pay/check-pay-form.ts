import { formatAmountOnBlur } from '@coopline/rules/payment-amount/amount-field'
import { checkPaymentAmount, type PaymentAmountProblem } from '@coopline/rules/payment-amount/check-payment-amount'
import type { Payable } from '../../portal/paying/payable-from-wire.ts'

export interface PayForm {
  readonly amount: string
  /** Ticked, where the account asks for it. */
  readonly liability: boolean
}

export type PayFormProblem = PaymentAmountProblem | { readonly code: 'liability-missing'; readonly field: 'liability' }

/** Every problem of the pay form. The amount is judged as it will stand in the field once that is left. */
export function checkPayForm(form: PayForm, { account, amounts, needsLiability }: Payable): readonly PayFormProblem[] {
  const amount = checkPaymentAmount(formatAmountOnBlur(form.amount), account, amounts)
  return [
    ...(amount === null ? [] : [amount]),
    ...(needsLiability && !form.liability ? [{ code: 'liability-missing', field: 'liability' } as const] : []),
  ]
}

import { type Cents, parseMoney } from '../../kernel/money.ts'
import { formatAmountOnBlur } from '../../kernel/typed-amount.ts'
import { checkReason, type ReasonForm, type ReasonProblem } from './check-reason.ts'

/** The form that refunds a payment. The amount is as typed, in dollars, fee included. */
export interface RefundForm extends ReasonForm {
  readonly amount: string
}

export type RefundProblem =
  | ReasonProblem
  | { readonly code: 'refund-amount-missing' | 'refund-too-much'; readonly field: 'amount' }

/** The amounts that can be refunded, in whole cents, fee included. */
export interface RefundableAmounts {
  readonly left: Cents
  /** The amount of a refund without an answer, which can be asked for again. */
  readonly again: Cents | null
}

/** The problems of a refund. */
export function checkRefund(
  { amount, reason }: RefundForm,
  { left, again }: RefundableAmounts,
): readonly RefundProblem[] {
  const typed = readRefundAmount(amount)
  const problems = checkReason({ reason })
  if (typed === null) return [{ code: 'refund-amount-missing', field: 'amount' }, ...problems]
  return typed > left && typed !== again ? [{ code: 'refund-too-much', field: 'amount' }, ...problems] : problems
}

/** Reads a typed amount above zero; `null` for any other text. */
export function readRefundAmount(typed: string): Cents | null {
  const amount = parseMoney(formatAmountOnBlur(typed))
  return amount === null || amount <= 0 ? null : amount
}

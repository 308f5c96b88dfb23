import type { AccountAmounts } from '@coopline/contract/paying/pay-multiple/pay-multiple.contract'
import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { type Cents, parseMoney, zeroCents } from '@coopline/rules/kernel/money'
import { formatAmountOnBlur } from '@coopline/rules/kernel/typed-amount'
import {
  type AccountsTogetherProblem,
  checkAccountsTogether,
  checkPaymentAmount,
  type PaymentAmountProblem,
} from '@coopline/rules/paying/payment-amount/check-payment-amount'
import { defaultPaymentAmount } from '@coopline/rules/paying/payment-amount/default-payment-amount'
import { checkPayableTogether, type NoSharedMethod } from '@coopline/rules/paying/payment-method/payment-methods'
import { checkScheduleDate, type ScheduleProblem } from '@coopline/rules/paying/scheduled-payments/check-schedule'
import type { Payable } from '../../../portal/paying/payment-wire.ts'

/** An account of the member, and the same in the words of the rules. */
export interface PayAccount {
  readonly account: AccountAmounts
  readonly payable: Payable
}

/** The choices and typed values, by account number. The names are those of the controls and of the server's refusals. */
export type PayValues = Readonly<Record<`pay.${string}` | `liability.${string}`, boolean>> &
  Readonly<Record<`paymentAmount.${string}`, string>> & {
    /** yyyy-MM-dd; empty to pay now. */
    readonly paymentDate: string
    /** The stored method; empty to enter a new one. */
    readonly methodId: string
  }

type PayProblem =
  | PaymentAmountProblem
  | AccountsTogetherProblem
  | NoSharedMethod
  | ScheduleProblem
  | { readonly code: 'liability-missing'; readonly field: string }

/** A problem, and the control at which it is shown. */
export interface PlacedProblem {
  readonly problem: PayProblem
  readonly field: string
}

export const isChosen = ({ account }: PayAccount, values: PayValues): boolean =>
  values[`pay.${account.accountNumber}`] === true

/** Whether the account can be paid and the amount to begin with is above 0. */
export const isDue = ({ account, payable }: PayAccount): boolean =>
  payable.blocked.length === 0 && defaultPaymentAmount(payable.account, payable.amounts, account.amountDue) > 0

/** The amount of an account as it will stand in the field once that is left; `null` when it is none. */
export const amountOf = ({ account }: PayAccount, values: PayValues): Cents | null =>
  parseMoney(formatAmountOnBlur(values[`paymentAmount.${account.accountNumber}`] ?? ''))

/** Every problem of the form: of each chosen account, from top to bottom, then of all of them together. */
export function checkPayAccounts(accounts: readonly PayAccount[], values: PayValues): readonly PlacedProblem[] {
  const chosen = accounts.filter((one) => isChosen(one, values))
  const own = chosen.flatMap((one) => problemsOf(one, values))
  const amounts = chosen.map((one) => amountOf(one, values) ?? zeroCents)
  const together = own.length === 0 || chosen.length === 0 ? checkAccountsTogether(amounts) : null
  // One of both methods is always shared, or none is: which one was chosen does not matter here.
  const methods = checkPayableTogether(
    chosen.map((one) => one.payable.methods),
    'cc',
  )
  return [
    ...(chosen.length === 0 && together !== null ? [placed(together)] : []),
    ...own,
    ...(methods?.code === 'no-shared-method' ? [placed(methods)] : []),
    ...(chosen.length > 0 && together !== null ? [placed(together)] : []),
  ]
}

function problemsOf(one: PayAccount, values: PayValues): readonly PlacedProblem[] {
  const { account, payable } = one
  const { accountNumber } = account
  const typed = formatAmountOnBlur(values[`paymentAmount.${accountNumber}`] ?? '')
  const amount = checkPaymentAmount(typed, payable.account, payable.amounts)
  const liability = `liability.${accountNumber}` as const
  const isLiabilityMissing = payable.needsLiability && values[liability] !== true
  return [
    ...(amount === null ? [] : [{ problem: amount, field: `paymentAmount.${accountNumber}` }]),
    ...(isLiabilityMissing ? [placed({ code: 'liability-missing', field: liability })] : []),
  ]
}

/**
 * Lists the problems of a later day or its method; none while the member pays now.
 *
 * @param methods the stored methods that a later payment may use.
 */
export function checkLater(
  { paymentDate, methodId }: PayValues,
  today: CalendarDate,
  methods: readonly { readonly methodId: string }[],
): readonly PlacedProblem[] {
  if (paymentDate === '') return []
  const date = checkScheduleDate(paymentDate, today)
  return [
    ...(date === null ? [] : [{ problem: date, field: 'paymentDate' }]),
    ...(methods.every((one) => one.methodId !== methodId)
      ? [{ problem: { code: 'method-missing' } as const, field: 'methodId' }]
      : []),
  ]
}

const placed = (problem: Exclude<PayProblem, ScheduleProblem>): PlacedProblem => ({ problem, field: problem.field })

import { cents, parseMoney, percentOf, type Cents } from '../../kernel/money.ts'

/** A fee for paying by one method: a percentage of the amount ('2.95') or a flat amount ('1.50'). */
export interface FeeOption {
  readonly kind: 'percent' | 'flat'
  readonly value: string
  /** The number of times that the option is applied. `feeOption` sets 1. */
  readonly count: number
}

/** A fee option is applied with a count of 1 (PH-22). */
const feeOptionCount = 1

/** @internal */
export const feeOption = (kind: FeeOption['kind'], value: string): FeeOption => ({ kind, value, count: feeOptionCount })

/**
 * The fee for paying `amount`; a percentage is rounded to the cent, half a cent upwards.
 *
 * @throws RangeError when the value is not decimal text of zero or more, or the count is not a whole number of zero or
 *   more: a fault of the settings, never of what a member typed.
 */
export function convenienceFee(option: FeeOption, amount: Cents): Cents {
  if (!Number.isSafeInteger(option.count) || option.count < 0) {
    throw new RangeError(`Not the count of a fee option: ${option.count}`)
  }
  const once = option.kind === 'percent' ? percentOf(amount, option.value) : flatFee(option.value)
  return cents(once * option.count)
}

function flatFee(value: string): Cents {
  const fee = parseMoney(value)
  if (fee === null || fee < 0) throw new RangeError(`Not a flat fee: '${value.slice(0, 40)}'`)
  return fee
}

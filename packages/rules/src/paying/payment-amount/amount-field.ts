import { readDecimalText } from '../../kernel/decimal-text.ts'
import { readTypedAmount } from '../../kernel/typed-amount.ts'

/**
 * The text of an amount field on blur: two decimals, half a cent rounded up, no separators, no leading zeros. Text that is
 * not clearly one amount is returned unchanged, so that nothing typed is lost and the check refuses it.
 */
export function formatAmountOnBlur(typed: string): string {
  const parts = readDecimalText(readTypedAmount(typed) ?? '')
  if (!parts) return typed
  const kept = BigInt(parts.whole + parts.fraction.slice(0, 2).padEnd(2, '0'))
  const roundsUp = parts.fraction.charAt(2) >= '5'
  const digits = String(kept + (roundsUp ? 1n : 0n)).padStart(3, '0')
  const sign = parts.negative && /[1-9]/.test(digits) ? '-' : ''
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

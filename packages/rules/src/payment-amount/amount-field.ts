import { readDecimalText } from '../kernel/decimal-text.ts'
import { isDigits } from '../kernel/digits.ts'

/** The payment field holds at most 13 characters: '9999999999.99' (PA-01). */
export const maxAmountLength = 13

/**
 * Decides whether a key may act on a payment field that holds `current`: digits and one dot.
 *
 * @param key `KeyboardEvent.key`. Keys that write no character ('Backspace', 'Tab', 'ArrowLeft') are always accepted;
 *   the caller lets through keys pressed with Ctrl or Meta without asking.
 */
export function acceptsAmountKey(key: string, current: string): boolean {
  if (key === '.') return !current.includes('.')
  return isNamedKey(key) || (key.length === 1 && isDigits(key))
}

// The names of keys are words that begin with an ASCII capital; pasted or composed text is not taken for one.
const isNamedKey = (key: string): boolean => /^[A-Z][A-Za-z0-9]{1,23}$/.test(key)

/**
 * The text of the payment field on blur: two decimals, half a cent rounded up, no separators, no leading zeros. Text that is
 * not a number is returned unchanged, so that nothing typed is lost.
 */
export function formatAmountOnBlur(typed: string): string {
  const parts = readDecimalText(typed)
  if (!parts) return typed
  const kept = BigInt(parts.whole + parts.fraction.slice(0, 2).padEnd(2, '0'))
  const roundsUp = parts.fraction.charAt(2) >= '5'
  const digits = String(kept + (roundsUp ? 1n : 0n)).padStart(3, '0')
  const sign = parts.negative && /[1-9]/.test(digits) ? '-' : ''
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

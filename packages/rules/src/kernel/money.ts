import { readDecimalText } from './decimal-text.ts'

/** An amount of money in whole cents. Every value between the bounds is a safe integer. */
export type Cents = number & { readonly unit: 'cents' }

/** The largest size of an amount: $999,999,999,999.99 either way. */
const maxCentsSize = 99_999_999_999_999

/**
 * Marks a whole number as cents.
 *
 * @throws RangeError when `n` is not a whole number within ±99,999,999,999,999.
 */
export function cents(n: number): Cents {
  // Adding 0 turns -0 into 0: the two differ under Object.is.
  const amount = n + 0
  if (!isCents(amount)) throw new RangeError(`Not an amount in whole cents within ±${maxCentsSize}: ${n}`)
  return amount
}

const isCents = (n: number): n is Cents => Number.isSafeInteger(n) && Math.abs(n) <= maxCentsSize

export const zeroCents: Cents = cents(0)

/** The sum. @throws RangeError when the running sum leaves the bounds of `cents`. */
export const addCents = (...amounts: readonly Cents[]): Cents =>
  amounts.reduce<Cents>((sum, amount) => cents(sum + amount), zeroCents)

/** `a` less `b`. @throws RangeError when the difference leaves the bounds of `cents`. */
export const subtractCents = (a: Cents, b: Cents): Cents => cents(a - b)

export const maxCents = (a: Cents, b: Cents): Cents => (a >= b ? a : b)

export const minCents = (a: Cents, b: Cents): Cents => (a <= b ? a : b)

/**
 * Reads decimal text ('123.45', '.5', '5.', '-3') as cents, exactly.
 *
 * @returns `null` when it is not decimal text, has more than two decimals, or lies outside the bounds of `cents`.
 */
export function parseMoney(text: string): Cents | null {
  const parts = readDecimalText(text)
  if (!parts || parts.fraction.length > 2) return null
  const size = Number(parts.whole + parts.fraction.padEnd(2, '0'))
  if (size > maxCentsSize) return null
  return cents(parts.negative ? -size : size)
}

/** Decimal text with two decimals and no separators: '123.45', '-0.05'. The form the payment provider reads. */
export function formatDecimal(amount: Cents): string {
  const { sign, whole, fraction } = split(amount)
  return `${sign}${whole}.${fraction}`
}

/** United States currency as members read it: '$1,234.56', '-$5.00'. */
export function formatUsd(amount: Cents): string {
  const { sign, whole, fraction } = split(amount)
  return `${sign}$${grouped(whole)}.${fraction}`
}

/**
 * `percentText` per cent of an amount ('2.95' of $100.00 is $2.95), rounded to the cent. Half a cent is rounded away
 * from zero, so that the fee of a refund mirrors the fee of its payment. The arithmetic is in whole numbers.
 *
 * @throws RangeError when `percentText` is not decimal text of zero or more, or the result leaves the bounds of `cents`.
 */
export function percentOf(amount: Cents, percentText: string): Cents {
  const rate = readDecimalText(percentText)
  if (!rate || rate.negative) throw new RangeError(`Not a percentage: '${percentText.slice(0, 40)}'`)
  const divisor = 100n * 10n ** BigInt(rate.fraction.length)
  const product = BigInt(Math.abs(amount)) * BigInt(rate.whole + rate.fraction)
  const size = Number((product * 2n + divisor) / (divisor * 2n))
  return cents(amount < 0 ? -size : size)
}

function split(amount: Cents): { sign: string; whole: string; fraction: string } {
  const digits = String(Math.abs(amount)).padStart(3, '0')
  return { sign: amount < 0 ? '-' : '', whole: digits.slice(0, -2), fraction: digits.slice(-2) }
}

function grouped(whole: string): string {
  const groups: string[] = []
  for (let end = whole.length; end > 0; end -= 3) groups.unshift(whole.slice(Math.max(0, end - 3), end))
  return groups.join(',')
}

import { addCents, type Cents, cents, zeroCents } from '../../kernel/money.ts'

/** One line of a booking. The amount, in whole cents, is zero or more. */
interface Line {
  readonly amount: Cents
}

/**
 * Divides a part of a payment over what is left of each line of its booking, in proportion. The cents that remain go to the lines with the
 * largest remainders, the earlier line first.
 *
 * Dividing what is left, not the sum so far, keeps each share between zero and its line: the last part takes exactly the rest, so that parts
 * that add up to the whole mirror the booking. The order of two parts may move a cent between lines, but never changes their sum.
 *
 * @param left the lines with what is left of them.
 * @param part from zero up to the sum of the lines, in whole cents.
 * @returns the lines, in their order, each with its share of the part.
 * @throws RangeError for a part below zero or above the sum of the lines.
 */
export function shareOfPart<L extends Line>(left: readonly L[], part: Cents): readonly L[] {
  const total = addCents(...left.map(({ amount }) => amount))
  if (part < 0 || part > total) throw new RangeError(`Not a part of ${total}: ${part}`)
  if (part === 0) return left.map((line) => ({ ...line, amount: zeroCents }))
  // The products exceed safe integers from about a million dollars on.
  const products = left.map(({ amount }) => BigInt(amount) * BigInt(part))
  const remainders = products.map((product) => product % BigInt(total))
  const floors = products.map((product) => Number(product / BigInt(total)))
  const rest = part - floors.reduce((sum, floor) => sum + floor, 0)
  const largest = new Set(
    [...left.keys()].toSorted((a, b) => compare(remainders[b], remainders[a]) || a - b).slice(0, rest),
  )
  return left.map((line, at) => ({ ...line, amount: cents((floors[at] ?? 0) + (largest.has(at) ? 1 : 0)) }))
}

const compare = (a = 0n, b = 0n): number => (a < b ? -1 : a > b ? 1 : 0)

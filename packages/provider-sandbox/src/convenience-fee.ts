import { type Cents, parseDecimal } from './money.ts'

/** A fee that the payer pays on top of the amount. */
export interface ConvenienceFee {
  readonly kind: 'percent' | 'flat'
  /** Percent (`2.95`) or dollars (`0.50`), as decimal text, so that no digit is lost. */
  readonly value: string
  /** The number of times that the fee is charged. */
  readonly count: number
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Reads the JSON text of a fee field; `undefined` when it is not a fee. */
export function parseConvenienceFee(text: string): ConvenienceFee | undefined {
  const fee = parseJson(text)
  if (!isRecord(fee)) return undefined
  const { kind, value, count } = fee
  if (kind !== 'percent' && kind !== 'flat') return undefined
  if (typeof value !== 'string' || typeof count !== 'number') return undefined
  if (!Number.isInteger(count) || count < 0 || count > 100) return undefined
  const fits = kind === 'flat' ? parseDecimal(value) !== undefined : /^\d{1,2}(\.\d{1,6})?$/u.test(value)
  return fits ? { kind, value, count } : undefined
}

/**
 * The fee on `amount`: a percentage is rounded half up to the cent, then multiplied by `count`.
 * It calculates in whole numbers, because 2.95% of a large amount is not exact in binary fractions.
 */
export function convenienceFeeOf(fee: ConvenienceFee, amount: Cents): Cents {
  if (fee.kind === 'flat') return (parseDecimal(fee.value) ?? 0) * fee.count
  const [whole = '0', fraction = ''] = fee.value.split('.')
  const divisor = 100n * 10n ** BigInt(fraction.length)
  const product = BigInt(amount) * BigInt(whole + fraction)
  return Number((product * 2n + divisor) / (divisor * 2n)) * fee.count
}

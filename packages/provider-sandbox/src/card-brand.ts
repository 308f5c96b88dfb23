/** Card brands by the two letters used on the wire. */
export const cardTypes = ['VI', 'MC', 'AX', 'DI'] as const

export type CardType = (typeof cardTypes)[number]

interface Brand {
  readonly name: string
  readonly lengths: readonly number[]
  readonly cvcLength: number
  /** Ranges of leading digits, both ends included; both ends have the same number of digits. */
  readonly prefixes: readonly (readonly [number, number])[]
}

export const brands: Readonly<Record<CardType, Brand>> = {
  VI: { name: 'Visa', lengths: [13, 16, 19], cvcLength: 3, prefixes: [[4, 4]] },
  MC: {
    name: 'Mastercard',
    lengths: [16],
    cvcLength: 3,
    prefixes: [
      [51, 55],
      [2221, 2720],
    ],
  },
  AX: {
    name: 'American Express',
    lengths: [15],
    cvcLength: 4,
    prefixes: [
      [34, 34],
      [37, 37],
    ],
  },
  DI: {
    name: 'Discover',
    lengths: [16, 17, 18, 19],
    cvcLength: 3,
    prefixes: [
      [6011, 6011],
      [644, 649],
      [65, 65],
    ],
  },
}

const startsWithin = (digits: string, [low, high]: readonly [number, number]): boolean => {
  const width = String(low).length
  const lead = Number(digits.slice(0, width))
  return digits.length >= width && lead >= low && lead <= high
}

/** The brand whose number range starts `digits`, at any length; `undefined` for any other card. */
export const findCardType = (digits: string): CardType | undefined =>
  cardTypes.find((type) => brands[type].prefixes.some((range) => startsWithin(digits, range)))

/** Mastercard, Visa and so on, for people. */
export const brandName = (type: CardType): string => brands[type].name

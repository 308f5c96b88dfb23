const weights = [3, 7, 1] as const

/** True for nine ASCII digits, not all zero, whose 3-7-1 checksum holds (DR-47, DR-48). */
export function isRoutingNumber(text: string): boolean {
  if (!/^[0-9]{9}(?![\s\S])/u.test(text) || text === '000000000') return false
  const sum = Array.from(text).reduce((total, digit, place) => total + Number(digit) * (weights[place % 3] ?? 0), 0)
  return sum % 10 === 0
}

/** The directory's name for numbers that must not be used. */
const unusable = 'DO NOT USE'

/** The name of a bank as the directory has it; empty when the number must not be used (DR-51). */
export const bankNameOf = (listed: string): string => (listed.trim().toUpperCase() === unusable ? '' : listed.trim())

/** True when the last digit of `digits` is its check digit (ISO/IEC 7812-1, annex B). Digits only. */
export function isLuhnValid(digits: string): boolean {
  if (!/^\d{2,}$/u.test(digits)) return false
  let sum = 0
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place])
    const doubled = place % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** True for a nine-digit ABA routing number whose 3-7-1 checksum holds. Nine zeros pass the sum and are refused. */
export function isRoutingNumber(digits: string): boolean {
  if (!/^\d{9}$/u.test(digits) || digits === '000000000') return false
  const weights = [3, 7, 1]
  const sum = Array.from(digits).reduce((total, digit, place) => total + Number(digit) * (weights[place % 3] ?? 0), 0)
  return sum % 10 === 0
}

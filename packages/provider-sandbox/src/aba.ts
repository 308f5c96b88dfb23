/** True for a nine-digit ABA routing number whose 3-7-1 checksum holds. Nine zeros pass the sum and are refused. */
export function isRoutingNumber(digits: string): boolean {
  if (!/^\d{9}$/u.test(digits) || digits === '000000000') return false
  const weights = [3, 7, 1]
  const sum = Array.from(digits).reduce((total, digit, place) => total + Number(digit) * (weights[place % 3] ?? 0), 0)
  return sum % 10 === 0
}

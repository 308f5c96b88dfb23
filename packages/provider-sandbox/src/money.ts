/** Whole cents. */
export type Cents = number

/** The largest amount that the page takes, in cents: a slip of the keyboard above it cannot be a utility bill. */
const largest = 100_000_000_00

/** Reads decimal text such as `123.45`, `123.4` or `123` as cents; `undefined` for anything else. */
export function parseDecimal(text: string): Cents | undefined {
  const [, whole = '', fraction = ''] = /^(\d{1,9})(?:\.(\d{1,2}))?$/u.exec(text) ?? []
  if (whole === '') return undefined
  const cents = Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
  return cents <= largest ? cents : undefined
}

/** `$1,234.56`, formatted for the language, always in US dollars. */
export const formatMoney = (cents: Cents, language: 'en' | 'es'): string =>
  new Intl.NumberFormat(language === 'es' ? 'es-US' : 'en-US', { style: 'currency', currency: 'USD' }).format(
    cents / 100,
  )

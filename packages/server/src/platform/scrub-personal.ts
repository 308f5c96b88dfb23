/** Bearer tokens, and long random texts: tokens, cookies, keys. */
const bearer = /Bearer \S+/gu
const tokens = /[A-Za-z0-9_-]{40,}/gu

/** Phone, account, bank and card numbers, in groups or not: seven digits or more. */
const numbers = /\(?[0-9](?:[ ().-]{0,2}[0-9]){6,}/gu

/** Texts of that form that are harmless: ids, transaction numbers, days and instants, network addresses. */
const harmless = [
  /((?<![0-9a-f-])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![0-9a-f-]))/u,
  /((?<![0-9A-Za-z])T[2-9A-HJ-NP-Z]{16}(?![0-9A-Za-z]))/u,
  /((?<![0-9])[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,9})?Z)?(?![0-9-]))/u,
  /((?<![0-9.])(?:[0-9]{1,3}\.){3}[0-9]{1,3}(?![0-9.]))/u,
]

const removed = '[removed]'

const mayHoldNumber = /[0-9](?:[ ().-]{0,2}[0-9]){6}/u

/** Removes email addresses, tokens and everything that may be a phone, account, bank or card number from a text. */
export function scrubPersonal(text: string): string {
  const withoutWords = withoutAddresses(text).replace(bearer, removed).replace(tokens, removed)
  return mayHoldNumber.test(withoutWords) ? withoutNumbers(withoutWords, harmless) : withoutWords
}

/** Splits the text at harmless parts, of the first kind and then of the others, and scrubs the rest. */
function withoutNumbers(text: string, [kind, ...others]: readonly RegExp[]): string {
  if (kind === undefined) return text.replace(numbers, removed)
  const pieces = text.split(kind)
  return pieces.map((piece, index) => (index % 2 === 1 ? piece : withoutNumbers(piece, others))).join('')
}

/** Removes every word with an email address in it. */
const withoutAddresses = (text: string): string =>
  text.includes('@') ? text.replace(/[^\s"<>]+/gu, (word) => (/[^@]@[^@]/u.test(word) ? removed : word)) : text

/** Fields that the portal itself writes in every line. They contain no personal data and are not searched. */
const ownTexts = new Set(['time', 'requestId', 'traceId', 'method', 'route'])

/** Values under these names are secrets, in any form and at any depth. */
const secretNames = new Set([
  'password',
  'authorization',
  'cookie',
  'token',
  'quickPayToken',
  'phoneLastFourDigits',
  'email',
])

/**
 * Removes secrets and personal data from a JSON line: by name, and in every text, unescaped. Numbers, which are counts and
 * durations, stay.
 */
export function scrubJsonLine(line: string): string {
  const value: unknown = JSON.parse(line)
  return `${JSON.stringify(scrubbed('', value))}\n`
}

function scrubbed(name: string, value: unknown): unknown {
  if (secretNames.has(name)) return removed
  if (typeof value === 'string') return ownTexts.has(name) ? value : scrubPersonal(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((one) => scrubbed('', one))
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, scrubbed(key, one)]))
}

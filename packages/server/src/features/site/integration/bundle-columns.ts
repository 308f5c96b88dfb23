import { parseCalendarDate } from '@coopline/rules/kernel/calendar-date'
import { readDecimalText } from '@coopline/rules/kernel/decimal-text'
import {
  emailOnFileForm,
  isEmailOnFile,
  maxEmailOnFileLength,
} from '@coopline/rules/identity/email-address/check-email'
import { isDigits } from '@coopline/rules/kernel/digits'
import { parseMoney } from '@coopline/rules/kernel/money'
import { parseUsPhone } from '@coopline/rules/kernel/phone'
import { isSafeLink } from '@coopline/rules/site/safe-link/safe-link'
import { documentName } from '../../../platform/documents/document-name.ts'

/** Type of a column in the database. */
export type ColumnType =
  | 'text'
  | 'smallint'
  | 'integer'
  | 'bigint'
  | 'date'
  | 'timestamp with time zone'
  | 'boolean'
  | 'numeric'

/** The result of reading a value: the text for the database's type, or why it is refused. */
export type Reading = { readonly text: string } | { readonly refused: string }

/**
 * The values that a kind accepts, in keywords of JSON Schema (docs/bundle). It refuses no value that `read` accepts; `read` refuses a few more.
 */
export type ValueSchema =
  | { readonly enum: readonly string[] }
  | { readonly pattern: string; readonly maxLength?: number }

/** One kind of value of a bundle's column. Values are already trimmed, not empty, and without control characters. */
export interface ValueKind {
  readonly type: ColumnType
  /** The name of the kind in the documentation. */
  readonly label: string
  readonly schema: ValueSchema
  readonly read: (text: string) => Reading
}

// No control characters (\p{Cc}, which not every validator knows) and no sign of another encoding.
const printable = '^[^\\x00-\\x1f\\x7f-\\x9f\\ufffd]+$'

/** Text of at most `length` characters. */
export const textOf = (length: number): ValueKind => ({
  type: 'text',
  label: `text, at most ${length} characters`,
  schema: { pattern: printable, maxLength: length },
  read: (text) => (text.length <= length ? { text } : { refused: `is longer than ${length} characters` }),
})

/** One of a few words, written exactly so. */
export const oneOf = (...words: readonly string[]): ValueKind => ({
  type: 'text',
  label: words.map((word) => `\`${word}\``).join(' or '),
  schema: { enum: words },
  read: (text) => (words.includes(text) ? { text } : { refused: `must be ${words.join(' or ')}` }),
})

const rememberedReadings = 4096

/** Caches parsed dates and amounts, which repeat in a file, up to a fixed number. */
function remembering(read: ValueKind['read']): ValueKind['read'] {
  const known = new Map<string, Reading>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const reading = read(text)
    if (known.size >= rememberedReadings) known.clear()
    known.set(text, reading)
    return reading
  }
}

const matching = (type: ColumnType, label: string, pattern: RegExp, reason: string): ValueKind => ({
  type,
  label,
  schema: { pattern: pattern.source },
  read: (text) => (pattern.test(text) ? { text } : { refused: reason }),
})

export const memberNumber = matching(
  'text',
  'member number',
  /^[A-Za-z0-9-]{1,20}$/u,
  'must be 1 to 20 letters, digits or hyphens',
)
export const accountNumber = matching('text', 'account number', /^[0-9]{1,12}$/u, 'must be 1 to 12 digits')
export const stateCode = matching('text', 'state', /^[A-Z]{2}$/u, 'must be two capital letters, such as WI')
export const zipCode = matching(
  'text',
  'ZIP code',
  /^[0-9]{5}(?:-[0-9]{4})?$/u,
  'must be a ZIP code, such as 54701 or 54701-1234',
)
export const decimal = matching(
  'numeric',
  'decimal number',
  /^-?[0-9]{1,12}(?:\.[0-9]{1,3})?$/u,
  'must be a number with at most three decimals, such as 812 or 812.5',
)
export const energy = matching(
  'numeric',
  'decimal number, not negative',
  /^[0-9]{1,9}(?:\.[0-9]{1,3})?$/u,
  'must be a number of zero or more with at most three decimals, such as 812 or 812.5',
)
export const fullYear = matching('integer', 'year', /^(?:19|20)[0-9]{2}$/u, 'must be a year from 1900 to 2099')
/** A day that some month has. */
export const dayOfMonth = matching('integer', 'day of a month', /^(?:[1-9]|[12][0-9]|3[01])$/u, 'must be 1 to 31')
/** The end of a bank account or card number. A whole number is refused. */
export const lastDigits = matching('text', 'last digits, at most four', /^[0-9]{1,4}$/u, 'must be at most four digits')
export const eventNumber = matching('bigint', 'whole number', /^[0-9]{1,15}$/u, 'must be a whole number')

export const phoneExtension = matching('text', 'extension', /^[0-9]{1,6}$/u, 'must be at most six digits')
export const count = matching('integer', 'count', /^[0-9]{1,6}$/u, 'must be a whole number of at most six digits')
export const lineNumber = matching(
  'integer',
  'line number',
  /^[1-9][0-9]{0,4}$/u,
  'must be a whole number from 1 to 99999',
)
/** The name of a file in a folder or its sub-folders, which cannot lead out of that folder. */
export const fileName = matching(
  'text',
  'file name',
  documentName,
  'must be a file name of at most 120 letters, digits, dots, hyphens and underscores, with at most five sub-folders of such names in front, separated by /',
)

const webScheme = /^[Hh][Tt][Tt][Pp][Ss]?:\/\//u

export const webAddress: ValueKind = {
  type: 'text',
  label: 'web address',
  schema: { pattern: webScheme.source },
  read: (text) =>
    webScheme.test(text) && isSafeLink(text)
      ? { text }
      : { refused: 'must be a web address, such as https://example.org/a' },
}

/** A well-formed email address; not proven to be read. */
export const emailAddress: ValueKind = {
  type: 'text',
  label: 'email address',
  schema: { pattern: emailOnFileForm.source, maxLength: maxEmailOnFileLength },
  read: (text) => (isEmailOnFile(text) ? { text } : { refused: 'must be an email address, such as ada@example.org' }),
}

const between = '[ \\u00a0()./\\u2010-\\u2014-]*'
const phoneForm = new RegExp(
  `^(?:\\+?${between}1)?${between}[2-9](?:${between}[0-9]){2}${between}[1-9](?:${between}[0-9]){6}${between}$`,
  'u',
)

export const phoneNumber: ValueKind = {
  type: 'text',
  label: 'telephone number',
  schema: { pattern: phoneForm.source, maxLength: 24 },
  read: (text) => {
    const digits = parseUsPhone(text)
    return digits === null
      ? { refused: 'must be a US telephone number of ten digits, such as 7155550100' }
      : { text: digits }
  },
}

export const yesNoFlag: ValueKind = {
  type: 'boolean',
  label: '`Y` or `N`',
  schema: { enum: ['Y', 'N'] },
  read: (text) => {
    if (text === 'Y') return { text: 't' }
    return text === 'N' ? { text: 'f' } : { refused: 'must be Y or N' }
  },
}

const calendarDay =
  /(?!0000)(?:(?:\d\d[2468][048]|\d\d[13579][26]|\d\d0[48]|[02468][048]00|[13579][26]00)-02-29|\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8])))/u

export const isoDate: ValueKind = {
  type: 'date',
  label: 'date',
  schema: { pattern: `^${calendarDay.source}$` },
  read: remembering((text) =>
    parseCalendarDate(text) === null ? { refused: 'must be a date of the calendar written yyyy-MM-dd' } : { text },
  ),
}

// Hours, minutes, seconds, and the offset of the local clock from UTC.
const timeOfDay =
  /(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:\.[0-9]{1,3})?)?(?:Z|[+-](?:0[0-9]|1[0-4]):[0-5][0-9])/u
const momentForm = new RegExp(`^${calendarDay.source}T${timeOfDay.source}$`, 'u')

/** A moment. A local time alone would mean another moment in summer than in winter, and is refused. */
export const instant: ValueKind = {
  type: 'timestamp with time zone',
  label: 'moment',
  schema: { pattern: momentForm.source },
  read: remembering((text) =>
    momentForm.test(text)
      ? { text }
      : {
          refused:
            'must be a moment written yyyy-MM-ddThh:mm:ss with Z or an offset, such as 2027-03-01T18:30:00-06:00',
        },
  ),
}

const signedDollarsForm = /^-?(?:0*[1-9][0-9]{0,11}|0+)\.[0-9]{2}$/u
const dollarsForm = /^(?:-0+\.00|(?:0*[1-9][0-9]{0,11}|0+)\.[0-9]{2})$/u
const dollarsAboveZeroForm = /^(?:0*[1-9][0-9]{0,11}\.[0-9]{2}|0+\.(?:0[1-9]|[1-9][0-9]))$/u
const maxDollarsLength = 32

/** Dollars with exactly two decimals, stored as whole cents. */
const readDollars = remembering((text) => {
  const parts = readDecimalText(text)
  if (parts === null || parts.fraction.length !== 2 || !isDigits(parts.whole)) {
    return { refused: 'must be dollars with two decimals and no separators, such as 1234.50' }
  }
  const amount = parseMoney(text)
  return amount === null ? { refused: 'is too large for an amount' } : { text: String(amount) }
})

/** An amount that may be below zero (a credit). */
export const signedDollars: ValueKind = {
  type: 'bigint',
  label: 'dollars, may be negative',
  schema: { pattern: signedDollarsForm.source, maxLength: maxDollarsLength },
  read: readDollars,
}

/** An amount of zero or more. */
export const dollars: ValueKind = {
  type: 'bigint',
  label: 'dollars',
  schema: { pattern: dollarsForm.source, maxLength: maxDollarsLength },
  read: (text) => {
    const reading = readDollars(text)
    return 'text' in reading && reading.text.startsWith('-') ? { refused: 'must not be below zero' } : reading
  },
}
/** Dollars of something that happened: an amount of nothing is a mistake. */
export const dollarsAboveZero: ValueKind = {
  type: 'bigint',
  label: 'dollars above zero',
  schema: { pattern: dollarsAboveZeroForm.source, maxLength: maxDollarsLength },
  read: (text) => {
    const reading = dollars.read(text)
    return 'text' in reading && Number(reading.text) === 0 ? { refused: 'must be above zero' } : reading
  },
}

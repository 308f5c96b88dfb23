import { isOn } from '@coopline/rules/kernel/flag'
import { type Cents, cents, parseMoney } from '@coopline/rules/kernel/money'
import { isSafeLink } from '@coopline/rules/site/safe-link/safe-link'
import { parseCalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { Language } from '@coopline/rules/kernel/problem'
import { z } from 'zod'

const spanish = new Map<string, string>()

/** Keeps the Spanish of a sentence that refuses a value. @returns the English one, which the schema gives. */
function sentence(en: string, es: string): string {
  spanish.set(en, es)
  return en
}

/** The message of a schema in a language. Messages of the library, such as that a text is too long, stay in English. */
export const writtenFaultIn = (message: string, language: Language): string =>
  language === 'es' ? (spanish.get(message) ?? message) : message

/** `Y`, `N`, `y`, `n`, `true`, `false`, as text or as a JSON value; nothing else (CF-09, REQ-D-059). */
export const flagText = z
  .union([z.boolean(), z.enum(['Y', 'y', 'true', 'N', 'n', 'false'])], sentence('Write Y or N', 'Escriba Y o N'))
  .transform((value): boolean => value === 'true' || isOn(value))

/** The largest amount that may be paid at once (PA-07). */
const mostCents = 999_999_999_999

const moneyHint = sentence(
  'Write an amount in dollars, such as 12.50',
  'Escriba un monto en dólares, por ejemplo 12.50',
)

/** Dollars as text (`"12.50"`), kept as whole cents. */
export const moneyText = z.unknown().transform((value, context): Cents => readMoney(value, context) ?? z.NEVER)

/** Dollars as text, kept as whole cents. Empty text and `null` mean that there is no such amount. */
export const optionalMoneyText = z
  .unknown()
  .transform((value, context): Cents | null => (value === '' || value === null ? null : readMoney(value, context)))

function readMoney(value: unknown, context: { addIssue: (message: string) => void }): Cents | null {
  const amount = typeof value === 'string' ? parseMoney(value) : value
  if (typeof amount === 'number' && Number.isSafeInteger(amount) && amount >= 0 && amount <= mostCents)
    return cents(amount)
  context.addIssue(moneyHint)
  return null
}

const wholeNumber = z.union(
  [
    z.int(),
    z
      .string()
      .regex(/^[0-9]{1,9}(?![\s\S])/u)
      .transform(Number),
  ],
  sentence('Write a whole number', 'Escriba un número entero'),
)

/** A whole number between two bounds, as a number or as digits. */
export const numberText = (least: number, most: number): z.ZodType<number> =>
  wholeNumber.pipe(
    z
      .int()
      .min(least, sentence(`Write ${least} or more`, `Escriba ${least} o más`))
      .max(most, sentence(`Write ${most} or less`, `Escriba ${most} o menos`)),
  )

/** One of two whole numbers, as a number or as digits. */
export const eitherNumberText = (one: number, other: number): z.ZodType<number> =>
  wholeNumber.refine(
    (value) => value === one || value === other,
    sentence(`Write ${one} or ${other}`, `Escriba ${one} o ${other}`),
  )

const atMost = 2_000

/** Empty, or an `https://` address. */
export const urlText = z
  .string()
  .max(atMost)
  .refine(
    (text) => text === '' || isHttps(text),
    sentence('Write an address that starts with https://', 'Escriba una dirección que empiece con https://'),
  )

/** Empty, an address on our own origin (`/…`, `./…`, `#`), or an `https://` address. */
export const linkText = z
  .string()
  .max(atMost)
  .refine(
    (text) => text === '' || isOwnAddress(text) || isHttps(text),
    sentence(
      'Write an address that starts with https:// or with a single /',
      'Escriba una dirección que empiece con https:// o con una sola /',
    ),
  )

/** Empty, or a file on our own origin: never another site's style or script. */
export const ownPathText = z
  .string()
  .max(atMost)
  .refine(
    (text) => text === '' || (isOwnAddress(text) && !text.startsWith('#')),
    sentence(
      'Write a path on this site that starts with a single /',
      'Escriba una ruta de este sitio que empiece con una sola /',
    ),
  )

const isHttps = (text: string): boolean => /^https:\/\/[^/]/u.test(text) && isSafeLink(text)

/** True for a text that a browser can only read as an address on the origin that it is already on. */
const isOwnAddress = (text: string): boolean =>
  text.startsWith('#') ? !/[\\\p{Cc}\s]/u.test(text) : /^(?:\/|\.\/)\S*(?![\s\S])/u.test(text) && isSafeLink(text)

/** `#rrggbb`. */
export const colorText = z
  .string()
  .regex(/^#[0-9A-Fa-f]{6}(?![\s\S])/u, sentence('Write a color as #rrggbb', 'Escriba un color como #rrggbb'))
  .transform((text) => text.toLowerCase())

const localMinuteHint = sentence(
  'Write a date and a time such as 2027-03-01 14:30, or nothing',
  'Escriba una fecha y una hora como 2027-03-01 14:30, o nada',
)

/** Empty, or a minute in the cooperative's time zone, kept as `yyyy-MM-ddTHH:mm`. */
export const localMinuteText = z
  .string()
  .trim()
  .regex(/^(?:\d{4}-\d{2}-\d{2}[ T](?:[01]\d|2[0-3]):[0-5]\d)?(?![\s\S])/u, localMinuteHint)
  .transform((text) => text.replace(' ', 'T'))
  .refine((text) => text === '' || parseCalendarDate(text.slice(0, 10)) !== null, localMinuteHint)

/** A name of the time-zone database, such as America/Chicago. */
export const timeZoneText = z
  .string()
  .max(60)
  .refine(
    (name) => {
      try {
        return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
      } catch {
        return false
      }
    },
    sentence('Write a time zone such as America/Chicago', 'Escriba una zona horaria como America/Chicago'),
  )

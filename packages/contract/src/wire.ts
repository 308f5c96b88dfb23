import { calendarDate, parseCalendarDate, type CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents, type Cents } from '@coopline/rules/kernel/money'
import { z } from 'zod'

/** The message of an issue about an amount, by which the server finds the sentence for it. */
export const notWholeCents = 'not-whole-cents'

/** Money on our own API: whole cents (REQ-D-001). */
export const wireCents = z
  .int(notWholeCents)
  .min(-99_999_999_999_999, notWholeCents)
  .max(99_999_999_999_999, notWholeCents)
  .transform((value): Cents => cents(value))
  .meta({ description: 'Whole cents' })

export const wirePositiveCents = z
  .int(notWholeCents)
  .min(1, notWholeCents)
  .max(99_999_999_999_999, notWholeCents)
  .transform((value): Cents => cents(value))
  .meta({ description: 'Whole cents, above zero' })

/** A calendar date without a time, `yyyy-MM-dd`. */
export const wireDate = z
  .string()
  .length(10)
  .refine((text) => parseCalendarDate(text) !== null, 'Not a calendar date')
  .transform((text): CalendarDate => calendarDate(text))
  .meta({ description: 'Calendar date, yyyy-MM-dd', format: 'date' })

const [firstDay, lastDay] = ['1900-01-01', '2199-12-31'] as const

const withinBounds = `from ${firstDay} to ${lastDay}`

/** A calendar date that a caller gives. Within these years every date that is computed from it is one, too. */
export const requestDate = z
  .string()
  .length(10)
  .refine((text) => parseCalendarDate(text) !== null, 'Not a calendar date')
  .refine((text) => firstDay <= text && text <= lastDay, 'Not within the years that are served')
  .transform((text): CalendarDate => calendarDate(text))
  .meta({ description: `Calendar date, yyyy-MM-dd, ${withinBounds}`, format: 'date' })

const givenBack = 'as an answer had it'

/**
 * A date that a caller may give back as an answer had it, imported placeholders such as 9999-12-31 included. It is compared and stored, and
 * no other date is computed from it.
 */
export const givenBackDate = wireDate.meta({ description: `Calendar date, yyyy-MM-dd, ${givenBack}`, format: 'date' })

/** An instant that the client sends back. */
export const givenBackInstant = z.iso.datetime().meta({ description: `Instant, ISO 8601 with Z, ${givenBack}` })

/** A flag of the cooperative's systems as the requirements write it (CF-09). */
export const wireFlag = z.enum(['Y', 'N'])

/** 1 to 12 ASCII digits, kept as text: leading zeros count. */
export const wireAccountNumber = z.string().regex(/^[0-9]{1,12}(?![\s\S])/u)

/** Identifier of a member as the cooperative writes it. */
export const wireMemberNumber = z.string().regex(/^[A-Za-z0-9-]{1,20}(?![\s\S])/u)

/** An opaque value that the server made; its length is all that is checked here. */
export const wireOpaque = z.string().min(1).max(2048)

/** An instant, ISO 8601 with `Z`. */
export const wireInstant = z.iso.datetime()

/** An instant that a caller gives. */
export const requestInstant = z.iso
  .datetime()
  .refine((text) => firstDay <= text && text.slice(0, 10) <= lastDay, 'Not within the years that are served')
  .meta({ description: `Instant, ISO 8601 with Z, ${withinBounds}` })

const pageOf = z.string().regex(/^[1-9][0-9]{0,5}$/u)
const pageSizeOf = z.string().regex(/^(?:[1-9][0-9]?|100)$/u)

/** Selects a page of a history between two days, both inclusive. */
export const wireHistoryQuery = z.strictObject({
  from: requestDate.optional(),
  to: requestDate.optional(),
  page: pageOf.optional(),
  pageSize: pageSizeOf.optional(),
})

import { addDays, type CalendarDate, daysBetween, parseCalendarDate } from '../../kernel/calendar-date.ts'
import { isDigits } from '../../kernel/digits.ts'

/** A reading as the member types it. */
export interface MeterReadingForm {
  readonly meterNumber: string
  /** The whole numbers on the meter, leading zeros included. */
  readonly reading: string
  /** yyyy-MM-dd, or empty. */
  readonly readOn: string
}

export interface MeterReadingLimits {
  /** Numbers of the meters in service. */
  readonly meters: readonly string[]
  /** Today in the cooperative's time zone. */
  readonly today: CalendarDate
}

/** The reason that a photo is refused. */
export type PhotoFault = 'photo-type' | 'photo-broken' | 'photo-dimensions' | 'photo-too-large'

export type MeterReadingProblem =
  | { readonly code: PhotoFault; readonly field: 'photoBase64' }
  | { readonly code: 'meter-missing'; readonly field: 'meterNumber' }
  | { readonly code: 'reading-missing' | 'reading-not-valid'; readonly field: 'reading' }
  | {
      readonly code: 'date-not-valid'
      readonly field: 'readOn'
      readonly first: CalendarDate
      readonly last: CalendarDate
    }

/** Maximum digits of a reading. Registers have four to eight. */
export const maxReadingDigits = 9

/** Bytes of the largest photo. */
export const maxPhotoBytes = 3_000_000

/** Readings older than this many days are too late for a bill. */
const maxAgeDays = 30

/** The first and last day that a reading may be from. */
export const readingDays = (today: CalendarDate) => ({ first: addDays(today, -maxAgeDays), last: today })

/** Checks a reading and returns every problem, in form order. */
export function checkMeterReading(
  { meterNumber, reading, readOn }: MeterReadingForm,
  { meters, today }: MeterReadingLimits,
): readonly MeterReadingProblem[] {
  const { first, last } = readingDays(today)
  const day = parseCalendarDate(readOn)
  const digits = reading.trim()
  const problems: MeterReadingProblem[] = []
  if (!meters.includes(meterNumber)) problems.push({ code: 'meter-missing', field: 'meterNumber' })
  if (digits === '') problems.push({ code: 'reading-missing', field: 'reading' })
  else if (!isDigits(digits) || digits.length > maxReadingDigits)
    problems.push({ code: 'reading-not-valid', field: 'reading' })
  if (day === null || day < first || day > last) problems.push({ code: 'date-not-valid', field: 'readOn', first, last })
  return problems
}

/** A reading in whole units on a day. */
export interface DatedReading {
  readonly reading: number
  readonly day: CalendarDate
}

/** The facts about a meter that are known before a reading. */
export interface ReadingHistory {
  /** The newest reading of an earlier day; `null` when there is none. */
  readonly previous: DatedReading | null
  /** Average daily usage over the past year, in units; `null` when unknown. */
  readonly usualPerDay: number | null
}

/** The reason that a reading needs the member's confirmation. */
export type ReadingDoubt =
  | { readonly code: 'lower' | 'rollover'; readonly previous: DatedReading }
  | { readonly code: 'high'; readonly previous: DatedReading; readonly perDay: number; readonly usualPerDay: number }

/** Daily usage above this multiple of the usual needs confirmation. Heating and irrigation can triple it. */
const unusualFactor = 4

/** A register in its last tenth may have passed its highest number. */
const lastTenth = 0.9

/**
 * Compares a reading with the meter's history. Every reading can be true, so the answer is a reason to ask, never to refuse.
 *
 * @returns `null` for a plausible reading, and without an earlier one.
 */
export function doubtReading(
  { reading, day }: DatedReading,
  { previous, usualPerDay }: ReadingHistory,
): ReadingDoubt | null {
  if (previous === null || previous.day >= day) return null
  const days = daysBetween(previous.day, day)
  const isHigh = (used: number) => usualPerDay !== null && used / days > usualPerDay * unusualFactor
  if (reading < previous.reading) {
    const capacity = 10 ** String(previous.reading).length
    const canRollOver = previous.reading >= capacity * lastTenth && !isHigh(capacity - previous.reading + reading)
    return { code: canRollOver ? 'rollover' : 'lower', previous }
  }
  const used = reading - previous.reading
  return usualPerDay !== null && isHigh(used) ? { code: 'high', previous, perDay: used / days, usualPerDay } : null
}

import { type CalendarDate, parseCalendarDate } from '@coopline/rules/kernel/calendar-date'
import { type Cents, parseMoney } from '@coopline/rules/kernel/money'
import type { CsvRow } from '../../site/integration/public.ts'
import { amountForm, readingStatuses } from './file-columns.ts'
import type { LocalDays } from './local-day.ts'
import { parseStart, type TimeOptions } from './parse-start.ts'
import type { ReadingStatus } from './usage.tables.ts'

/** Names an account and its meter. */
export interface MeterName {
  readonly accountNumber: string
  readonly meterNumber: string
}

/** Context for parsing rows. */
export interface ReadingContext {
  readonly days: LocalDays
  readonly now: Date
  /** The meter for files without that column. */
  readonly of: MeterName | undefined
  readonly times: TimeOptions
}

/** Time of a reading: a whole local day, or an interval that starts at an instant (milliseconds since 1970). */
export type ReadingTime =
  | { readonly day: CalendarDate }
  | {
      readonly instant: number
      /** `null` for the meter's own interval length. */
      readonly minutes: number | null
      /** The instant is that of the interval's end. */
      readonly isEnd?: boolean
    }

/** A reading from a file before its meter is looked up. Amounts are in thousandths of the meter's unit. */
export interface ParsedReading extends MeterName {
  readonly line: number
  /** `null` when the reading has received energy only. Below zero: what a net meter received. */
  readonly used: number | null
  readonly received: number | null
  readonly status: ReadingStatus
  /** The demand in watts. */
  readonly demand: number | null
  readonly endReading: number | null
  readonly charge: Cents | null
  readonly prepaidVendor: string | null
  readonly at: ReadingTime
  /** Column of the used amount in the report; absent: `used`. */
  readonly amountColumn?: string
  /** The day or start as written in the file, for the report. */
  readonly text: string
}

export interface ReadingFault {
  readonly column: string
  readonly value: string
  readonly reason: string
}

/** Maximum daily amount in units; more than any meter of a cooperative measures. */
const maxPerDay = 1_000_000

/** The place of each column in a row. */
export type Header = ReadonlyMap<string, number>

export type RowParser = (row: Extract<CsvRow, { fields: unknown }>) => ParsedReading | ReadingFault

/** Twelve 5-minute readings of 100,000 meters. */
const mostDoubled = 1_200_000
const tooManyDoubled = 'is in the doubled hour, which more meters have than one file may; split the file'

/** Enough for a year of 5-minute readings. */
export const mostRememberedTimes = 110_000

/**
 * Parses the rows of a file: each into a reading or what is wrong with it. Does not look up the meter. Remembers times, because most
 * rows have the time of an earlier row, of another meter.
 */
export function createRowParser(header: Header, context: ReadingContext): RowParser {
  const { of } = context
  const timeColumn = header.has('day') ? 'day' : 'start'
  const hasOptional = optionalColumns.some((column) => header.has(column))
  const times = new Map<string, ReadingTime | readonly [ReadingTime, ReadingTime] | ReadingFault>()
  const parseTime = (text: string, minutes: string) => {
    const key = minutes === '' ? text : `${text} ${minutes}`
    const known = times.get(key)
    if (known !== undefined) return known
    const time = timeColumn === 'day' ? parseDay(text, context) : parseTimes(text, minutes, context)
    if (times.size >= mostRememberedTimes) times.clear()
    times.set(key, time)
    return time
  }
  /** Times of a doubled hour that a meter has had once. */
  const hadOnce = new Set<string>()
  const atOf = (meter: string, text: string, minutes: string): ReadingTime | ReadingFault => {
    const time = parseTime(text, minutes)
    if (!('length' in time)) return time
    const key = `${meter} ${text}`
    if (hadOnce.has(key)) return time[1]
    if (hadOnce.size >= mostDoubled) return { column: 'start', value: text, reason: tooManyDoubled }
    hadOnce.add(key)
    return time[0]
  }
  return ({ fields, line }) => {
    if (fields.length !== header.size)
      return { column: '', value: '', reason: `has ${fields.length} values, the header ${header.size}` }
    const valueOf = (column: string) => {
      const place = header.get(column)
      return place === undefined ? '' : (fields[place]?.trim() ?? '')
    }
    const amount = valueOf('used')
    const used = parseAmount(amount, { mayBeNegative: true })
    if (typeof used === 'string') return { column: 'used', value: amount, reason: used }
    const status = toStatus(valueOf('status'))
    if (typeof status === 'object') return status
    const optional = hasOptional ? parseOptional(valueOf) : noneOfThem
    if ('reason' in optional) return optional
    const text = valueOf(timeColumn)
    const accountNumber = of?.accountNumber ?? valueOf('account_number')
    const meterNumber = of?.meterNumber ?? valueOf('meter_number')
    const at = atOf(`${accountNumber} ${meterNumber}`, text, valueOf('minutes'))
    if ('reason' in at) return at
    return { line, accountNumber, meterNumber, used, status, ...optional, at, text }
  }
}

function toStatus(text: string): ReadingStatus | ReadingFault {
  const status = text === '' ? 'actual' : text
  return isReadingStatus(status)
    ? status
    : { column: 'status', value: status, reason: 'must be actual, estimated or keyed' }
}

const isReadingStatus = (text: string): text is ReadingStatus => readingStatuses.some((status) => status === text)

type OptionalValues = Pick<ParsedReading, 'received' | 'demand' | 'endReading' | 'charge' | 'prepaidVendor'>

const optionalColumns = ['received', 'demand', 'end_reading', 'charge', 'prepaid_vendor'] as const
const noneOfThem: OptionalValues = { received: null, demand: null, endReading: null, charge: null, prepaidVendor: null }
function parseOptional(valueOf: (column: string) => string): OptionalValues | ReadingFault {
  const amounts = new Map<string, number>()
  for (const column of ['received', 'demand', 'end_reading']) {
    const amount = valueOf(column) === '' ? null : parseAmount(valueOf(column))
    if (typeof amount === 'string') return { column, value: valueOf(column), reason: amount }
    if (amount !== null) amounts.set(column, amount)
  }
  const charge = valueOf('charge') === '' ? null : parseMoney(valueOf('charge'))
  if (charge === null && valueOf('charge') !== '')
    return { column: 'charge', value: valueOf('charge'), reason: 'is no amount of dollars' }
  return {
    received: amounts.get('received') ?? null,
    demand: amounts.get('demand') ?? null,
    endReading: amounts.get('end_reading') ?? null,
    charge,
    prepaidVendor: valueOf('prepaid_vendor') === '' ? null : valueOf('prepaid_vendor').slice(0, 60),
  }
}

function parseTimes(
  text: string,
  minutes: string,
  context: ReadingContext,
): ReadingTime | readonly [ReadingTime, ReadingTime] | ReadingFault {
  const start = parseStart(text, minutes, context)
  if ('reason' in start) return start
  const toTime = (instant: number): ReadingTime => ({
    instant,
    minutes: start.minutes,
    ...(context.times.isIntervalEnding === true && { isEnd: true }),
  })
  const [first, second] = start.instants
  return second === undefined ? toTime(first) : [toTime(first), toTime(second)]
}

/** The local day of a reading, or of the last moment of an interval whose end is known. */
export const dayOf = (at: ReadingTime, days: LocalDays): CalendarDate =>
  'day' in at ? at.day : days.ofInstant(at.isEnd === true ? at.instant - 1 : at.instant).day

/** Parses an amount into thousandths, or returns why it is refused. */
function parseAmount(text: string, { mayBeNegative = false } = {}): number | string {
  if (text === '') return 'is empty; leave the row out when there is no reading'
  if (!amountForm.test(text)) return 'is no number'
  const amount = Number(text)
  return checkAmount(mayBeNegative ? Math.abs(amount) : amount) ?? Math.round(amount * 1000)
}

/** The reason that an amount below zero is refused, unless a net meter received it. */
export const negative = 'is negative; give what goes back as received'

/** Returns the reason that an amount in units is invalid; `null` when it is valid. */
export function checkAmount(amount: number): string | null {
  if (amount < 0) return negative
  return amount > maxPerDay ? `is more than ${maxPerDay}, which no meter measures` : null
}

const tooEarly = '1990-01-01'

/** Returns the reason that a local day is invalid for a reading; `null` when it is valid. */
function checkDay(day: CalendarDate, today: CalendarDate): string | null {
  return checkPastDay(day) ?? (day > today ? 'is in the future' : null)
}

/** Returns the reason that a past day or today is invalid for a reading; `null` when it is valid. */
export const checkPastDay = (day: CalendarDate): string | null => (day < tooEarly ? `is before ${tooEarly}` : null)

function parseDay(text: string, { days, now }: ReadingContext): ReadingTime | ReadingFault {
  const day = parseCalendarDate(text)
  if (day === null) return { column: 'day', value: text, reason: 'is not a date in the form yyyy-MM-dd' }
  const reason = checkDay(day, days.ofInstant(now.getTime()).day)
  return reason === null ? { day } : { column: 'day', value: text, reason }
}

import { type CalendarDate, parseCalendarDate } from '@coopline/rules/kernel/calendar-date'
import { type Cents, parseMoney } from '@coopline/rules/kernel/money'
import type { CsvRow } from '../integration/public.ts'
import { amountForm, intervalLengths, readingStatuses, startForm } from './file-columns.ts'
import type { LocalDays } from './local-day.ts'
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
}

/** Time of a reading: a whole local day, or an interval that starts at an instant (milliseconds since 1970). */
export type ReadingTime =
  | { readonly day: CalendarDate }
  | {
      readonly instant: number
      /** `null` for the meter's own interval length. */
      readonly minutes: number | null
    }

/** A reading from a file before its meter is looked up. Amounts are in thousandths of the meter's unit. */
export interface ParsedReading extends MeterName {
  readonly line: number
  /** `null` when the reading has received energy only. */
  readonly used: number | null
  readonly received: number | null
  readonly status: ReadingStatus
  /** In watts. */
  readonly demand: number | null
  readonly endReading: number | null
  readonly charge: Cents | null
  readonly prepaidVendor: string | null
  readonly at: ReadingTime
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
  const times = new Map<string, ReadingTime | ReadingFault>()
  const parseTime = (text: string, minutes: string): ReadingTime | ReadingFault => {
    const key = minutes === '' ? text : `${text} ${minutes}`
    const known = times.get(key)
    if (known !== undefined) return known
    const time = timeColumn === 'day' ? parseDay(text, context) : parseStart(text, minutes, context)
    if (times.size >= mostRememberedTimes) times.clear()
    times.set(key, time)
    return time
  }
  return ({ fields, line }) => {
    if (fields.length !== header.size)
      return { column: '', value: '', reason: `has ${fields.length} values, the header ${header.size}` }
    const valueOf = (column: string) => {
      const place = header.get(column)
      return place === undefined ? '' : (fields[place]?.trim() ?? '')
    }
    const amount = valueOf('used')
    const used = parseAmount(amount)
    if (typeof used === 'string') return { column: 'used', value: amount, reason: used }
    const status = toStatus(valueOf('status'))
    if (typeof status === 'object') return status
    const optional = hasOptional ? parseOptional(valueOf) : noneOfThem
    if ('reason' in optional) return optional
    const text = valueOf(timeColumn)
    const at = parseTime(text, valueOf('minutes'))
    if ('reason' in at) return at
    const accountNumber = of?.accountNumber ?? valueOf('account_number')
    const meterNumber = of?.meterNumber ?? valueOf('meter_number')
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

/** Parses an amount into thousandths, or returns why it is refused. */
export function parseAmount(text: string): number | string {
  if (text === '') return 'is empty; leave the row out when there is no reading'
  if (!amountForm.test(text)) return 'is no number'
  return checkAmount(Number(text)) ?? Math.round(Number(text) * 1000)
}

/** Why an amount in units is invalid; `null` when it is valid. */
export function checkAmount(amount: number): string | null {
  if (amount < 0) return 'is negative; give what goes back as received'
  return amount > maxPerDay ? `is more than ${maxPerDay}, which no meter measures` : null
}

const tooEarly = '1990-01-01'

/** Why a local day is invalid for a reading; `null` when it is valid. */
function checkDay(day: CalendarDate, today: CalendarDate): string | null {
  return checkPastDay(day) ?? (day > today ? 'is in the future' : null)
}

/** Why a local day that is over, or today, is invalid for a reading; `null` when it is valid. */
export const checkPastDay = (day: CalendarDate): string | null => (day < tooEarly ? `is before ${tooEarly}` : null)

function parseDay(text: string, { days, now }: ReadingContext): ReadingTime | ReadingFault {
  const day = parseCalendarDate(text)
  if (day === null) return { column: 'day', value: text, reason: 'is not a date in the form yyyy-MM-dd' }
  const reason = checkDay(day, days.ofInstant(now.getTime()).day)
  return reason === null ? { day } : { column: 'day', value: text, reason }
}

/** A start without a UTC offset is in standard time all year, so no hour is missing or repeated. */
function parseStart(text: string, minutes: string, { days, now }: ReadingContext): ReadingTime | ReadingFault {
  const found = startForm.exec(text)
  const fault = (reason: string): ReadingFault => ({ column: 'start', value: text, reason })
  const day = parseCalendarDate(found?.[1] ?? '')
  if (found === null || day === null) return fault('is no moment written as yyyy-MM-ddThh:mm:ss-06:00')
  if (day < tooEarly) return fault(`is before ${tooEarly}`)
  const [, , hour, minute, second = '00', zone] = found
  const instant = Date.parse(`${day}T${hour}:${minute}:${second}${zone ?? 'Z'}`)
  if (Number.isNaN(instant)) return fault('is no moment written as yyyy-MM-ddThh:mm:ss-06:00')
  // January is in standard time in every northern zone that changes its clocks.
  const real = zone === undefined ? instant - days.offsetAt(Date.parse(`${day.slice(0, 4)}-01-15T12:00:00Z`)) : instant
  if (real > now.getTime()) return fault('is in the future')
  if (minutes !== '' && !intervalLengths.includes(minutes))
    return { column: 'minutes', value: minutes, reason: 'must be 5, 15, 30 or 60' }
  return { instant: real, minutes: minutes === '' ? null : Number(minutes) }
}

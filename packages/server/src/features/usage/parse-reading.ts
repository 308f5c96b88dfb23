import { type CalendarDate, parseCalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { CsvRow } from '../integration/public.ts'
import type { LocalDays } from './local-day.ts'
import type { ReadingStatus } from './usage.tables.ts'

/** Names an account and its meter. */
export interface MeterName {
  readonly accountNumber: string
  readonly meterNumber: string
}

/** What rows are read against. */
export interface ReadingContext {
  readonly days: LocalDays
  readonly now: Date
  /** The meter of files that do not name it. */
  readonly of: MeterName | undefined
}

/** What a row says before its meter is looked up. Amounts are thousandths. */
export interface ParsedReading {
  readonly line: number
  readonly accountNumber: string
  readonly meterNumber: string
  readonly used: number
  readonly received: number | null
  readonly status: ReadingStatus
  readonly valueOf: (column: string) => string
  readonly at: { readonly day: CalendarDate } | { readonly instant: number }
}

export interface ReadingFault {
  readonly column: string
  readonly value: string
  readonly reason: string
}

/** More than any meter of a cooperative measures, in units. */
const mostOfADay = 1_000_000

/** What a row says, or what is wrong with it. Whether its meter is on file is not looked up here. */
export function parseReading(
  row: Extract<CsvRow, { fields: unknown }>,
  header: readonly string[],
  { days, now, of }: ReadingContext,
): ParsedReading | ReadingFault {
  if (row.fields.length !== header.length)
    return { column: '', value: '', reason: `has ${row.fields.length} values, the header ${header.length}` }
  const valueOf = (column: string) => row.fields[header.indexOf(column)]?.trim() ?? ''
  const used = parseAmount(valueOf('used'))
  if (typeof used === 'string') return { column: 'used', value: valueOf('used'), reason: used }
  const received = valueOf('received') === '' ? null : parseAmount(valueOf('received'))
  if (typeof received === 'string') return { column: 'received', value: valueOf('received'), reason: received }
  const status = valueOf('status') === '' ? 'actual' : valueOf('status')
  if (status !== 'actual' && status !== 'estimated' && status !== 'keyed')
    return { column: 'status', value: status, reason: 'must be actual, estimated or keyed' }
  const at = header.includes('day') ? parseDay(valueOf('day'), days, now) : parseStart(valueOf('start'), days, now)
  if ('reason' in at) return at
  return {
    line: row.line,
    accountNumber: of?.accountNumber ?? valueOf('account_number'),
    meterNumber: of?.meterNumber ?? valueOf('meter_number'),
    used,
    received,
    status,
    valueOf,
    at,
  }
}

/** Thousandths of an amount, or why it is refused. */
export function parseAmount(text: string): number | string {
  if (text === '') return 'is empty; leave the row out when there is no reading'
  if (!/^[-+]?\d{1,18}(?:\.\d{1,12})?$/u.test(text)) return 'is no number'
  const amount = Number(text)
  if (amount < 0) return 'is negative; give what goes back as received'
  return amount > mostOfADay ? `is more than ${mostOfADay}, which no meter measures` : Math.round(amount * 1000)
}

const tooEarly = '1990-01-01'

function parseDay(text: string, days: LocalDays, now: Date): { readonly day: CalendarDate } | ReadingFault {
  const day = parseCalendarDate(text)
  const fault = (reason: string): ReadingFault => ({ column: 'day', value: text, reason })
  if (day === null) return fault('is no day written as yyyy-MM-dd')
  if (day < tooEarly) return fault(`is before ${tooEarly}`)
  return day > days.ofInstant(now.getTime()).day ? fault('is in the future') : { day }
}

/** Without an offset from UTC a start is in standard time all year round: so no hour is missing or double. */
function parseStart(text: string, days: LocalDays, now: Date): { readonly instant: number } | ReadingFault {
  const found = /^(\d{4}-\d\d-\d\d)[T ](\d\d):(\d\d)(?::(\d\d))?(Z|[+-]\d\d:\d\d)?$/u.exec(text)
  const fault = (reason: string): ReadingFault => ({ column: 'start', value: text, reason })
  const day = parseCalendarDate(found?.[1] ?? '')
  if (found === null || day === null) return fault('is no moment written as yyyy-MM-ddThh:mm:ss-06:00')
  if (day < tooEarly) return fault(`is before ${tooEarly}`)
  const [, , hour, minute, second = '00', zone] = found
  const instant = Date.parse(`${day}T${hour}:${minute}:${second}${zone ?? 'Z'}`)
  if (Number.isNaN(instant)) return fault('is no moment written as yyyy-MM-ddThh:mm:ss-06:00')
  // January has standard time wherever a zone changes its clocks in the northern summer.
  const real = zone === undefined ? instant - days.offsetAt(Date.parse(`${day.slice(0, 4)}-01-15T12:00:00Z`)) : instant
  return real > now.getTime() ? fault('is in the future') : { instant: real }
}

import {
  checkAmount,
  checkPastDay,
  type ParsedReading,
  type ReadingTime,
  type SourceContext,
  type SourceFault,
} from '../usage/public.ts'
import { type GreenButtonOptions, type SeriesTarget, toStatus } from './series-target.ts'

/** The element texts of an `IntervalReading`. */
export interface RawReading {
  readonly line: number
  start: string | undefined
  duration: string | undefined
  value: string | undefined
  quality: string | undefined
}

export type Items = (ParsedReading | SourceFault)[]

const wholeSeconds = /^\d{1,11}$/u
const minutesOf: ReadonlyMap<number, number> = new Map([5, 15, 30, 60].map((minutes) => [minutes * 60, minutes]))
const day = 86_400
/** Days of a clock change are an hour shorter or longer. */
const isDay = (seconds: number): boolean => Math.abs(seconds - day) <= 3_600
const mostSpreadDays = 100

/** The readings for one value (several when it covers more than one interval or day), or what is wrong with it. */
export function toReadings(
  raw: Readonly<RawReading>,
  target: SeriesTarget,
  options: GreenButtonOptions,
  context: SourceContext,
): Items {
  const fault = checkStart(raw, context) ?? checkValue(raw, target)
  if (fault !== null) return [fault]
  const instant = Number(raw.start) * 1000
  const seconds = Number(raw.duration ?? target.intervalLength ?? Number.NaN)
  const times = toTimes(instant, seconds, target, options, context)
  if (typeof times === 'string') return [toFault(raw, 'duration', raw.duration, times)]
  const { parts, divided } = times
  const text = toText(instant)
  const status = raw.quality === undefined ? target.status : toStatus(Number(raw.quality))
  const amount = Number(raw.value) * target.factor
  const base = {
    ...target.meter,
    line: raw.line,
    text,
    demand: null,
    endReading: null,
    charge: null,
    prepaidVendor: null,
    amountColumn: 'value',
  }
  const readings = divide(Math.round(Math.abs(amount) * 1000), parts).map((share, index) => ({
    ...base,
    ...toFlow(target.flow, amount, share),
    at: parts[index] ?? { instant, minutes: null },
    status: divided === null ? status : 'estimated',
  }))
  if (divided === null) return readings
  const reason = `covers ${divided}; it was divided among them and counts as estimated`
  return [{ severity: 'notice', line: raw.line, column: 'duration', value: text, reason }, ...readings]
}

const toText = (instant: number): string => new Date(instant).toISOString().replace('.000', '')

const toFault = (
  { line }: Readonly<RawReading>,
  column: string,
  value: string | undefined,
  reason: string,
): SourceFault => ({
  severity: 'error',
  line,
  column,
  value: value ?? '',
  reason,
})

function checkStart(raw: Readonly<RawReading>, { days, now }: SourceContext): SourceFault | null {
  const { start } = raw
  if (start === undefined)
    return toFault(raw, 'start', '', 'has no time, and its block has no start or its reading type no interval length')
  if (!wholeSeconds.test(start)) return toFault(raw, 'start', start, 'is no number of seconds since 1970')
  const instant = Number(start) * 1000
  const reason = instant > now.getTime() ? 'is in the future' : checkPastDay(days.ofInstant(instant).day)
  return reason === null ? null : toFault(raw, 'start', toText(instant), reason)
}

function checkValue(raw: Readonly<RawReading>, { factor, maySend }: SeriesTarget): SourceFault | null {
  const { value } = raw
  if (value === undefined || !/^[-+]?\d{1,18}(?:\.\d{1,12})?$/u.test(value))
    return toFault(raw, 'value', value, 'is no number')
  const amount = Number(value) * factor
  const reason = checkAmount(maySend ? Math.abs(amount) : amount)
  return reason === null ? null : toFault(raw, 'value', value, reason)
}

interface Times {
  readonly parts: readonly ReadingTime[]
  /** The times that the value was divided among; `null` for a single time. */
  readonly divided: string | null
}

/** The intervals or days a value covers, or why it cannot be used. */
function toTimes(
  instant: number,
  seconds: number,
  { intervalLength = 0 }: SeriesTarget,
  { spreadsMonths }: GreenButtonOptions,
  { days }: SourceContext,
): Times | string {
  const minutes = minutesOf.get(seconds)
  if (minutes !== undefined) return { parts: [{ instant, minutes }], divided: null }
  // Use the middle of the day, so that neither another time zone nor a clock change moves it to the next day.
  const dayAt = (middle: number) => ({ day: days.ofInstant(instant + middle * 1000).day })
  if (isDay(seconds)) return { parts: [dayAt(seconds / 2)], divided: null }
  const usual = minutesOf.get(intervalLength)
  const count = seconds / intervalLength
  if (usual !== undefined && Number.isInteger(count) && count > 1 && count <= 4) {
    const parts = Array.from({ length: count }, (_none, at) => ({
      instant: instant + at * intervalLength * 1000,
      minutes: usual,
    }))
    return { parts, divided: `${count} intervals` }
  }
  const dayCount = Math.round(seconds / day)
  if (!(dayCount > 1 && dayCount <= mostSpreadDays)) return 'is not 5, 15, 30 or 60 minutes, nor a day'
  if (!spreadsMonths) return `covers ${dayCount} days; it is divided evenly among them only with --spread`
  const parts = Array.from({ length: dayCount }, (_none, at) => dayAt((at + 0.5) * day))
  return { parts, divided: `${dayCount} days` }
}

function toFlow(flow: SeriesTarget['flow'], amount: number, share: number): Pick<ParsedReading, 'used' | 'received'> {
  if (flow === 'used') return { used: amount < 0 ? -share : share, received: null }
  if (flow === 'received') return { used: null, received: share }
  return amount < 0 ? { used: 0, received: share } : { used: share, received: 0 }
}

/** Splits whole thousandths into parts that add up exactly. */
function divide(total: number, { length }: readonly unknown[]): number[] {
  if (length === 1) return [total]
  const upTo = (count: number) => Math.floor((total * count) / length)
  return Array.from({ length }, (_none, at) => upTo(at + 1) - upTo(at))
}

import { type CalendarDate, daysBetween } from '../../kernel/calendar-date.ts'

/** A meter of an account and the days of its service, both included; `null` is unknown or, for the last one, still in use. */
export interface MeterInService {
  readonly meterNumber: string
  readonly unit: string
  readonly inServiceFrom: CalendarDate | null
  readonly inServiceTo: CalendarDate | null
}

/** A meter that starts later than this after another one ended did not replace it. */
const mostDaysBetween = 31

/**
 * The meter that another meter of the account replaced: the last one of the same unit that ended by the day the other one started.
 * Returns `null` when several meters may have been replaced, or may have replaced it.
 */
export function findFormerMeter<Meter extends MeterInService>(
  { meterNumber, unit, inServiceFrom: start }: MeterInService,
  meters: readonly Meter[],
): Meter | null {
  if (start === null) return null
  const others = meters.filter((other) => other.unit === unit && other.meterNumber !== meterNumber)
  const ended = others.filter(({ inServiceTo: end }) => isJustBefore(end, start))
  const hasRival = others.some(({ inServiceFrom: rival }) =>
    ended.some(({ inServiceTo: end }) => end !== null && isJustBefore(end, rival)),
  )
  return ended.length === 1 && !hasRival ? (ended[0] ?? null) : null
}

const isJustBefore = (end: CalendarDate | null, start: CalendarDate | null): boolean =>
  end !== null && start !== null && end <= start && daysBetween(end, start) <= mostDaysBetween

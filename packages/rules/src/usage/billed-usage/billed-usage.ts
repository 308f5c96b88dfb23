import { addDays, type CalendarDate, daysBetween, isAfter, isBefore } from '../../kernel/calendar-date.ts'

/** A bill with the usage of its period; `usageKwh` is `null` where none was billed (water, propane, fees alone). */
export interface BilledPeriod {
  readonly billDate: CalendarDate
  readonly statementStartDate: CalendarDate | null
  readonly usageKwh: number | null
}

/** The usage of the last billed period, with its comparisons. */
export interface BilledUsage {
  /** First day of the period; `null` when the bill does not say. */
  readonly from: CalendarDate | null
  /** Day of the bill: the period ends before it. */
  readonly to: CalendarDate
  readonly usageKwh: number
  readonly before: UsageComparison | null
  readonly yearAgo: UsageComparison | null
}

export interface UsageComparison {
  readonly billDate: CalendarDate
  readonly usageKwh: number
  /** Whole per cent more (or less, negative) than then; `null` when nothing was used then. */
  readonly changePercent: number | null
}

/** Bills are monthly, on varying days of the month: a bill within this many days of a year earlier is the one of a year ago. */
const daysAround = 20

/** Between which days, both included, a bill is that of a year before this one. */
export const aYearBefore = (billDate: CalendarDate): { readonly from: CalendarDate; readonly to: CalendarDate } => ({
  from: addDays(billDate, -365 - daysAround),
  to: addDays(billDate, -365 + daysAround),
})

/**
 * Usage of the last billed period beside the period before and the same one a year ago (REQ-D-106). A day may
 * have bills without usage; they do not count.
 *
 * @param bills in any order, each once: the latest two and those of `aYearBefore` are enough.
 * @returns `null` when no bill has usage.
 */
export function billedUsage(bills: readonly BilledPeriod[]): BilledUsage | null {
  const [last, before, ...rest] = bills.flatMap(withUsage).sort((a, b) => daysBetween(a.billDate, b.billDate))
  if (last === undefined) return null
  const { from, to } = aYearBefore(last.billDate)
  const older = before === undefined ? [] : [before, ...rest]
  const yearAgo = older.find(({ billDate }) => !isBefore(billDate, from) && !isAfter(billDate, to))
  return {
    from: last.statementStartDate,
    to: last.billDate,
    usageKwh: last.usageKwh,
    before: compared(last, before),
    yearAgo: compared(last, yearAgo),
  }
}

type PeriodWithUsage = BilledPeriod & { readonly usageKwh: number }

const withUsage = (bill: BilledPeriod): readonly PeriodWithUsage[] =>
  bill.usageKwh === null ? [] : [{ ...bill, usageKwh: bill.usageKwh }]

function compared(last: PeriodWithUsage, then: PeriodWithUsage | undefined): UsageComparison | null {
  if (then === undefined) return null
  const { billDate, usageKwh } = then
  const change = usageKwh === 0 ? null : Math.round(((last.usageKwh - usageKwh) / usageKwh) * 100) + 0
  return { billDate, usageKwh, changePercent: change }
}

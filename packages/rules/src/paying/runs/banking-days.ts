import { addDays, type CalendarDate, calendarDate, daysBetween } from '../../kernel/calendar-date.ts'

const aMonday = calendarDate('2024-01-01')

/** 0 for Monday to 6 for Sunday. */
const weekday = (date: CalendarDate): number => ((daysBetween(aMonday, date) % 7) + 7) % 7

const [saturday, sunday] = [5, 6]

/** Month and day of holidays with a fixed date: New Year, Juneteenth (since 2022), Independence, Veterans and Christmas Day. */
const fixedHolidays: ReadonlySet<string> = new Set(['01-01', '06-19', '07-04', '11-11', '12-25'])

/** Holidays on a Monday or Thursday, as the first and last day of the month that they can fall on. */
const movingHolidays: readonly (readonly [weekday: number, first: string, last: string])[] = [
  [0, '01-15', '01-21'], // Martin Luther King Jr.
  [0, '02-15', '02-21'], // Presidents
  [0, '05-25', '05-31'], // Memorial
  [0, '09-01', '09-07'], // Labor
  [0, '10-08', '10-14'], // Columbus
  [3, '11-22', '11-28'], // Thanksgiving
]

const isFixedHoliday = (date: CalendarDate): boolean => {
  const day = date.slice(5)
  return fixedHolidays.has(day) && !(day === '06-19' && date < '2022')
}

/**
 * True on a day that the Federal Reserve Banks are closed besides weekends. A holiday on a Sunday closes the Monday after it; one
 * on a Saturday closes no other day: https://www.frbservices.org/about/holiday-schedules
 */
function isBankHoliday(date: CalendarDate): boolean {
  const day = date.slice(5)
  const isMoving = movingHolidays.some(([on, first, last]) => weekday(date) === on && day >= first && day <= last)
  return isMoving || isFixedHoliday(date) || (weekday(date) === 0 && isFixedHoliday(addDays(date, -1)))
}

/** True when banks settle ACH entries on that day. */
export const isBankingDay = (date: CalendarDate): boolean =>
  weekday(date) !== saturday && weekday(date) !== sunday && !isBankHoliday(date)

/** The day itself, or the first banking day after it. */
export const bankingDayFrom = (date: CalendarDate): CalendarDate =>
  isBankingDay(date) ? date : bankingDayFrom(addDays(date, 1))

/**
 * The earliest day that is processed on `date` or later. Closed days right before `date` count, because the next banking day
 * processes them.
 */
export const firstTakenFrom = (date: CalendarDate): CalendarDate => {
  const before = addDays(date, -1)
  return isBankingDay(before) ? date : firstTakenFrom(before)
}

/** The banking day that many banking days after a day. */
export const addBankingDays = (date: CalendarDate, count: number): CalendarDate =>
  count === 0 ? date : addBankingDays(bankingDayFrom(addDays(date, 1)), count - 1)

const hourFormats = new Map<string, Intl.DateTimeFormat>()

/** The hour of the day, 0 to 23, that it is in `timeZone` at `instant`. */
export function hourIn(timeZone: string, instant: Date): number {
  // A format is costly to make, and a run asks for the hour of every draft.
  const format =
    hourFormats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', hourCycle: 'h23' })
  hourFormats.set(timeZone, format)
  return Number(format.format(instant))
}

/**
 * The day on which entries settle that leave now: the next banking day, and after the cut-off hour, or on a day when banks are
 * closed, the one after it.
 */
export function settlementDay(today: CalendarDate, hour: number, cutoffHour: number): CalendarDate {
  const isSentToday = isBankingDay(today) && hour < cutoffHour
  return addBankingDays(isSentToday ? today : bankingDayFrom(addDays(today, 1)), 1)
}

import { addDays, type CalendarDate, calendarDate } from '@coopline/rules/kernel/calendar-date'
import { type DailyReading, type IntervalDay, intervalsOf, localDays } from '../features/usage/usage/public.ts'
import { createMonths, upsertDailyReadings, upsertIntervalDays } from '../features/usage/usage/write-readings.store.ts'
import type { Database } from '../platform/db/open-database.ts'

const meterOfAda = { accountNumber: '100100101', meterNumber: 'E-1' } as const

interface SeedMeter {
  readonly accountNumber?: string
  readonly meterNumber?: string
  readonly unit?: string
}

/** Adds a meter, by default to Ada's electric account. */
export async function seedMeter(db: Database, { unit = 'kWh', ...meter }: SeedMeter = {}): Promise<void> {
  const { accountNumber, meterNumber } = { ...meterOfAda, ...meter }
  await db.insertInto('cis.meter').values({ account_number: accountNumber, meter_number: meterNumber, unit }).execute()
}

/** Adds daily readings, by default 1 kWh on Ada's meter. */
export async function seedDays(
  db: Database,
  ...days: readonly (Omit<Partial<DailyReading>, 'day'> & { readonly day: string })[]
): Promise<void> {
  const rows = days.map((day) => ({
    ...meterOfAda,
    used: 1_000,
    received: null,
    demand: null,
    status: 'actual' as const,
    unit: 'kWh',
    endReading: null,
    charge: null,
    prepaidVendor: null,
    ...day,
    day: calendarDate(day.day),
  }))
  for (const { day } of rows) await createMonths(db, day, day)
  await upsertDailyReadings(db, rows)
}

/** Adds days of intervals, by default on Ada's meter with 1 Wh more every hour. */
export async function seedIntervals(
  db: Database,
  ...days: readonly (Omit<Partial<IntervalDay>, 'day'> & { readonly day: string })[]
): Promise<void> {
  const rows = days.map((given) => {
    const [day, minutes] = [calendarDate(given.day), given.minutes ?? 60]
    const count = intervalsOf(localDays('America/Chicago').ofDay(day), minutes)
    const used = Array.from({ length: count }, (_none, index) => index + 1)
    return { ...meterOfAda, used, received: null, status: 'actual' as const, ...given, day, minutes }
  })
  for (const { day } of rows) await createMonths(db, day, day)
  await upsertIntervalDays(db, rows)
}

/** Lists the days from one to another, both included. */
export function daysFrom(from: string, to: string): readonly CalendarDate[] {
  const days: CalendarDate[] = []
  for (let day = calendarDate(from); day <= calendarDate(to); day = addDays(day, 1)) days.push(day)
  return days
}

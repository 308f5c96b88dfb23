import { addDays, type CalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { Clock } from '../src/platform/clock.ts'
import type { Database } from '../src/platform/db/open-database.ts'
import { localDays } from '../src/features/usage/usage/public.ts'
import {
  createMonths,
  setWeatherStation,
  upsertDailyReadings,
  upsertIntervalDays,
  upsertWeather,
} from '../src/features/usage/usage/write-readings.store.ts'
import type { DemoFact } from './demo-facts.ts'
import { demoUsage, type DemoUsage, type UsageWindow } from './demo-usage.ts'
import { demoStations, demoWeather } from './demo-weather.ts'
import {
  findDemoState,
  listUsageAccounts,
  lockDemoState,
  removeReadings,
  replaceNetMetering,
  setDemoState,
} from './demo.store.ts'
import { ordinaryAccountNumbers } from './ordinary-member.ts'

export interface UsageStart {
  readonly db: Database
  readonly clock: Clock
  readonly today: CalendarDate
}

/** The demo cooperative's time zone, from the demo facts. */
const timeZone = 'America/Chicago'
/** Days of readings per account; a billing period can start before its month. */
const daysOf = { named: 1_130, ordinary: 480 } as const
const intervalDays = 396
const rowsAtATime = 2_000
const manyAccounts = 10
/** A farm with many accounts whose meter is in a colder town than the rest. */
const northernAccount = '102800101'

/**
 * Writes the readings of the members named in the facts, and the weather. A restart on the same day adds only what was measured
 * since. Members with many accounts are loaded with the ordinary ones.
 */
export async function loadNamedUsage(start: UsageStart, facts: readonly DemoFact[]): Promise<void> {
  const { db, today } = start
  const state = await findDemoState(db)
  if (state === undefined) return
  await createMonths(db, addDays(today, -daysOf.named - 31), addDays(today, 40))
  const isNewDay = state.namedUsageDay !== today
  await loadWeather(db, isNewDay ? addDays(today, -daysOf.named) : today, today)
  const accounts = accountsOfFew(facts)
  const window = windowOf(start, isNewDay ? addDays(today, -daysOf.named) : today)
  await db.transaction().execute(async (tx) => {
    const found = await listUsageAccounts(tx, accounts)
    if (isNewDay) await removeReadings(tx, accounts)
    for (const account of found) await write(tx, demoUsage(account, window))
    if (isNewDay) await replaceNetMetering(tx, accounts)
    await setDemoState(tx, { namedUsageDay: today })
  })
  const [northern] = await listUsageAccounts(db, [northernAccount])
  if (northern !== undefined) await setWeatherStation(db, [northern.zip], demoStations[1].station)
}

const accountsOfFew = (facts: readonly DemoFact[]): readonly string[] =>
  [...Map.groupBy(facts, (fact) => fact.member).values()]
    .filter((rows) => rows.length < manyAccounts)
    .flatMap((rows) => rows.map((row) => row.account))

async function loadWeather(db: Database, from: CalendarDate, to: CalendarDate): Promise<void> {
  const days: CalendarDate[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  for (const { station, swing } of demoStations)
    await upsertWeather(
      db,
      station,
      days.map((day) => demoWeather(day, swing)),
    )
  await setWeatherStation(db, ['*'], demoStations[0].station)
}

function windowOf({ clock, today }: UsageStart, from: CalendarDate): UsageWindow {
  const days = localDays(timeZone)
  const { start, end } = days.ofDay(today)
  const over = (clock.now().getTime() - start) / (end - start)
  return {
    from,
    today,
    shareOfToday: Math.min(1, Math.max(0.02, over)),
    intervalsFrom: addDays(today, -intervalDays),
    localDay: days.ofDay,
  }
}

async function write(db: Parameters<typeof upsertDailyReadings>[0], { daily, intervals }: DemoUsage): Promise<void> {
  for (let at = 0; at < daily.length; at += rowsAtATime)
    await upsertDailyReadings(db, daily.slice(at, at + rowsAtATime))
  for (let at = 0; at < intervals.length; at += 200) await upsertIntervalDays(db, intervals.slice(at, at + 200))
}

const membersAtATime = 10

/**
 * Writes the readings of all other members, a page at a time, so that requests can use the single connection in between. Resumes
 * after an interruption. On another day it rewrites everything, because bills move with the day.
 */
export async function loadOrdinaryUsage(start: UsageStart, facts: readonly DemoFact[]): Promise<void> {
  const { db, today } = start
  const few = new Set(accountsOfFew(facts))
  const many = facts.map((fact) => fact.account).filter((account) => !few.has(account))
  const window = windowOf(start, addDays(today, -daysOf.ordinary))
  for (;;) {
    const isLeft = await db.transaction().execute(async (tx) => {
      const state = await lockDemoState(tx)
      if (state === undefined) return false
      const done = state.ordinaryUsageDay === today ? state.ordinaryUsageLoaded : -many.length
      if (done >= state.ordinaryLoaded) return false
      // Below zero: accounts named in the facts that remain.
      const last = done < 0 ? Math.min(0, done + membersAtATime) : Math.min(done + membersAtATime, state.ordinaryLoaded)
      const accounts =
        done < 0
          ? many.slice(many.length + done, many.length + last)
          : Array.from({ length: last - done }, (_none, at) => done + 1 + at).flatMap(ordinaryAccountNumbers)
      await removeReadings(tx, accounts)
      const usages = (await listUsageAccounts(tx, accounts)).map((account) => demoUsage(account, window))
      await write(tx, {
        daily: usages.flatMap(({ daily }) => daily),
        intervals: usages.flatMap(({ intervals }) => intervals),
      })
      await setDemoState(tx, { ordinaryUsageDay: today, ordinaryUsageLoaded: last })
      return true
    })
    if (!isLeft) return
    // Let requests that wait for the connection run first.
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

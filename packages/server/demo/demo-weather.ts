import { type CalendarDate, calendarDate, daysBetween } from '@coopline/rules/kernel/calendar-date'
import type { WeatherDay } from '../src/features/usage/usage/public.ts'

const firstDay = calendarDate('2000-01-01')

/** Returns a pseudorandom number from 0 to 1 that depends only on its two integer arguments. */
export function noiseAt(seed: number, at: number): number {
  let mixed = Math.imul(seed ^ Math.imul(at + 1, 0x9e3779b1), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35)
  return ((mixed ^ (mixed >>> 13)) >>> 0) / 4_294_967_296
}

/** Returns a pseudorandom number from -1 to 1 that varies smoothly over `span` days. */
function wave(seed: number, at: number, span: number): number {
  const from = Math.floor(at / span)
  const share = at / span - from
  const eased = share * share * (3 - 2 * share)
  return 2 * (noiseAt(seed, from) * (1 - eased) + noiseAt(seed, from + 1) * eased) - 1
}

/** The demo weather station, and a northern one with more extreme winters and summers. */
export const demoStations = [
  { station: 'DEMO-EAU-CLAIRE', swing: 1 },
  { station: 'DEMO-NORTH', swing: 1.55 },
] as const

/** Generates a day's weather, modeled on a lakeside station in Wisconsin: Fahrenheit, coldest in January. */
export function demoWeather(day: CalendarDate, swing = 1): WeatherDay {
  const at = daysBetween(firstDay, day)
  const season = -Math.cos((2 * Math.PI * (at - 20)) / 365.2425)
  const mean = 47 + swing * (26 * season + 9 * wave(11, at, 5) + 4 * wave(12, at, 2))
  const half = swing * (7 + 3 * season + 4 * noiseAt(13, at))
  const tenth = (degrees: number) => Math.round(degrees * 10) / 10
  const [low, high] = [tenth(mean - half), tenth(mean + half)]
  return { day, low, high, average: tenth((low + high) / 2) }
}

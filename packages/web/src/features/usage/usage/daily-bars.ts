import type { DailyAnswer, MeterUsage, Temperatures } from '@coopline/contract/usage/usage/usage.contract'
import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { Language } from '@coopline/rules/kernel/problem'
import { barKind, everyDay } from '@coopline/rules/usage/usage/usage-days'
import { longDay, shortDay } from '../../../portal/text/calendar-words.ts'
import type { TextsOf } from '../../../portal/text/text-store.ts'
import type { ChartBar, ChartLine } from './chart-bars.ts'
import { degrees, measured } from './usage-words.ts'

/** The measures of the bars (US-12 to US-15). */
export type UnitMode = 'usage' | 'demand' | 'dollars'

export type UsageOfMeter = DailyAnswer['usagesByMeter'][number]

/** A day's value in a mode; `null` without a measurement. */
function valueIn(mode: UnitMode, row: MeterUsage): number | null {
  if (mode === 'demand') return row.demandValue
  return mode === 'dollars' ? row.prepaiddailytotal : row.usageValue
}

interface DailyBars {
  readonly meter: UsageOfMeter
  readonly weather: Temperatures | undefined
  readonly mode: UnitMode
  /** The unit in this mode: 'kWh', 'Gallons', 'kW' or '$'. */
  readonly unit: string
  readonly from: CalendarDate
  readonly to: CalendarDate
  readonly language: Language
  readonly text: TextsOf<'usage'>['chart']
}

/** One bar per day of the range, including days without a reading. */
export function dailyBars({ meter, weather, mode, unit, from, to, language, text }: DailyBars): readonly ChartBar[] {
  const before = new Map(meter.previousYear?.map(({ date, usageValue }) => [date, usageValue]))
  const skies = new Map(weather?.weatherOverlays.map((day) => [day.date, day]))
  return everyDay(from, to, meter.meterUsages).map(({ date, row }) => {
    const value = row === null ? null : valueIn(mode, row)
    const earlier = mode === 'usage' ? (before.get(date) ?? null) : null
    const received = mode === 'usage' ? (row?.receivedValue ?? null) : null
    const sky = skies.get(date)
    return {
      key: date,
      tick: shortDay(date, language),
      name: longDay(date, language),
      value,
      received,
      before: earlier,
      kind: row === null ? 'ordinary' : barKind(row),
      isPartial: row?.isPartial ?? false,
      facts: [
        value === null ? text.none : measured(value, unit) + (row?.isPartial === true ? ` (${text.partial})` : ''),
        ...(received !== null && received > 0 ? [text.gaveBack(measured(received, unit))] : []),
        ...(row?.status === 'Estimate' ? [text.estimate] : []),
        ...(row?.status === 'Keyed' ? [text.keyed] : []),
        ...(earlier === null ? [] : [text.before(measured(earlier, unit))]),
        ...(sky === undefined ? [] : [text.weather(degrees(sky.lowTemp), degrees(sky.highTemp), degrees(sky.avgTemp))]),
      ],
    }
  })
}

/** Weather lines for the range (US-60); empty without weather. */
export function weatherLines(
  weather: Temperatures | undefined,
  days: readonly { readonly key: string }[],
): readonly ChartLine[] {
  if (weather === undefined || weather.weatherOverlays.length === 0) return []
  const byDay = new Map<string, Temperatures['weatherOverlays'][number]>(
    weather.weatherOverlays.map((day) => [day.date, day]),
  )
  const line = (key: ChartLine['key'], pick: 'lowTemp' | 'avgTemp' | 'highTemp'): ChartLine => ({
    key,
    values: days.map((day) => byDay.get(day.key)?.[pick] ?? null),
  })
  return [line('high', 'highTemp'), line('average', 'avgTemp'), line('low', 'lowTemp')]
}

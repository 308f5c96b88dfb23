import { type CalendarDate, formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { summarizeUsage } from '@coopline/rules/usage/usage/usage-summary'
import type { TextsOf } from '../../../portal/text/text-store.ts'
import type { ChartBar } from './chart-bars.ts'
import type { UnitMode } from './daily-bars.ts'
import { measured, percentOf } from './usage-words.ts'

interface Picture {
  readonly bars: readonly ChartBar[]
  readonly mode: UnitMode
  readonly unit: string
  readonly from: CalendarDate
  readonly to: CalendarDate
  readonly text: TextsOf<'usage'>['sentence']
}

/** Summarizes the daily chart in sentences. */
export function dailySentences({ bars, mode, unit, from, to, text }: Picture): readonly string[] {
  const rows = bars.flatMap(({ key, value, isPartial }) =>
    value === null ? [] : [{ date: key as CalendarDate, used: value, demand: null, isPartial }],
  )
  const partial = rows.find(({ isPartial }) => isPartial === true)?.date ?? null
  const { highest, average, total } = summarizeUsage(rows, partial)
  const missing = bars.length - rows.length
  const gaps = missing === 0 ? [] : [text.missing(missing)]
  if (total === null) return gaps
  const [start, end] = [formatUsDate(from), formatUsDate(to)]
  const mean = measured(average ?? total, unit)
  const most = highest === null ? [] : [[measured(highest.value, unit), formatUsDate(highest.date)] as const]
  if (mode === 'demand') return [...most.map(([value, day]) => text.demand(value, day)), ...gaps]
  const whole = measured(total, unit)
  return [
    mode === 'dollars' ? text.dollars(whole, start, end, mean) : text.usage(whole, start, end, mean),
    ...most.map(([value, day]) => text.highest(value, day)),
    ...comparison(bars, text),
    ...gaps,
  ]
}

/** Compares only days with readings in both years. */
function comparison(bars: readonly ChartBar[], text: Picture['text']): readonly string[] {
  const pairs = bars.flatMap(({ value, before, isPartial }) =>
    value === null || before === undefined || before === null || isPartial === true ? [] : [[value, before] as const],
  )
  const [now, then] = pairs.reduce(([a, b], [value, before]) => [a + value, b + before] as const, [0, 0] as const)
  if (then === 0) return []
  const change = now / then - 1
  if (Math.abs(change) < 0.005) return [text.same]
  return [change > 0 ? text.more(percentOf(change)) : text.less(percentOf(-change))]
}

import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { checkPastDay, type LocalDays } from '../usage/public.ts'
import type { XmlHandler } from './read-xml.ts'

/** Shorter than any month, so that none is left out. */
const monthSeconds = 28 * 86_400
/** Thirty years: more than any block of a utility. */
const mostBlockSeconds = 30 * 366 * 86_400

/**
 * Collects one local day of each month with readings. Readings without times of their own lie within the interval of their block.
 *
 * @param months gets the days, by `yyyy-MM`.
 */
export function createMonthCollector(
  months: Map<string, CalendarDate>,
  days: LocalDays,
  now: Date,
): Pick<XmlHandler, 'onClose'> & { readonly onOpen: (name: string) => void } {
  let seen = { start: 0, end: 0 }
  const add = (seconds: number): void => {
    const instant = seconds * 1000
    if (!(instant > 0 && instant <= now.getTime()) || (instant >= seen.start && instant < seen.end)) return
    const local = days.ofInstant(instant)
    seen = local
    if (checkPastDay(local.day) === null) months.set(local.day.slice(0, 7), local.day)
  }
  let block = { start: Number.NaN, duration: 0 }
  let hasOwnStart = false
  const addBlock = (): void => {
    const { start } = block
    const end = start + Math.max(1, Math.min(block.duration, mostBlockSeconds))
    for (let at = start; at < end; at += monthSeconds) add(at)
    add(end - 1)
    block = { start: Number.NaN, duration: 0 }
  }
  return {
    onOpen: (name) => {
      if (name === 'IntervalReading') hasOwnStart = false
    },
    onClose: (name, text, parent) => {
      if (name === 'start' && parent === 'timePeriod') {
        hasOwnStart = true
        add(Number(text))
      } else if (name === 'start' && parent === 'interval') block.start = Number(text)
      else if (name === 'duration' && parent === 'interval') block.duration = Number(text)
      else if (name === 'IntervalReading' && !hasOwnStart) addBlock()
    },
  }
}

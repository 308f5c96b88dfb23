import type { IntervalBlocks } from '@coopline/contract/usage/usage/usage.contract'
import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { onClock } from '@coopline/rules/usage/usage/interval-times'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { todayOf } from '../../../platform/today.ts'
import { type IntervalQuery, loadIntervalsOfMeter } from './list-intervals.ts'
import { intervalsOf, type LocalDay, type LocalDays, localDays } from './local-day.ts'
import type { IntervalDay } from './readings.store.ts'
import { type UsageDeps } from './require-usage.ts'
import type { IntervalValues } from './usage.tables.ts'

type Block = IntervalBlocks['blocks'][number]

/**
 * Intervals of a meter as arrays. A day that is over has all its intervals, `null` where one is missing; today ends with its last
 * value.
 *
 * @throws what `loadIntervalsOfMeter` throws.
 */
export async function listIntervalBlocks(
  deps: UsageDeps,
  call: MemberRequest,
  accountNumber: string,
  query: IntervalQuery,
): Promise<IntervalBlocks> {
  const { meter, days } = await loadIntervalsOfMeter(deps, call, accountNumber, query)
  const hasValue = days.some(({ used }) => used.some((value) => value !== null))
  return {
    meterId: meter.meterNumber,
    unitOfMeasure: meter.unit,
    blocks: hasValue ? toBlocks(days, deps.settings.current().timeZone, todayOf(deps)) : [],
  }
}

function toBlocks(days: readonly IntervalDay[], timeZone: string, today: CalendarDate): Block[] {
  const zone = localDays(timeZone)
  const blocks: Block[] = []
  let before: Piece | undefined
  for (const stored of days) {
    const { day, minutes } = stored
    const local = zone.ofDay(day)
    const count = day < today ? intervalsOf(local, minutes) : countMeasured(stored)
    const used = paddedTo(count, stored.used)
    const received = stored.received === null ? undefined : paddedTo(count, stored.received)
    for (const piece of splitAtClockChange(zone, local, minutes)) {
      const block = blocks.at(-1)
      const own = { used: used.slice(piece.from, piece.to), received: received?.slice(piece.from, piece.to) }
      if (block !== undefined && continues(before, piece) && hasReceived(block) === hasReceived(own)) {
        block.used.push(...own.used)
        block.received?.push(...(own.received ?? []))
      } else if (own.used.length > 0) {
        const startTime = onClock(piece.start, piece.offset / minuteMs)
        blocks.push({
          startTime,
          minutes,
          used: own.used,
          ...(own.received === undefined ? {} : { received: own.received }),
        })
      }
      before = own.used.length === piece.to - piece.from ? piece : undefined
    }
  }
  return blocks
}

/** Intervals of a day at one UTC offset. */
interface Piece {
  readonly minutes: number
  /** Instants, in milliseconds since 1970. */
  readonly start: number
  readonly end: number
  /** The offset from UTC in milliseconds. */
  readonly offset: number
  /** Indexes of the first interval and of the one after the last. */
  readonly from: number
  readonly to: number
}

const minuteMs = 60_000

/** One piece, or two on a day with a clock change. */
function splitAtClockChange(zone: LocalDays, local: LocalDay, minutes: number): readonly Piece[] {
  const { start, end } = local
  const step = minutes * minuteMs
  const count = intervalsOf(local, minutes)
  const offset = zone.offsetAt(start)
  if (zone.offsetAt(end - step) === offset) return [{ minutes, start, end, offset, from: 0, to: count }]
  let change = 1
  while (zone.offsetAt(start + change * step) === offset) change += 1
  const middle = start + change * step
  return [
    { minutes, start, end: middle, offset, from: 0, to: change },
    { minutes, start: middle, end, offset: zone.offsetAt(middle), from: change, to: count },
  ]
}

const continues = (before: Piece | undefined, { minutes, start, offset }: Piece): boolean =>
  before !== undefined && before.end === start && before.minutes === minutes && before.offset === offset

const hasReceived = ({ received }: { readonly received?: Block['used'] | undefined }): boolean => received !== undefined

/** Intervals until the last one with a value. */
const countMeasured = ({ used }: IntervalDay): number => used.findLastIndex((value) => value !== null) + 1

const paddedTo = (count: number, values: IntervalValues): IntervalValues =>
  values.length === count ? values : Array.from({ length: count }, (_none, index) => values[index] ?? null)

import type { IntervalAnswer } from '@coopline/contract/usage/usage/usage.contract'
import { intervalStarts } from '@coopline/rules/usage/usage/interval-times'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { NotFound } from '../../../platform/errors.ts'
import { type IntervalDay, listMeters, loadIntervalDays, type MeterFacts } from './readings.store.ts'
import { type Range, requireUsageAccount, requireUsageRange, type UsageDeps } from './require-usage.ts'
import { inUnits } from './usage-values.ts'

type Intervals = IntervalAnswer['intervals'][number]

/** A range and a meter of the account; by default the first one. */
export type IntervalQuery = Range & { readonly meterId?: string | undefined }

/**
 * Intervals of a meter (AS-06, DU-07). Returns an empty list for a range without interval data.
 *
 * @throws what `loadIntervalsOfMeter` throws.
 */
export async function listIntervals(
  deps: UsageDeps,
  call: MemberRequest,
  accountNumber: string,
  query: IntervalQuery,
): Promise<IntervalAnswer> {
  const { meter, days } = await loadIntervalsOfMeter(deps, call, accountNumber, query)
  const { timeZone } = deps.settings.current()
  const values = days.flatMap((day) => valuesOf(day, timeZone))
  const minutes = days.at(-1)?.minutes
  if (minutes === undefined || values.length === 0) return { intervals: [] }
  return { intervals: [{ meterId: meter.meterNumber, unitOfMeasure: meter.unit, minutes, values }] }
}

/**
 * Loads the days of intervals that a member asks for.
 *
 * @throws NotOwned; NotFound when the account has no such meter; Refused when the account or the range does not allow it.
 */
export async function loadIntervalsOfMeter(
  deps: UsageDeps,
  call: MemberRequest,
  accountNumber: string,
  { meterId, ...range }: IntervalQuery,
): Promise<{ readonly meter: MeterFacts; readonly days: readonly IntervalDay[] }> {
  await requireUsageAccount(deps, call, accountNumber)
  requireUsageRange(deps, range)
  const meters = await listMeters(deps.db, accountNumber)
  const meter = meterId === undefined ? meters[0] : meters.find(({ meterNumber }) => meterNumber === meterId)
  if (meter === undefined) throw new NotFound('The account has no such meter')
  const { meterNumber } = meter
  const days = await loadIntervalDays(deps.db, { accountNumber, meterNumber, from: range.fromDate, to: range.toDate })
  return { meter, days }
}

function valuesOf(day: IntervalDay, timeZone: string): Intervals['values'] {
  const starts = intervalStarts(day.day, day.minutes, timeZone)
  return day.used.flatMap((used, index) => {
    const startTime = starts[index]
    if (used === null || startTime === undefined) return []
    const received = day.received?.[index] ?? null
    return [{ startTime, value: inUnits(used), ...(received === null ? {} : { received: inUnits(received) }) }]
  })
}
